/**
 * Computes the daily table of a household from a server, several times one after the other, and tells
 * how long each took: `table.ts ADDRESS FOLDER FROM TO TIMES`.
 *
 * @module
 */

import { join } from "node:path";
import { connect } from "../../src/client/connect.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { serverSource } from "../../src/energy/signals/source.ts";
import { readHousehold } from "../../src/household.ts";

const [address, folder, from, to, times] = Deno.args as [string, string, string, string, string];
const household = await readHousehold(join(folder, "household.json"));
const took: number[] = [];
for (let time = 0; time < Number(times); time++) {
  const start = performance.now();
  await using client = await connect({ route: { kind: "direct", url: new URL(address) } });
  const { table: { rows } } = await analyseDays(serverSource(client), household, { from, to });
  took.push(performance.now() - start);
  // They are flagged: the house stands in Berlin, and its zone never changes its clocks.
  if (rows.some((row) => row.import_kwh === null || row.coverage_grid! < 0.99)) {
    throw new Error("Days are missing");
  }
}
console.log(JSON.stringify(took));
