/**
 * Runs all notebooks and keeps what they show: `deno task notebooks`.
 *
 * @module
 */

import { executeNotebook, notebookNames, NOTEBOOKS, readNotebook } from "./execute.ts";

for (const name of notebookNames()) {
  const notebook = await readNotebook(name), executed = await executeNotebook(name);
  // Everything else, such as the times of execution, would change with every run.
  notebook.cells.forEach((cell, index) => {
    if (cell.cell_type !== "code") return;
    cell.outputs = executed.cells[index]!.outputs ?? [];
    cell.execution_count = executed.cells[index]!.execution_count ?? null;
  });
  await Deno.writeTextFile(new URL(name, NOTEBOOKS), JSON.stringify(notebook, null, 1) + "\n");
  console.log(`Ran notebooks/${name}`);
}
