import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import pl from "nodejs-polars";
import { expect, test } from "vitest";
import { monthExtent, readMonth } from "../../src/archive/read_month.ts";
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

test("readMonth() takes labels that another program wrote as categories", async () => {
  const dir = await mkdtemp(`${tmpdir()}/archive-`);
  const frame = pl.DataFrame([
    pl.Series("time", [0, 60_000, 120_000]).cast(pl.Datetime("ms", "UTC")),
    pl.Series("pod", ["a", "b", "b"], pl.String).cast(pl.Categorical),
    pl.Series("value", [5, 6, 7], pl.Float64),
  ]);
  frame.writeParquet(`${dir}/data.parquet`);
  const series = await readMonth(`${dir}/data.parquet`, { metric: "power" });
  expect(series.map(({ labels, value }) => [labels["pod"], ...value])).toEqual([
    ["a", 5],
    ["b", 6, 7],
  ]);
  await rm(dir, { recursive: true });
});
