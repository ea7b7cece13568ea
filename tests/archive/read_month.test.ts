import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import pl from "nodejs-polars";
import { expect, test } from "vitest";
import { monthExtent, readMonth, seriesParts, timeAsNumber } from "../../src/archive/read_month.ts";
import { writeArchive } from "../../src/archive/write_archive.ts";
import { joinSeries } from "../../src/columns.ts";

test("readMonth() reads what was written", async () => {
  const dir = await mkdtemp(`${tmpdir()}/archive-`);
  const [file] = await writeArchive(
    dir,
    joinSeries([
      { labels: { __name__: "power" }, time: Float64Array.of(0), value: Float64Array.of(5) },
    ]),
  );
  const [power] = await readMonth(file!, { metric: "power" });
  expect(power!.value[0]).toBe(5);
  await rm(dir, { recursive: true });
});

test("monthExtent() gives the first and the last time", async () => {
  const dir = await mkdtemp(`${tmpdir()}/archive-`);
  const [file] = await writeArchive(
    dir,
    joinSeries([
      { labels: { __name__: "power" }, time: Float64Array.of(5, 9), value: Float64Array.of(1, 2) },
    ]),
  );
  expect(await monthExtent(file!)).toEqual({ start: 5, end: 9 });
  await rm(dir, { recursive: true });
});

test.each([
  ["side by side", ["a", "b", "a", "b", "a"], [[1, 3, 5], [2, 4]]],
  ["one after the other", ["a", "a", "a", "b", "b"], [[1, 2, 3], [4, 5]]],
  ["without a label first", [null, null, "b", "a", "b"], [[1, 2], [3, 5], [4]]],
  ["without a label between", ["a", null, "a", "b", null], [[1, 3], [2, 5], [4]]],
])("seriesParts() gives one part per series: %s", (_, pods, values) => {
  const time = pl.Series("time", [5, 6, 7, 8, 9]).cast(pl.Datetime("ms", "UTC"));
  const value = pl.Series("value", [1, 2, 3, 4, 5], pl.Float64);
  const frame = pl.DataFrame([time, pl.Series("pod", pods, pl.String), value]);
  const parts = seriesParts(["pod"], frame);
  expect(parts.map(({ part }) => part.getColumn("value").toArray())).toEqual(values);
  expect(parts.map(({ part }) => part.getColumn("time").get(0)))
    .toEqual(values.map(([first]) => first! + 4));
  expect(parts.map(({ values }) => values["pod"] ?? null)).toEqual([...new Set(pods)]);
});

test("timeAsNumber() converts other units", () => {
  const frame = pl.DataFrame([pl.Series("time", [5_000]).cast(pl.Datetime("us"))]);
  expect(frame.select(timeAsNumber()).getColumn("time").get(0)).toBe(5);
});
