/**
 * What the image of an analyzer holds, laid out in a directory, and how to run it without an engine.
 *
 * @module
 */

import type { Dockerfile } from "../../../tests/image/dockerfile.ts";
import { sandboxed } from "../../../tests/image/sandbox.ts";
import { type Analyzer, analyzerDockerfile } from "./analyzer_dockerfile.ts";

const ALERTS = new URL("../../", import.meta.url).pathname;

/** An image. Leaving its scope removes it. */
export interface Image extends AsyncDisposable {
  /** The directory that becomes /data, the only one that can be written to. */
  readonly data: string;
  /** Program and arguments that run the image's entry point in the sandbox. */
  command(env: Readonly<Record<string, string>>): Promise<[string, ...string[]]>;
  /** The same sandbox with another program in place of the entry point. */
  probe(...args: string[]): Promise<[string, ...string[]]>;
}

/** The command of a Dockerfile that makes one file of the service. */
export function bundleCommand(runs: Dockerfile["runs"]): readonly string[] {
  return runs.find((run) => run.includes("--bundle"))!;
}

/**
 * Builds the image as the Dockerfile does, with its own bundle command.
 *
 * @param mounts Files outside by where they are inside, for reading only.
 */
export async function buildImage(
  analyzer: Analyzer = "analyzer",
  mounts: Readonly<Record<string, string>> = {},
): Promise<Image> {
  const { runs, entrypoint, env: imageEnv, user } = await analyzerDockerfile(analyzer);
  const directory = await Deno.makeTempDir({ prefix: "wattbook-image-" });
  const app = `${directory}/app`, data = `${directory}/data`;
  await Deno.mkdir(data);
  const cache = `${directory}/empty`;
  await Deno.mkdir(cache);
  const [, ...args] = bundleCommand(runs).map((arg) => arg.replace("=/app/", `=${app}/`));
  // What is installed is enough: there is no network and no cache.
  const { success, stderr } = await new Deno.Command("bwrap", {
    args: ["--dev-bind", "/", "/", "--unshare-net", "--die-with-parent", Deno.execPath(), ...args],
    cwd: ALERTS,
    env: { NODE_PATH: `${ALERTS}node_modules`, DENO_DIR: cache },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  await Deno.mkdir(`${app}/prompts`);
  for await (const { name } of Deno.readDir(`${ALERTS}prompts`)) {
    await Deno.copyFile(`${ALERTS}prompts/${name}`, `${app}/prompts/${name}`);
  }
  // For the user of the sandbox, whoever that is outside.
  await new Deno.Command("chmod", { args: ["-R", "a+rX", directory] }).output();

  const inside = (env: Readonly<Record<string, string>>, command: readonly string[]) =>
    sandboxed(
      { user, env: { ...imageEnv, ...env }, files: { "/app": app, ...mounts }, data },
      command,
    );
  return {
    data,
    command: (env) => inside(env, entrypoint),
    probe: (...args) => inside({}, args),
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}
