/**
 * Reads all samples of an archive, a month at a time, and does nothing with them:
 * `read.ts FOLDER`.
 *
 * @module
 */

import { openArchive } from "../../src/archive/open_archive.ts";
import { monthlyPieces } from "../../src/energy/signals/stream.ts";
import { selector } from "../../src/selector.ts";

const archive = await openArchive(Deno.args[0]!);
let rows = 0;
for (const metric of await archive.metrics()) {
  for (const month of monthlyPieces((await archive.extent())!)) {
    rows += (await archive.samples(selector(metric), month)).columns.time.length;
  }
}
console.log(rows);
