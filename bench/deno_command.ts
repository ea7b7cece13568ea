/**
 * Commands that run our programs in a new process.
 *
 * @module
 */

/**
 * Runs one of the programs of the benchmarks.
 *
 * @param program Path of its file, from this folder, or its address.
 */
export function denoRun(program: string, ...args: string[]): string[] {
  const file = new URL(program, import.meta.url).pathname;
  // The second product has packages of its own.
  const isOfAlerts = file.startsWith(new URL("../alerts/", import.meta.url).pathname);
  const of = new URL(isOfAlerts ? "../alerts/deno.json" : "../deno.dev.json", import.meta.url);
  const config = `--config=${of.pathname}`;
  return [Deno.execPath(), "run", "--allow-all", "--no-check", config, file, ...args];
}

/** Runs a task, as people do. */
export function denoTask(task: string, ...args: string[]): string[] {
  const root = new URL("..", import.meta.url).pathname;
  return [Deno.execPath(), "task", "--quiet", "--cwd", root, task, ...args];
}
