/**
 * Circles of imports.
 *
 * @module
 */

import type { ModuleGraph } from "./import_rules.ts";

/**
 * Each circle of imports in a graph, imports of types included: the files that reach each other, in
 * the order of their names.
 *
 * @param folder Address of the folder whose files are looked at, with a slash at its end.
 */
export function circles({ modules }: ModuleGraph, folder: string): string[][] {
  const imports = new Map(
    modules.filter(({ specifier }) => specifier.startsWith(folder)).map((
      { specifier, dependencies = [] },
    ) => [
      specifier,
      dependencies.flatMap(({ code, type }) =>
        [code?.specifier ?? [], type?.specifier ?? []].flat()
      ),
    ]),
  );
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]));
  const found = new Map<string, string[]>();
  for (const [file, own] of reached) {
    if (!own.has(file)) continue;
    const circle = [...own].filter((other) => reached.get(other)?.has(file)).sort();
    found.set(circle[0]!, circle.map((one) => one.slice(folder.length)));
  }
  return [...found.values()];
}

/** The files that a file imports, directly or not; itself only if it is in a circle. */
function reachedFrom(
  file: string,
  imports: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set(imports.get(file));
  // A set that grows goes on with what was added.
  for (const one of reached) for (const next of imports.get(one) ?? []) reached.add(next);
  return reached;
}
