/**
 * `deno task replay:demo-data`: makes the cases, labels and recordings of the replay demo anew, in
 * place. The same sources give the same bytes.
 *
 * @module
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { FOLDER, makeDemo } from "./make_demo.ts";

if (import.meta.main) {
  const files = await makeDemo();
  // What nobody makes any more must not stay.
  await rm(new URL("cassettes/", FOLDER), { recursive: true, force: true });
  for (const [path, text] of files) {
    const file = new URL(path, FOLDER);
    await mkdir(new URL(".", file), { recursive: true });
    await writeFile(file, text);
  }
  const bytes = [...files.values()].reduce((sum, text) => sum + text.length, 0);
  console.error(`Wrote ${files.size} files, ${Math.round(bytes / 1024)} KiB`);
}
