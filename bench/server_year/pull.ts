/**
 * Pulls the samples of an archive from a server, a month at a time, and throws them away:
 * `pull.ts ADDRESS FOLDER`.
 *
 * @module
 */

import { openArchive } from "../../src/archive/open_archive.ts";
import { connect } from "../../src/client/connect.ts";
import { monthlyPieces } from "../../src/energy/sample_stream.ts";
import { selector } from "../../src/selector.ts";

const archive = await openArchive(Deno.args[1]!), metrics = await archive.metrics();
const months = monthlyPieces((await archive.extent())!);
await using client = await connect({ route: { kind: "direct", url: new URL(Deno.args[0]!) } });
const rows = await Promise.all(metrics.map(async (metric) => {
  let rows = 0;
  let ahead = client.samples(selector(metric), months[0]!);
  for (let next = 1; next <= months.length; next++) {
    const { columns } = await ahead;
    if (next < months.length) ahead = client.samples(selector(metric), months[next]!);
    rows += columns.time.length;
  }
  return rows;
}));
console.log(rows.reduce((sum, one) => sum + one));
