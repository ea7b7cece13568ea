/**
 * Server and client on processors of their own, as they are on two machines.
 *
 * @module
 */

/** Debian ships it with `util-linux`. */
export const TASKSET = "taskset";

/** Keeps a running process, with all its threads, on one processor, until that goes out of scope. */
export async function keepOn(processor: number, pid: number): Promise<AsyncDisposable> {
  await move(pid, String(processor));
  return { [Symbol.asyncDispose]: () => move(pid, `0-${navigator.hardwareConcurrency - 1}`) };
}

async function move(pid: number, processors: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(TASKSET, {
    args: ["--all-tasks", "--cpu-list", "--pid", processors, String(pid)],
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`${TASKSET}: ${new TextDecoder().decode(stderr)}`);
}

/** A command that runs on one processor only. */
export function onProcessor(processor: number, command: readonly string[]): string[] {
  return [TASKSET, "--cpu-list", String(processor), ...command];
}
