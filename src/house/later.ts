/**
 * Imports a module when it is needed. When a program starts, Deno reads every file that an
 * `import("…")` names, half a millisecond each, even if the call is never reached. So the name is
 * composed at run time.
 *
 * @param file Path from this folder; the type parameter is `typeof import` of the same path.
 */
export function later<Module>(file: string): Promise<Module> {
  return import(new URL(file, import.meta.url).href);
}
