/**
 * Runs a notebook in the real Deno kernel.
 *
 * @module
 */

import { fileURLToPath } from "node:url";

/** Where notebooks are. */
export const NOTEBOOKS = new URL("../../notebooks/", import.meta.url);

/** Debian's Python: the one that `apt-get install python3-nbconvert` gives its packages to. */
export const PYTHON = "/usr/bin/python3";

/** A cell, as far as it matters here. */
export interface Cell {
  cell_type: string;
  source: string | string[];
  outputs?: unknown[];
  execution_count?: number | null;
}

/** A notebook, as far as it matters here. */
export interface Notebook {
  cells: Cell[];
}

/** File names of all notebooks. */
export function notebookNames(): string[] {
  return [...Deno.readDirSync(NOTEBOOKS)].map(({ name }) => name)
    .filter((name) => name.endsWith(".ipynb")).sort();
}

/** Reads a notebook as it is in the project. */
export async function readNotebook(name: string): Promise<Notebook> {
  return JSON.parse(await Deno.readTextFile(new URL(name, NOTEBOOKS)));
}

/** How often to run a notebook. */
export interface ExecuteOptions {
  /** Most runs. @default 6 */
  readonly runs?: number;
  /** Whether no further run is needed. @default never */
  readonly enough?: (notebook: Notebook) => boolean;
}

/**
 * Runs a notebook from top to bottom, in its folder, and leaves the file as it is.
 *
 * The kernel may send the result of a cell after it has said that it is idle, and then nbconvert no
 * longer listens. So it runs several times, and what a cell shows in any run counts.
 */
export async function executeNotebook(
  name: string,
  { runs = 6, enough = () => false }: ExecuteOptions = {},
): Promise<Notebook> {
  const notebook = await executeOnce(name);
  for (let run = 1; run < runs && !enough(notebook); run++) {
    const again = await executeOnce(name);
    notebook.cells.forEach((cell, index) => {
      if (cell.outputs?.length === 0) cell.outputs = again.cells[index]!.outputs ?? [];
    });
  }
  return notebook;
}

async function executeOnce(name: string): Promise<Notebook> {
  const directory = await Deno.makeTempDir({ prefix: "wattbook-notebooks-" });
  try {
    await installKernel(directory);
    const { success, stderr } = await new Deno.Command(PYTHON, {
      args: [
        ...["-m", "nbconvert", "--to", "notebook", "--execute"],
        ...["--output-dir", directory, "--output", name, name],
      ],
      cwd: fileURLToPath(NOTEBOOKS),
      env: {
        JUPYTER_PATH: directory,
        JUPYTER_CONFIG_DIR: `${directory}/config`,
        JUPYTER_RUNTIME_DIR: `${directory}/runtime`,
        IPYTHONDIR: `${directory}/ipython`,
      },
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return JSON.parse(await Deno.readTextFile(`${directory}/${name}`));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
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
