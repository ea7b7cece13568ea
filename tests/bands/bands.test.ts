import { beforeAll, describe, expect, test } from "vitest";
import { BANDED } from "../../src/catalogue/columns.ts";
import { measureDemoYear } from "./demo_year.ts";
import {
  HIGHEST_SLACK,
  LEAST_INSIDE,
  LEAST_WEEKS_INSIDE,
  USUAL_SLACK,
  WIDEST_IN_DEMO,
} from "./limits.ts";
import { measure, type Measured } from "./measure.ts";
import { bandsPage } from "./page.ts";
import { VARIATIONS } from "./variations.ts";

const found: Measured[] = [];

beforeAll(async () => {
  found.push(await measureDemoYear());
  for (const variation of VARIATIONS) found.push(await measure(variation));
}, 300_000);

const DEMO = { name: "the demo year", isMean: false, fewest: 360 };

describe.each([DEMO, ...VARIATIONS])("$name", ({ name, isMean = false, fewest = 20 }) => {
  let measured: Measured;
  beforeAll(() => void (measured = found.find((one) => one.name === name)!));

  test("has complete days enough to tell", () => {
    expect(measured.days).toBeGreaterThanOrEqual(fewest);
  });

  test.each(BANDED)("%s: the band holds the truth, and is no wider than it has to be", (banded) => {
    expect(measured.inside[banded] / measured.days).toBeGreaterThanOrEqual(LEAST_INSIDE);
    expect(measured.slack[banded]).toBeLessThanOrEqual(HIGHEST_SLACK);
  });

  test("the calibration sees whether the meter reports means", () => {
    expect(measured.analysis.calibrations.grid.shortfall > 0).toBe(isMean);
  });

  test("each band holds the number in the table", () => {
    const { table, reconciled } = measured.analysis;
    for (const [d, row] of table.rows.entries()) {
      for (const banded of BANDED) {
        const band = reconciled[d]!.bands[banded], value = row[banded];
        if (value === null) expect(band, `${row.date} ${banded}`).toBe(null);
        else {
          expect(band!.low, `${row.date} ${banded}`).toBeLessThanOrEqual(value + 1e-9);
          expect(band!.high, `${row.date} ${banded}`).toBeGreaterThanOrEqual(value - 1e-9);
        }
      }
    }
  });
});

describe.each(BANDED)("%s", (banded) => {
  test("the bands of whole weeks hold the truth", () => {
    const weeks = found.reduce((sum, one) => sum + one.weeks, 0);
    const inside = found.reduce((sum, one) => sum + one.weeksInside[banded], 0);
    expect(weeks).toBeGreaterThan(80);
    expect(inside / weeks).toBeGreaterThanOrEqual(LEAST_WEEKS_INSIDE);
  });

  test("the bands are usually about as wide as they have to be", () => {
    const slack = found.map((one) => one.slack[banded]).sort((a, b) => a - b);
    expect(slack[slack.length >> 1]).toBeLessThanOrEqual(USUAL_SLACK);
    expect(found[0]!.width[banded]).toBeLessThanOrEqual(WIDEST_IN_DEMO[banded]);
  });
});

test("docs/bands.md is what `deno task accuracy` renders", async () => {
  expect(await Deno.readTextFile("docs/bands.md")).toBe(bandsPage(found));
});
