/**
 * Questions to a person at a terminal.
 *
 * @module
 */

import pico from "picocolors";
import type { Input, Output } from "../../effects.ts";
import { WattbookError } from "../../errors.ts";
import { wrap } from "../../text.ts";

/** Asks questions and shows text. */
export interface Dialog {
  /** Shows lines, broken at the width of the terminal. */
  say(text?: string): Promise<void>;
  /** A line of text; the default for an empty one. */
  line(question: string, options?: LineOptions): Promise<string>;
  /** Yes or no. */
  agrees(question: string, standard?: boolean): Promise<boolean>;
  /** One of several; its index. */
  choose(question: string, choices: readonly string[], standard?: number): Promise<number>;
}

/** How a line is asked for. */
export interface LineOptions {
  /** What an empty line means. @default {""} */
  readonly standard?: string;
  /** Whether the answer is a secret, which is not shown. @default {false} */
  readonly isSecret?: boolean;
  /** Says what is wrong with an answer; `null` if nothing is. */
  readonly check?: (answer: string) => string | null;
}

/** Opens a dialog. */
export function openDialog(
  stdin: Input,
  stderr: Output,
  signal: AbortSignal,
): Dialog {
  const { bold, red } = pico.createColors(stderr.colours);
  const width = Math.max(40, stderr.columns);
  const ask = async (question: string, isHidden = false): Promise<string> => {
    const answer = await stdin.ask(`${bold(question)} `, { isHidden, signal });
    if (answer === null) {
      throw new WattbookError(
        "SETUP_ENDED",
        "Setup was aborted before all questions were answered",
        {
          hint:
            "Nothing was written. Run 'deno task setup' again, or use --yes to skip the questions.",
        },
      );
    }
    return answer.trim();
  };
  const say = (text = "") => stderr.write(`${wrap(text, width).join("\n")}\n`);
  const line = async (question: string, options: LineOptions = {}): Promise<string> => {
    const { standard = "", isSecret = false, check } = options;
    const shown = standard && !isSecret ? ` [${standard}]` : "";
    for (;;) {
      const answer = await ask(`${question}${shown}:`, isSecret) || standard;
      const fault = check?.(answer) ?? null;
      if (fault === null) return answer;
      await say(red(fault));
    }
  };
  return {
    say,
    line,
    async agrees(question, standard = true) {
      const answer = await line(`${question} ${standard ? "[Y/n]" : "[y/N]"}`, {
        check: (text) => /^(?:y(?:es)?|no?|)$/i.test(text) ? null : "Please answer yes or no.",
      });
      return answer === "" ? standard : /^y/i.test(answer);
    },
    async choose(question, choices, standard = 0) {
      for (const [index, choice] of choices.entries()) {
        const [first, ...rest] = wrap(choice, width - 6);
        await stderr.write(
          [`  ${bold(String(index + 1))}  ${first}`, ...rest.map((one) => `     ${one}`)]
            .map((one) => `${one}\n`).join(""),
        );
      }
      const answer = await line(question, {
        standard: String(standard + 1),
        check: (text) =>
          /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= choices.length
            ? null
            : `Please type a number from 1 to ${choices.length}.`,
      });
      return Number(answer) - 1;
    },
  };
}
