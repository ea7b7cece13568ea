import pico from "picocolors";
import { visibleText } from "../../src/text/visible_text.ts";
import { counted } from "../../../src/text.ts";
import type { Cassettes } from "../cassette/cassettes.ts";
import { type Nearest, nearestTo } from "../cassette/nearest.ts";
import type { Misses } from "../misses.ts";
import { estimate, likelyEstimate } from "../run/estimate.ts";
import { printEstimate } from "./print_estimate.ts";

export interface PrintMissesOptions {
  readonly recordArguments: readonly string[];
  /** The clock, Unix time. [ms] */
  readonly now: number;
  readonly allowMissing?: boolean;
  readonly colours?: boolean;
}

/** Variants of which an example is shown. */
const MOST_EXAMPLES = 5;

/**
 * Tells of all answers that are missing: how many and whose, what is recorded instead and where it
 * differs first, what it costs to record them, and how.
 */
export async function printMisses(
  { what, total, groups, questions, used, prices }: Misses,
  cassettes: Pick<Cassettes, "all" | "folder">,
  { recordArguments, now, allowMissing = false, colours = false }: PrintMissesOptions,
): Promise<string> {
  const { bold, dim, red, green } = pico.createColors(colours);
  const shares = groups.map(({ name, count }) => `${count} of ${name}`).join(", ");
  const lines = [
    bold(red(`${questions.length} of ${counted(total, what)} are missing`)) +
    (shares === "" ? "" : `: ${shares}`),
    "",
  ];
  const examples = groups.slice(0, MOST_EXAMPLES);
  const nearest = await nearestTo(examples.map(({ example }) => example.request()), cassettes);
  for (const [index, { name, about }] of examples.entries()) {
    lines.push(`${bold(name)}  ${visibleText(about)}`);
    lines.push(...explain(nearest[index] ?? null, cassettes.folder).map((line) => `  ${line}`), "");
  }
  if (groups.length > examples.length) {
    lines.push(dim(`… and ${groups.length - examples.length} more`), "");
  }
  const cost = printEstimate(estimate(questions, now, prices), likelyEstimate(questions, used));
  lines.push(
    `To record them (${cost}):`,
    `  ${green(`deno task replay:record ${recordArguments.map(quoted).join(" ")}`)}`,
  );
  if (!allowMissing) {
    lines.push(dim("--allow-missing gives the figures of the rest: not what was planned."));
  }
  return `${lines.join("\n")}\n`;

  function explain(found: Nearest | null, folder: string): string[] {
    if (found === null) return [`There are no recordings in '${folder}'.`];
    const { key, first, differences } = found;
    const line = first.line === undefined ? "" : `, line ${first.line}`;
    const others = differences === 1 ? "" : ` (and in ${counted(differences - 1, "more place")})`;
    return [
      `The nearest recording, ${key.slice(0, 12)}…, differs${differences === 1 ? " only" : ""} in`,
      `${first.pointer}${line}${others}`,
      `  ${dim("recorded")}  ${shown(first.recorded)}`,
      `  ${dim("now     ")}  ${shown(first.now)}`,
    ];
  }
}

/** Texts of strangers: nothing in them may steer the terminal. */
function shown(text: string | undefined): string {
  if (text === undefined) return "(nothing there)";
  return text === "" ? "(an empty line)" : text.replace(/\p{C}/gu, "�");
}

function quoted(argument: string): string {
  return /^[\w./:@%+=,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
