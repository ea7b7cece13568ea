/**
 * A lock without the packages for musl. Deno 2.9.6 does not read which C library a package is for
 * and would install both twins of each native library, 120 MB for nothing: there is no Deno for musl.
 *
 * @param lock The text of a `deno.lock`.
 * @returns The text as Deno writes it, without them.
 */
export function trimLock(lock: string): string {
  return lock
    // A package of its own: from its name to the brace that closes it.
    .replace(/^ {4}"[^"]*-musl[^"]*@[^"]*": \{\n(?: {6}.*\n)* {4}\},?\n/gm, "")
    // The name in a list of optional dependencies.
    .replace(/^ {8}"[^"]*-musl[^"]*",?\n/gm, "")
    // What is now the last one has no comma.
    .replace(/,(\n *[\]}])/g, "$1");
}
