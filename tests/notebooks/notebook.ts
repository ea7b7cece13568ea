/**
 * The notebooks as files.
 *
 * @module
 */

/** Where the notebooks about the household are. */
export const NOTEBOOKS: URL = new URL("../../notebooks/", import.meta.url);

/** A cell, as far as it matters here. */
export interface Cell {
  cell_type: string;
  source: string | string[];
  outputs?: Output[];
  execution_count?: number | null;
}

/** What a cell shows, as far as it matters here. */
export interface Output {
  output_type: string;
  data?: Record<string, string | string[]>;
  text?: string | string[];
}

/** A notebook, as far as it matters here. */
export interface Notebook {
  cells: Cell[];
}

/** File names of all notebooks of a folder. */
export function notebookNames(folder: URL = NOTEBOOKS): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.endsWith(".ipynb")).sort();
}

/** Reads a notebook as it is in the project. */
export async function readNotebook(name: string, folder: URL = NOTEBOOKS): Promise<Notebook> {
  return JSON.parse(await Deno.readTextFile(new URL(name, folder)));
}

/** Cells of code. */
export function codeCells({ cells }: Notebook): Cell[] {
  return cells.filter((cell) => cell.cell_type === "code");
}

/** What a cell says. */
export function textOf({ source }: Pick<Cell, "source">): string {
  return [source].flat().join("");
}

/** All code of a notebook, as one program. */
export function codeOf(notebook: Notebook): string {
  return codeCells(notebook).map(textOf).join("\n");
}
