/**
 * How the launcher starts a command, for tests that start it without the launcher.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { COMMANDS } from "../bin/commands.js";
import { denoArguments } from "../bin/deno_arguments.js";

/** Name of a command. */
export type CommandName = keyof typeof COMMANDS;

/** The arguments of Deno that run a command with its own permissions. */
export function commandArguments(name: CommandName, ...args: string[]): string[] {
  const root = fileURLToPath(new URL("../", import.meta.url));
  return denoArguments(COMMANDS[name], args, {
    root,
    isNpm: false,
    packages: () => `${root}node_modules`,
    deno: Deno.execPath(),
    realPath: (path: string) => path,
  });
}

/** The arguments of Deno that run another script with the permissions of a command. */
export function permissionsOf(name: CommandName, ...args: string[]): string[] {
  return commandArguments(name, ...args).slice(0, -args.length - 1);
}
