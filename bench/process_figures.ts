/**
 * What a whole process takes, by the account of the operating system.
 *
 * @module
 */

/** GNU time; Debian ships it as `time`. */
export const TIME = "/usr/bin/time";

/** What a process took. */
export interface ProcessFigures {
  /** From its start to its end. [ms] */
  readonly wall: number;
  /** Time of all processors, its own and the system's for it. [ms] */
  readonly cpu: number;
  /** Most memory resident at once. [MB] */
  readonly peak: number;
  /** What it printed. */
  readonly stdout: string;
}

/**
 * Runs a command to its end.
 *
 * @throws {Error} If it fails.
 */
export async function processFigures(command: readonly string[]): Promise<ProcessFigures> {
  const start = performance.now();
  const { success, stdout, stderr } = await new Deno.Command(TIME, {
    args: ["--format=%M %U %S", ...command],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const wall = performance.now() - start;
  const said = new TextDecoder().decode(stderr).trimEnd();
  if (!success) throw new Error(`${command.join(" ")} failed:\n${said}`);
  const [kilobytes, user, system] = said.split("\n").at(-1)!.split(" ").map(Number);
  return {
    wall,
    cpu: (user! + system!) * 1000,
    peak: kilobytes! * 1024 / 1e6,
    stdout: new TextDecoder().decode(stdout),
  };
}
