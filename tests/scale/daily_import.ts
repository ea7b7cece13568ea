/**
 * The daily import of homes, in the ways that `docs/scale.md` shows.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { householdFolder } from "../../src/archive/layout.ts";
import { openArchive } from "../../src/archive/open_archive.ts";
import { analyseDays } from "../../src/energy/days.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { readHousehold } from "../../src/household.ts";

const PAGE = new URL("../../docs/scale.md", import.meta.url);

/** Local days, both inclusive. */
export interface Days {
  /** First day, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last day. */
  readonly to: string;
}

/** The days of one home, by Wattbook. */
export async function byWattbook(dir: string, name: string, days: Days): Promise<EnergyRow[]> {
  const folder = householdFolder(dir, name);
  const household = await readHousehold(join(folder, "household.json"));
  const { table: { rows } } = await analyseDays(await openArchive(folder), household, days);
  return [...rows];
}

/** The days of all homes, by DuckDB with the query of the page: home and day to import. [kWh] */
export async function byDuckDB(dir: string, { from, to }: Days): Promise<Map<string, number>> {
  const query = (await readFile(PAGE, "utf8")).match(/```sql\n([^]*?)```/)![1]!;
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  try {
    const rows = await connection.runAndReadAll(
      query.replaceAll("'homes/", `'${dir.replaceAll("'", "''")}/`),
    );
    return new Map(
      rows.getRowsJson()
        .map(([household, day, kwh]) => [household, String(day).slice(0, 10), kwh] as const)
        .filter(([, day, kwh]) => day >= from && day <= to && kwh !== null)
        .map(([household, day, kwh]) => [`${household} ${day}`, Number(kwh)]),
    );
  } finally {
    connection.closeSync();
  }
}
