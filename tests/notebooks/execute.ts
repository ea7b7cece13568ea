/**
 * Runs a notebook in the real Deno kernel.
 *
 * @module
 */

import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Notebook, NOTEBOOKS } from "./notebook.ts";

/** Debian's Python: the one that `apt-get install python3-nbconvert` gives its packages to. */
export const PYTHON = "/usr/bin/python3";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SCRIPT = fileURLToPath(new URL("execute.py", import.meta.url));

/**
 * Runs a notebook from top to bottom, in its folder, and leaves the file as it is. No setting of a
 * server reaches it: it shows the demo household.
 *
 * @throws {Error} If a cell fails; the message holds what it said.
 */
export async function executeNotebook(name: string, folder: URL = NOTEBOOKS): Promise<Notebook> {
  const directory = await Deno.makeTempDir({ prefix: "wattbook-notebooks-" });
  try {
    await installKernel(directory);
    const { success, stdout, stderr } = await new Deno.Command(PYTHON, {
      args: [SCRIPT, fileURLToPath(new URL(name, folder)), await strangerView(folder, directory)],
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: directory,
        DENO_DIR: await denoDir(),
        JUPYTER_PATH: directory,
        NO_COLOR: "1",
      },
      stdout: "piped",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return JSON.parse(new TextDecoder().decode(stdout));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** What of a developer's project must not reach a notebook: their own settings. */
const OWN = [".env", "household.json", ".git"];

/**
 * The folder of a notebook in a copy of the project, made of links, that has no settings: a notebook
 * finds those at the top of its project.
 */
async function strangerView(folder: URL, directory: string): Promise<string> {
  let original = ROOT, copy = `${directory}/project`;
  for (const inner of relative(ROOT, fileURLToPath(folder)).split(sep)) {
    await Deno.mkdir(copy);
    for await (const { name } of Deno.readDir(original)) {
      if (OWN.includes(name) || name === inner) continue;
      await Deno.symlink(join(original, name), join(copy, name));
    }
    original = join(original, inner);
    copy = join(copy, inner);
  }
  await Deno.mkdir(copy);
  return copy;
}

/** A kernel that is the Deno which runs this, so that none needs to be installed. */
async function installKernel(directory: string): Promise<void> {
  await Deno.mkdir(`${directory}/kernels/deno`, { recursive: true });
  await Deno.writeTextFile(
    `${directory}/kernels/deno/kernel.json`,
    JSON.stringify({
      argv: [Deno.execPath(), "jupyter", "--kernel", "--conn", "{connection_file}"],
      display_name: "Deno",
      language: "typescript",
    }),
  );
}

/** What Deno has downloaded and compiled lies in the home that a notebook does not get. */
async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
