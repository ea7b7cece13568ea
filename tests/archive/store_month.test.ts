import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { storeMonth } from "../../src/archive/store_month.ts";
import { joinSeries } from "../../src/columns.ts";

test("storeMonth() counts new samples", async () => {
  const dir = await mkdtemp(`${tmpdir()}/archive-`), range = { start: 0, end: 9 };
  const task = { metric: "up", selectors: [], month: "1970-01", range, before: undefined };
  const columns = joinSeries([{ labels: {}, time: Float64Array.of(0), value: Float64Array.of(1) }]);
  const stored = await storeMonth(dir, { ...task, columns, notices: [] }, { now: 9, overlap: 0 });
  expect(stored.added).toBe(1);
  await rm(dir, { recursive: true });
});
