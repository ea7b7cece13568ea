/**
 * What the image holds, laid out in a directory, and how to run it without an engine: bubblewrap
 * shows the process the files of the image and nothing else.
 *
 * @module
 */

import { type Analyzer, readDockerfile } from "./dockerfile.ts";

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

/**
 * Builds the image as the Dockerfile does, with its own bundle command.
 *
 * @param mounts Files outside by where they are inside, for reading only.
 */
export async function buildImage(
  analyzer: Analyzer = "analyzer",
  mounts: Readonly<Record<string, string>> = {},
): Promise<Image> {
  const { runs, entrypoint, env: imageEnv, user } = await readDockerfile(analyzer);
  const directory = await Deno.makeTempDir({ prefix: "wattbook-image-" });
  const app = `${directory}/app`, data = `${directory}/data`;
  await Deno.mkdir(data);
  const bundle = runs.find((run) => run[1] === "bundle")!;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: bundle.slice(1).map((arg) => arg.replace(/^\/app\//, `${app}/`)),
    cwd: ALERTS,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  await Deno.mkdir(`${app}/prompts`);
  for await (const { name } of Deno.readDir(`${ALERTS}prompts`)) {
    await Deno.copyFile(`${ALERTS}prompts/${name}`, `${app}/prompts/${name}`);
  }
  // For the user of the sandbox, whoever that is outside.
  await new Deno.Command("chmod", { args: ["-R", "a+rX", directory] }).output();
  const [uid, gid] = user.split(":") as [string, string];

  const sandbox = async (env: Readonly<Record<string, string>>) => [
    "--unshare-user",
    ...["--uid", uid, "--gid", gid],
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--die-with-parent",
    "--new-session",
    ...["--cap-drop", "ALL"],
    "--clearenv",
    ...Object.entries({ ...imageEnv, ...env }).flatMap((
      [name, value],
    ) => ["--setenv", name, value]),
    ...["--ro-bind", Deno.execPath(), "/bin/deno"],
    ...(await libraries()).flatMap((library) => ["--ro-bind", library, library]),
    ...["--ro-bind", app, "/app"],
    ...["--bind", data, "/data"],
    ...Object.entries(mounts).flatMap(([inside, outside]) => ["--ro-bind", outside, inside]),
    ...["--dev", "/dev"],
    ...["--proc", "/proc"],
    ...["--remount-ro", "/"],
  ];
  return {
    data,
    command: async (env) => ["bwrap", ...await sandbox(env), "--", ...entrypoint],
    probe: async (...args) => ["bwrap", ...await sandbox({}), "--", ...args],
    [Symbol.asyncDispose]: () => Deno.remove(directory, { recursive: true }),
  };
}

/** The libraries of Deno, which are also those of the image's base. */
async function libraries(): Promise<string[]> {
  const { stdout } = await new Deno.Command("ldd", { args: [Deno.execPath()] }).output();
  return new TextDecoder().decode(stdout).match(/\/\S+/g) ?? [];
}
