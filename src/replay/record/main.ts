/**
 * Entry point of `deno task replay:record`. It reads where the model is asked, and starts the process
 * that asks with a permission for that address alone; it has none for the network itself.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { runCommand } from "../../command/command.ts";
import { processEffects } from "../../command/effects.ts";
import { readConfig } from "../config/read_config.ts";
import { netAddress } from "./net_address.ts";
import { parseRecordOptions } from "./options.ts";

/** Whichever of its names this process may start Deno by. */
async function program(): Promise<string> {
  const command = Deno.execPath();
  const { state } = await Deno.permissions.query({ name: "run", command });
  return state === "granted" ? command : "deno";
}

async function start(args: readonly string[], address: string): Promise<number> {
  const child = new Deno.Command(await program(), {
    args: [
      "run",
      "--node-modules-dir=manual",
      "--no-prompt",
      "--allow-read",
      "--allow-write",
      `--allow-net=${address}`,
      "--allow-env=API_KEY,NO_COLOR,TERM",
      "--ignore-env",
      fileURLToPath(new URL("ask_main.ts", import.meta.url)),
      ...args,
    ],
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  // Ctrl-C reaches both; the child ends in good order, and this one with it.
  Deno.addSignalListener("SIGINT", () => {});
  if (Deno.build.os !== "windows") {
    Deno.addSignalListener("SIGTERM", () => child.kill("SIGTERM"));
  }
  const { code } = await child.status;
  return code;
}

if (import.meta.main) {
  const effects = processEffects(new AbortController().signal);
  const code = await runCommand(parseRecordOptions(Deno.args), effects, async ({ config }) => {
    const { endpoint } = await readConfig(config);
    return await start(Deno.args, netAddress(endpoint));
  });
  Deno.exit(code);
}
