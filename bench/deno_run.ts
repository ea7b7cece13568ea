/**
 * The command that runs one of our programs in a new process.
 *
 * @param program Path of its file, from this folder.
 */
export function denoRun(program: string, ...args: string[]): string[] {
  const file = new URL(program, import.meta.url).pathname;
  return [Deno.execPath(), "run", "--allow-all", "--no-check", file, ...args];
}
