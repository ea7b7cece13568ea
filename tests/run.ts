/**
 * A command of the project in a process of its own.
 *
 * @module
 */

import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** What Deno itself needs of the environment: nothing of a developer's own settings. */
export function denoEnvironment(): Record<string, string> {
  const names = ["PATH", "HOME", "DENO_DIR"];
  return Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) => names.includes(name)),
  );
}

/** Where a command runs, and what it is told. */
export interface RunOptions {
  /** Working folder, without a `.env`. */
  readonly cwd: string;
  /** The whole environment, besides what Deno itself needs. */
  readonly settings: Readonly<Record<string, string>>;
}

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a file of `src/` and waits for its end. */
export async function run(
  file: string,
  args: readonly string[],
  { cwd, settings }: RunOptions,
): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    // As the tasks: whoever looks after node_modules waits for the others who do.
    args: [
      ...["run", `--config=${ROOT}deno.json`, "--node-modules-dir=manual", "-A"],
      ...[`${ROOT}src/${file}`, ...args],
    ],
    cwd,
    clearEnv: true,
    env: { ...denoEnvironment(), ...settings },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}
