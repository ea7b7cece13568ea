/**
 * Runs notebooks and keeps what they show.
 *
 * @module
 */

import { executeNotebook } from "./execute.ts";
import { notebookNames, readNotebook } from "./notebook.ts";

async function refresh(name: string, folder: URL): Promise<void> {
  const started = Date.now();
  const notebook = await readNotebook(name, folder);
  const executed = await executeNotebook(name, folder);
  // Everything else stays as it is.
  notebook.cells.forEach((cell, index) => {
    if (cell.cell_type !== "code") return;
    cell.outputs = executed.cells[index]!.outputs ?? [];
    cell.execution_count = executed.cells[index]!.execution_count ?? null;
  });
  const text = JSON.stringify(notebook, null, 1) + "\n";
  await Deno.writeTextFile(new URL(name, folder), text);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`Ran ${name} in ${seconds} s (${Math.round(text.length / 1000)} kB)`);
}

/** Runs the notebooks of a folder whose names begin with `prefix`, two at a time. */
export async function refreshNotebooks(folder: URL, prefix: string = ""): Promise<void> {
  const waiting = notebookNames(folder).filter((name) => name.startsWith(prefix));
  const refreshWaiting = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      await refresh(name, folder);
    }
  };
  // A kernel is idle for a part of its time.
  await Promise.all([refreshWaiting(), refreshWaiting()]);
}
