/**
 * The examples of doc comments, as programs that run.
 *
 * @module
 */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** An example, and how to run it. */
export interface Example {
  /** File and line, from the folder that was searched. */
  readonly place: string;
  /** Runs it in this process; rejects if one of its assertions fails. */
  run(): Promise<void>;
}

/**
 * All examples in TypeScript below a folder.
 *
 * `deno test --doc` would start an isolate for each of them: together a minute of processor time instead
 * of some seconds.
 *
 * @param paths Files, and folders with files.
 * @param into Folder for the programs.
 */
export async function examplesOf(
  root: URL,
  paths: readonly string[],
  into: string,
): Promise<Example[]> {
  const files = await Promise.all(paths.map((path) => filesOf(root, path)));
  const found = await Promise.all(
    files.flat().map(async (path) => {
      const file = new URL(path, root);
      return codeOf(await readFile(file, "utf8"))
        .map(({ code, line }) => ({ place: `${path}:${line}`, program: programOf(code, file) }));
    }),
  );
  return await Promise.all(
    found.flat().map(async ({ place, program }) => {
      const file = join(into, `${place.replaceAll(/\W/g, "_")}.ts`);
      await writeFile(file, program);
      return { place, run: async () => void await import(pathToFileURL(file).href) };
    }),
  );
}

async function filesOf(root: URL, path: string): Promise<string[]> {
  if (path.endsWith(".ts")) return [path];
  const names = await readdir(new URL(`${path}/`, root), { recursive: true });
  return names.filter((name) => /\.tsx?$/.test(name)).sort().map((name) => `${path}/${name}`);
}

function codeOf(text: string): { readonly code: string; readonly line: number }[] {
  return [...text.matchAll(/\/\*\*[^]*?\*\//g)].flatMap(({ 0: comment, index }) =>
    [...comment.matchAll(/^ *\* ```ts\n([^]*?)^ *\* ```$/gm)].map((block) => ({
      code: block[1]!.replaceAll(/^ *\* ?/gm, ""),
      line: text.slice(0, index + block.index).split("\n").length,
    }))
  );
}

/** The code as it would run beside its file. */
function programOf(code: string, file: URL): string {
  const absolute = code.replaceAll(
    /\b(from |import |import\()"(\.[^"]*)"/g,
    (_, before, path) => `${before}"${new URL(path, file).href}"`,
  );
  return absolute.replaceAll("import.meta.url", JSON.stringify(file.href));
}
