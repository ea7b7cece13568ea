/**
 * Archives of other makers hold several samples of a series at one time. No number may depend on the
 * slope between them, and a reader is told.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pl from "nodejs-polars";
import { describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import { monthFile } from "../../src/archive/layout.ts";
import { detailCells } from "../../src/energy/accuracy/bands.ts";
import { analyseDays } from "../../src/energy/days.ts";
import type { Source } from "../../src/energy/signals/source.ts";
import { parseHousehold } from "../../src/household.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { joinSeries } from "../../src/columns.ts";
import { memorySource } from "../memory_source.ts";

const start = Date.UTC(2025, 5, 1);
const house = parseHousehold({
  zone: "UTC",
  roles: { string_power: { selector: "string_w", unit: "W" } },
});
const POWER = "gridbox_ha_multimeter_power_W", REGISTER = "gridbox_ha_multimeter_energy_Wh";

/** Three days of one sample a minute; at some times a wrong one comes first. */
function seriesOf(name: string, at: (row: number) => number, repeats: readonly number[]) {
  const time: number[] = [], value: number[] = [];
  for (let row = 0; row <= 3 * 1440; row++) {
    if (repeats.includes(row)) {
      time.push(start + row * MINUTE);
      value.push(-3000);
    }
    time.push(start + row * MINUTE);
    value.push(at(row));
  }
  return {
    labels: { __name__: name },
    time: Float64Array.from(time),
    value: Float64Array.from(value),
  };
}

/** Midnight, noon and two minutes in the afternoon of 2 June, and the day before. */
const REPEATS = [700, 1440, 1440 + 720, 1440 + 900, 1440 + 901];
const watts = (row: number) => row % 1440 < 720 ? 600 : -1200;
const house3 = [
  seriesOf(POWER, watts, REPEATS),
  seriesOf(
    REGISTER,
    (row) => 5e6 + 10 * Math.min(row % 1440, 720) + 7200 * Math.floor(row / 1440),
    [],
  ),
  seriesOf("string_w", (row) => row % 1440 < 720 ? 0 : 500, [1440 + 800]),
];
const range = {
  from: "2025-06-02",
  to: "2025-06-02",
  strings: true,
  power: [{ step: 15 * MINUTE }],
  now: start + 72 * HOUR,
};

async function expectRight(source: Source) {
  const { table, reconciled, power } = await analyseDays(source, house, range);
  const row = table.rows[0]!, detail = detailCells(reconciled[0]!);
  expect(row.import_kwh).toBeCloseTo(7.2, 2);
  expect(row.export_kwh).toBeCloseTo(14.4, 2);
  expect(detail["dc_integral_kwh"]).toBeCloseTo(6, 2);
  expect(Object.values({ ...row, ...detail }).filter((cell) => Number.isNaN(cell))).toEqual([]);
  expect([...power[0]!.grid_w].some(Number.isNaN)).toBe(false);
  expect(table.notices).toContain(
    "grid_power: 4 samples have the same time as another sample of the series; one value is " +
      "used for each time, usually the last",
  );
  expect(table.notices).toContain(
    "string_power: 1 sample has the same time as another sample of the series; one value is " +
      "used for each time, usually the last",
  );
}

describe("samples that share a time", () => {
  test("are sorted out, counted and named", () => expectRight(memorySource(joinSeries(house3))));

  test("are so in a Parquet file that another program wrote", async () => {
    const dir = await mkdtemp(join(tmpdir(), "foreign-"));
    try {
      for (const { labels, time, value } of house3) {
        const file = monthFile(dir, { metric: labels.__name__, month: "2025-06" });
        await mkdir(dirname(file), { recursive: true });
        const instants = [...time].map((at) => new Date(at));
        await writeFile(file, pl.DataFrame({ time: instants, value }).writeParquet());
      }
      await expectRight(await openArchive(dir));
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  test("are counted once, however the days are divided", async () => {
    const days = { ...range, from: "2025-06-01", to: "2025-06-03", stretch: 1 };
    const { table } = await analyseDays(memorySource(joinSeries(house3)), house, days);
    expect(table.notices.filter((notice) => notice.startsWith("grid_power")))
      .toEqual([expect.stringMatching(/^grid_power: 5 samples/)]);
  });
});
