#!/usr/bin/env node
/**
 * Starts a command of Wattbook as a process of its own, with the permissions of `commands.js` and no
 * others. It runs in Deno (`deno task report`) and in Node (`npx wattbook report`).
 *
 * @module
 */

import { COMMANDS } from "./commands.js";
import { denoArguments } from "./deno_arguments.js";
import { host } from "./host.js";

const [name, ...args] = host.args;

if (name === undefined || name === "help" || name === "-h" || name === "--help") {
  console.log(listOfCommands());
} else if (!Object.hasOwn(COMMANDS, name)) {
  console.error(`error: There is no command '${name}'\n\n${listOfCommands()}`);
  host.exit(2);
} else {
  const command = COMMANDS[name];
  host.exit(await install(command) || await host.start(denoArguments(command, args, host)));
}

/** Installs the packages of a command. `deno task` has already installed those of the root. */
function install({ config }) {
  if (host.isNpm) {
    // Standard output is for the command alone.
    const args = ["install", "--frozen", `--config=${host.root}deno.json`];
    return host.start(args, { stdout: host.silence });
  }
  if (config === undefined) return 0;
  const folder = config.slice(0, config.lastIndexOf("/") + 1);
  if (!host.exists(`${host.root}${folder}node_modules`)) {
    console.error(`Installing the packages of ${folder}, only this time …`);
  }
  return host.start(["install", "--quiet", "--frozen", `--config=${host.root}${config}`]);
}

function listOfCommands() {
  const names = Object.keys(COMMANDS), width = Math.max(...names.map(({ length }) => length));
  return [
    "Usage: wattbook <command> [options]",
    "",
    ...names.map((one) => `  ${one.padEnd(width)}  ${COMMANDS[one].about}`),
    "",
    "Run 'wattbook <command> --help' for the options of a command.",
  ].join("\n");
}
