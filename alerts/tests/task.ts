/**
 * Tasks of the project as processes, with their own permissions.
 *
 * @module
 */

import { commandArguments, type CommandName } from "../../tests/command_arguments.ts";

/** Where tasks are started: the folder of the project. */
export const ROOT = new URL("../../", import.meta.url);

/** What a process came to. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Starts Deno with nothing in its environment but what it needs. */
export function startDeno(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: ROOT,
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH")!, HOME: Deno.env.get("HOME")!, ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs Deno to its end. */
export async function runDeno(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const { code, stdout, stderr } = await startDeno(args, env).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

/** Runs a task. */
export function runTask(
  task: CommandName,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return runDeno(commandArguments(task, ...args), env);
}
