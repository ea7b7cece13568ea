/**
 * Imports a module when it is needed. Deno reads every file that `import("…")` names already when the
 * program starts, half a millisecond each, even if nobody comes to the call; so the name is made up at
 * run time.
 *
 * @param file Path from this folder; the type parameter is `typeof import` of the same path.
 */
export function later<Module>(file: string): Promise<Module> {
  return import(new URL(file, import.meta.url).href);
}
