/**
 * Entry point of `deno task replay:record`. It has no network access: it reads the endpoint and
 * starts a process that may reach only that address.
 *
 * @module
 */

import { processEffects, runCommand } from "../../../src/terminal/command.ts";
import { readConfig } from "../config/read_config.ts";
import { ASKS, netAddress, startAsking } from "./start_asking.ts";
import { parseRecordOptions } from "./options.ts";

if (import.meta.main) {
  const [first, ...rest] = Deno.args;
  if (first === ASKS) {
    const { askProcess } = await import("./ask_process.ts");
    await askProcess(rest);
  }
  const effects = processEffects(new AbortController().signal);
  const code = await runCommand(parseRecordOptions(Deno.args), effects, async ({ config }) => {
    const { endpoint } = await readConfig(config);
    return await startAsking(Deno.args, netAddress(endpoint));
  });
  Deno.exit(code);
}
