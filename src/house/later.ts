/**
 * Imports a module when it is needed. When a program starts, Deno reads every file that an
 * `import("…")` names, half a millisecond each, even if the call is never reached. So the name is
 * composed at run time.
 *
 * @param file Path; the type parameter is `typeof import` of the same path.
 * @param from Address of the file that imports; by default, paths start in this folder.
 */
export function later<Module>(file: string, from = import.meta.url): Promise<Module> {
  return import(new URL(file, from).href);
}
