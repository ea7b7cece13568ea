/**
 * Runs a program as a container would, without an engine: bubblewrap shows it the files of an image
 * and nothing else.
 *
 * @module
 */

import { installed } from "../servers/running_server.ts";

/** Whether bubblewrap works here. */
export const CAN_SANDBOX: boolean = await installed("bwrap", [
  "--unshare-user",
  ...["--ro-bind", "/", "/"],
  "true",
]);

/** What the container is. */
export interface Sandbox {
  /** `user:group` in the container. */
  readonly user: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Files outside by where they are inside, for reading only. Deno and its libraries are there. */
  readonly files: Readonly<Record<string, string>>;
  /** The directory outside that is /data, the only one that can be written to. */
  readonly data: string;
  /** Working directory inside. @default {"/"} */
  readonly cwd?: string;
}

/** Program and arguments that run a program in a sandbox: without privileges, on a read-only disk. */
export async function sandboxed(
  { user, env, files, data, cwd = "/" }: Sandbox,
  command: readonly string[],
): Promise<[string, ...string[]]> {
  const [uid, gid] = user.split(":") as [string, string];
  return [
    "bwrap",
    "--unshare-user",
    ...["--uid", uid, "--gid", gid],
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--die-with-parent",
    "--new-session",
    ...["--cap-drop", "ALL"],
    "--clearenv",
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--ro-bind", Deno.execPath(), "/bin/deno"],
    ...(await libraries()).flatMap((library) => ["--ro-bind", library, library]),
    ...Object.entries(files).flatMap(([inside, outside]) => ["--ro-bind", outside, inside]),
    ...["--bind", data, "/data"],
    ...["--dev", "/dev"],
    ...["--proc", "/proc"],
    ...["--remount-ro", "/"],
    ...["--chdir", cwd],
    "--",
    ...command,
  ];
}

/** The libraries of Deno, which are also those of the image's base. */
async function libraries(): Promise<string[]> {
  const { stdout } = await new Deno.Command("ldd", { args: [Deno.execPath()] }).output();
  return new TextDecoder().decode(stdout).match(/\/\S+/g) ?? [];
}
