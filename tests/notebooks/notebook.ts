/**
 * The notebooks as files.
 *
 * @module
 */

/** Where notebooks are. */
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
