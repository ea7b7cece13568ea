/**
 * A monitoring system as a process of the test: ended by its process id, with all that it started.
 *
 * @module
 */

import { until } from "../until.ts";
import { PATH } from "./script.ts";

/** A running monitoring system. */
export interface Daemon {
  /** Writes a line into its pipe for external commands, once it reads there. */
  command(pipe: string, text: string): Promise<void>;
  /** Ends it. */
  end(): Promise<void>;
}

/** Starts a program with an environment as bare as that of a service. */
export function startDaemon(
  program: string,
  args: readonly string[],
  { directory }: { readonly directory: string },
): Daemon {
  const child = new Deno.Command(program, {
    args: [...args],
    env: { PATH: `/usr/sbin:/sbin:${PATH}` },
    clearEnv: true,
    cwd: directory,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  let hasEnded = false;
  const reading = Promise.all([child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) printed += text;
  }));
  const status = child.status.finally(() => hasEnded = true);
  return {
    command: async (pipe, text) => {
      await until(`the pipe of ${program}`, async () => {
        if (hasEnded) throw new Error(`${program} ended; it printed:\n${printed}`);
        return await Deno.stat(pipe).then(({ isFifo }) => isFifo ?? false, () => false);
      });
      const now = Math.floor(Date.now() / 1000);
      await Deno.writeTextFile(pipe, `[${now}] ${text}\n`, { create: false });
    },
    end: async () => {
      if (!hasEnded) child.kill("SIGTERM");
      await status;
      await reading;
    },
  };
}

/** Who runs the tests: the systems change to another user if they are not told. */
export async function whoRuns(): Promise<{ readonly user: string; readonly group: string }> {
  const id = async (option: string) => {
    const { stdout } = await new Deno.Command("id", { args: [option] }).output();
    return new TextDecoder().decode(stdout).trim();
  };
  return { user: await id("-un"), group: await id("-gn") };
}
