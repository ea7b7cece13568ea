import { type Effects, EXIT, runCommand } from "../../../src/terminal/command.ts";
import { WattbookError } from "../errors.ts";
import { isSealIntact } from "../seal_case.ts";
import { storePathOf } from "../settings/service_settings.ts";
import { openCases } from "../store/open_store.ts";
import { parseCasesOptions } from "./options.ts";

/**
 * The command `deno task cases export`: writes the cases of a store as JSON lines and checks their
 * seals.
 *
 * @param storePath What the environment says of the store.
 * @returns Exit code: 0 done, 1 a failure or a broken seal, 2 wrong usage, 130 interrupted.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { processEffects } from "../../../src/terminal/command.ts";
 * import { cases } from "./cases.ts";
 *
 * const effects = processEffects(new AbortController().signal);
 * let text = "";
 * const stdout = { ...effects.stdout, write: async (part: string | Uint8Array) => void (text += part) };
 * assert.equal(await cases(["--help"], { ...effects, stdout }), 0);
 * assert(text.includes("--store <file>"));
 * ```
 */
export async function cases(
  args: readonly string[],
  effects: Effects,
  storePath: () => string | undefined = storePathOf,
): Promise<number> {
  const { stdout, stderr, signal } = effects;
  return await runCommand(parseCasesOptions(args), effects, async ({ store = storePath() }) => {
    if (store === undefined) {
      throw new WattbookError("NOT_CONFIGURED", "No store is given", {
        hint: "Set STORE_PATH, or give --store FILE.",
      });
    }
    using archive = openCases(store);
    let count = 0, broken = 0;
    for (const text of archive.texts()) {
      signal.throwIfAborted();
      count++;
      const id = brokenCase(text);
      if (id !== undefined) {
        broken++;
        await stderr.write(
          `case ${count} (${id}): the seal does not match: the case was changed\n`,
        );
      }
      await stdout.write(`${text}\n`);
    }
    await stderr.write(`${count} cases, ${broken} with a broken seal\n`);
    return broken > 0 ? EXIT.failure : EXIT.done;
  });
}

/** Who a case says it is, if it is not as it was sealed. */
function brokenCase(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isSealIntact(parsed)) return undefined;
    return String((parsed as { id?: unknown } | null)?.id ?? "without an id");
  } catch {
    return "no JSON";
  }
}
