import { standardInput } from "../effects.ts";
import { type Effects, runCommand } from "../../../src/terminal/command.ts";
import { WattbookError } from "../errors.ts";
import { keepEnd } from "./keep_end.ts";
import { parseRedactOptions, type RedactOptions } from "./options.ts";
import { placesInText } from "./places_in_text.ts";
import { type JsonValue, redactValue } from "./redact_value.ts";
import { countsTable, findingsTable, type PlacedFinding } from "./redaction_report.ts";
import { Redactor } from "./redactor.ts";

/**
 * The command `deno task redact`: what comes in on standard input goes out redacted, and a table on
 * standard error tells which rules found something.
 *
 * @param input Bytes of the text.
 * @returns Exit code: 0 done, 1 a failure, 2 wrong usage, 130 interrupted.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "../../../src/terminal/command.ts";
 * import { redact } from "./redact.ts";
 *
 * const effects = processEffects(new AbortController().signal);
 * let text = "";
 * const stdout = { ...effects.stdout, write: async (part: string | Uint8Array) => void (text += part) };
 * const stderr = { ...stdout, write: async () => {} };
 * const input = new Blob(["to ada@example.org\n"]).stream();
 * assert.equal(await redact([], { ...effects, stdout, stderr }, input), 0);
 * assert.equal(text, "to [EMAIL#1]\n");
 * ```
 */
export async function redact(
  args: readonly string[],
  effects: Effects,
  input: ReadableStream<Uint8Array> = standardInput(),
): Promise<number> {
  return await runCommand(parseRedactOptions(args), effects, async (options) => {
    const text = await readAll(input, effects.signal);
    const redactor = new Redactor();
    const outcome = options.structure
      ? redactStructure(text, redactor)
      : redactText(text, redactor, options);
    await print(outcome, redactor, options, effects);
  });
}

/** What was redacted, and each finding with its place: in words, and for JSON. */
interface Outcome {
  readonly result: { readonly text: string } | { readonly value: JsonValue };
  readonly findings: readonly PlacedFinding[];
}

function redactText(
  text: string,
  redactor: Redactor,
  { maxBytes, strict }: Pick<RedactOptions, "maxBytes" | "strict">,
): Outcome {
  const { text: whole, findings } = strict ? redactor.restrict(text) : redactor.redact(text);
  const places = placesInText(text, findings.map(({ at }) => at));
  return {
    result: { text: maxBytes === undefined ? whole : keepEnd(whole, maxBytes) },
    findings: findings.map(({ rule, placeholder }, index) => {
      const { line, column } = places[index]!;
      return { place: `${line}:${column}`, rule, placeholder };
    }),
  };
}

function redactStructure(text: string, redactor: Redactor): Outcome {
  let given: JsonValue;
  try {
    given = JSON.parse(text);
  } catch {
    // The cause would quote the input, and with it perhaps a secret.
    throw new WattbookError("BAD_INPUT", "Standard input is not JSON", {
      hint: "Leave out --structure: without it any text is accepted, also JSON.",
    });
  }
  const { value, findings } = redactValue(given, redactor);
  return {
    result: { value },
    findings: findings.map(({ rule, placeholder, pointer }) => ({
      place: pointer === "" ? "/" : pointer,
      rule,
      placeholder,
    })),
  };
}

async function print(
  { result, findings }: Outcome,
  redactor: Redactor,
  { explain, json }: RedactOptions,
  { stdout, stderr }: Effects,
): Promise<void> {
  if (json) {
    const counts = Object.fromEntries(redactor.counts());
    await stdout.write(`${JSON.stringify({ ...result, counts, findings }, null, 2)}\n`);
    return;
  }
  await stdout.write("text" in result ? result.text : `${JSON.stringify(result.value, null, 2)}\n`);
  if (explain && findings.length > 0) await stderr.write(`${findingsTable(findings)}\n`);
  await stderr.write(countsTable(redactor.counts()));
}

/** A byte order mark stays; what is no UTF-8 becomes the replacement character. */
async function readAll(input: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const parts: string[] = [];
  const abandon = () => void input.cancel().catch(() => {});
  signal.addEventListener("abort", abandon, { once: true });
  for await (const chunk of input) parts.push(decoder.decode(chunk, { stream: true }));
  signal.removeEventListener("abort", abandon);
  signal.throwIfAborted();
  return parts.join("") + decoder.decode();
}
