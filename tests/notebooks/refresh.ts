/**
 * Runs notebooks and keeps what they show: `deno task notebooks`, or `deno task notebooks 05_` for
 * those whose names begin so.
 *
 * @module
 */

import { executeNotebook } from "./execute.ts";
import { notebookNames, NOTEBOOKS, readNotebook } from "./notebook.ts";

const [prefix = ""] = Deno.args;
const waiting = notebookNames().filter((name) => name.startsWith(prefix));

async function refresh(name: string): Promise<void> {
  const started = Date.now();
  const notebook = await readNotebook(name), executed = await executeNotebook(name);
  // Everything else stays as it is.
  notebook.cells.forEach((cell, index) => {
    if (cell.cell_type !== "code") return;
    cell.outputs = executed.cells[index]!.outputs ?? [];
    cell.execution_count = executed.cells[index]!.execution_count ?? null;
  });
  const text = JSON.stringify(notebook, null, 1) + "\n";
  await Deno.writeTextFile(new URL(name, NOTEBOOKS), text);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`Ran notebooks/${name} in ${seconds} s (${Math.round(text.length / 1000)} kB)`);
}

/** Two at a time: a kernel is idle for a part of it. */
async function refreshWaiting(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await refresh(name);
}

await Promise.all([refreshWaiting(), refreshWaiting()]);
