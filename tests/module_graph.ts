/**
 * Which files and packages a program is made of, by Deno's own account.
 *
 * @module
 */

import type { ModuleGraph } from "./import_rules.ts";

/**
 * The graph of everything that files import.
 *
 * @param entries Files, from the folder.
 * @param folder Where `deno.json` is.
 */
export async function moduleGraph(entries: readonly string[], folder: URL): Promise<ModuleGraph> {
  const graphs = await Promise.all([...new Set(entries)].map((entry) => graphOf(entry, folder)));
  return { modules: graphs.flatMap(({ modules }) => modules) };
}

async function graphOf(entry: string, folder: URL): Promise<ModuleGraph> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    cwd: folder,
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(text.decode(stderr));
  return JSON.parse(text.decode(stdout));
}

/** The addresses of the TypeScript files below a folder. */
export async function* filesBelow(folder: URL): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    const url = new URL(entry.isDirectory ? `${entry.name}/` : entry.name, folder);
    if (entry.isDirectory) yield* filesBelow(url);
    else if (/\.tsx?$/.test(entry.name)) yield url.href;
  }
}
