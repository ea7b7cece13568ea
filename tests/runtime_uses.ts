import { readdirSync, readFileSync } from "node:fs";

/** Only comments may name what is Deno's own outside of the door to it. */
const COMMENT = /^\s*(\*|\/\/|\/\*)/;

/** Lines of code in a folder, without its `effects.ts`, that use what only Deno offers. */
export function runtimeUses(folder: URL): { readonly files: number; readonly found: string[] } {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && name !== "effects.ts");
  const found = files.flatMap((name) =>
    readFileSync(new URL(name, folder), "utf8").split("\n")
      // A name of a symbol that consoles look for is a string.
      .filter((line) => !COMMENT.test(line) && !line.includes('Symbol.for("Deno.'))
      .filter((line) => /\bDeno\.|\bprocess\.|["']node:process["']/.test(line))
      .map((line) => `${name}: ${line.trim()}`)
  );
  return { files: files.length, found };
}
