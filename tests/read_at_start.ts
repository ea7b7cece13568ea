/**
 * Which files Deno reads when a program starts.
 *
 * @module
 */

import type { ModuleGraph } from "./import_rules.ts";

/**
 * All that a program's imports name, directly or not: also those that it comes to later or never, but
 * not what is imported for its types alone, nor what is named at run time.
 *
 * @param entry Address of the file that is started.
 */
export function readAtStart(graph: ModuleGraph, entry: string): ReadonlySet<string> {
  const modules = new Map(graph.modules.map((one) => [one.specifier, one]));
  const read = new Set([entry]);
  // A set that grows goes on with what was added.
  for (const file of read) {
    for (const { code } of modules.get(file)?.dependencies ?? []) {
      if (code?.specifier) read.add(code.specifier);
    }
  }
  return read;
}
