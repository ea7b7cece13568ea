import fc from "fast-check";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pl from "nodejs-polars";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { encodeParquet } from "../../src/archive/encode_parquet.ts";
import { openArchive } from "../../src/archive/open_archive.ts";
import { writeArchive, writeMonth } from "../../src/archive/write_archive.ts";
import {
  eachSeries,
  joinSeries,
  type LabelledSamples,
  type SeriesColumns,
} from "../../src/columns.ts";
import { WattbookError } from "../../src/errors.ts";
import { parseSelector, selector } from "../../src/selector.ts";
import { load } from "../notation.ts";

const ALWAYS = { start: -8e15, end: 8e15 };
const JANUARY_END = Date.UTC(2025, 1, 1);

let dir: string;
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), "archive-"))));
afterEach(() => rm(dir, { recursive: true, force: true }));

async function pull(text: string, range = ALWAYS): Promise<SeriesColumns> {
  return (await (await openArchive(dir)).samples(parseSelector(text), range)).columns;
}

/** Series as plain data in an order of their own, to compare what has no order. */
function plain(columns: SeriesColumns): string[] {
  return [...eachSeries(columns)].map(({ labels, time, value }) =>
    JSON.stringify([Object.entries(labels).sort(), [...time], [...value].map(String)])
  ).sort();
}

async function refusal(pulled: Promise<unknown>): Promise<WattbookError> {
  const error = await pulled.then(() => undefined, (error) => error);
  expect(error).toBeInstanceOf(WattbookError);
  expect(error.hint).not.toBe("");
  return error;
}

const labelName = fc.stringMatching(/^[a-z_][a-z0-9_]{0,6}$/);
const labelValue = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
const sample = fc.record({
  time: fc.integer({ min: Date.UTC(2024, 10), max: Date.UTC(2025, 2) }),
  value: fc.oneof(fc.double(), fc.integer({ min: -5000, max: 5000 })),
});
const oneSeries = fc.record({
  labels: fc.dictionary(
    fc.oneof(
      labelName,
      fc.constantFrom("time", "value", "label_time", "metric", "month", "Household"),
    ),
    labelValue,
    { maxKeys: 3 },
  ),
  samples: fc.uniqueArray(sample, { selector: ({ time }) => time, minLength: 1, maxLength: 30 }),
}).map(({ labels, samples }): LabelledSamples => {
  samples.sort((a, b) => a.time - b.time);
  return {
    labels: { ...labels, __name__: "home:x:watts" },
    time: Float64Array.from(samples, ({ time }) => time),
    value: Float64Array.from(samples, ({ value }) => value),
  };
});

describe("what was written is read", () => {
  test("any labels, any values, any months", async () => {
    const several = fc.uniqueArray(oneSeries, {
      selector: ({ labels }) => JSON.stringify(Object.entries(labels).sort()),
      maxLength: 4,
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(several, async (series) => {
        await rm(dir, { recursive: true, force: true });
        const written = joinSeries(series);
        await writeArchive(dir, written);
        expect(plain(await pull("home:x:watts"))).toEqual(plain(written));
      }),
      { numRuns: 40 },
    );
  });

  test("a range holds its first and its last instant, across the seam of two months", async () => {
    const start = JANUARY_END - 120_000;
    await writeArchive(dir, load('power{pod="a"} 0+1x4', { start }));
    const { time, value, labels } = await pull("power", {
      start: start + 60_000,
      end: start + 180_000,
    });
    expect(labels).toEqual([{ __name__: "power", pod: "a" }]);
    expect([...value]).toEqual([1, 2, 3]);
    expect([...time]).toEqual([60_000, 120_000, 180_000].map((after) => start + after));
  });

  test("matchers choose among the series, also by a label that only some months know", async () => {
    const start = JANUARY_END - 60_000;
    await writeArchive(
      dir,
      load('power{ain="1 2"} 1 _\npower{ain="1 2-1",pod="b"} _ 5', { start }),
    );
    expect([...(await pull('power{ain=~"1 2(-1)?"}')).value].sort()).toEqual([1, 5]);
    expect([...(await pull('power{pod=""}')).value]).toEqual([1]);
    expect([...(await pull('power{pod!=""}')).value]).toEqual([5]);
  });

  test("an absent value is null on disk and NaN in columns", async () => {
    const [file] = await writeArchive(dir, load("power 1 NaN 3"));
    expect(pl.readParquet(file!).getColumn("value").toArray()).toEqual([1, null, 3]);
    expect([...(await pull("power")).value]).toEqual([1, NaN, 3]);
  });

  test("nothing of an unknown metric, and nothing outside the samples", async () => {
    await writeArchive(dir, load("power 1 2"));
    expect((await pull("other")).labels).toEqual([]);
    expect((await pull("power", { start: 70_000, end: 80_000 })).labels).toEqual([]);
  });

  test("only the months that are asked for are read", async () => {
    const files = await writeArchive(dir, load("power 1 2", { start: JANUARY_END - 60_000 }));
    await writeFile(files[0]!, "damaged");
    expect([...(await pull("power", { start: JANUARY_END, end: JANUARY_END })).value]).toEqual([2]);
  });
});

describe("the files", () => {
  test("lie in folders as Hive writes them, which Polars reads back as columns", async () => {
    await writeArchive(dir, load('home:a:w{pod="x"} 1\nhome:a:w{pod="y"} 2'));
    expect(await readdir(dir)).toEqual(["metric=home%3Aa%3Aw"]);
    const frame = await pl.scanParquet(`${dir}/**/*.parquet`, { hivePartitioning: true }).collect();
    expect(frame.columns).toEqual(["time", "pod", "value", "metric", "month"]);
    expect(frame.schema.time).toEqual(pl.Datetime("ms", "UTC"));
    expect(frame.row(1).slice(1)).toEqual(["y", 2, "home:a:w", "1970-01"]);
  });

  test("hold rows in order of time, then of labels", async () => {
    const [file] = await writeArchive(dir, load('p{s="b"} 1 2\np{s="a"} 3 4'));
    expect(pl.readParquet(file!).getColumn("value").toArray()).toEqual([3, 1, 4, 2]);
  });

  test("are the same bytes whatever the order of the series", () => {
    const one = encodeParquet(load('p{s="b"} 1 2\np{s="a"} 3 4'));
    const other = encodeParquet(load('p{s="a"} 3 4\np{s="b"} 1 2'));
    expect(one).toEqual(other);
  });

  test("are replaced as a whole, and leave nothing half-written", async () => {
    await writeArchive(dir, load("power 1 2 3"));
    const [file] = await writeArchive(dir, load("power 7"));
    expect([...(await pull("power")).value]).toEqual([7]);
    expect(await readdir(join(file!, ".."))).toEqual(["data.parquet"]);
  });

  test("cost little for each sample of a steady scrape", () => {
    const bytes = encodeParquet(load('power{pod="a"} 100x43199'));
    expect(bytes.length / 43_200).toBeLessThan(0.1);
  });

  test("of a month take no sample of another", async () => {
    const place = { metric: "power", month: "2025-01" };
    await expect(writeMonth(dir, load("power 1", { start: JANUARY_END }), place))
      .rejects.toThrow("2025-02-01T00:00:00.000Z is not in 2025-01");
  });

  test("that cannot be written are named", async () => {
    await writeFile(join(dir, "metric=power"), "a file where a folder should be");
    const error = await refusal(writeArchive(dir, load("power 1")));
    expect(error.code).toBe("FILE_NOT_WRITTEN");
    expect(error.message).toContain("metric=power");
  });
});

describe("what is not an archive, or is damaged, is named", () => {
  test("no folder", async () => {
    const error = await refusal(openArchive(join(dir, "absent")));
    expect(error.code).toBe("BAD_ARCHIVE");
    expect(error.message).toContain("absent");
  });

  test("an empty folder, and one with other things in it", async () => {
    expect((await refusal(openArchive(dir))).code).toBe("BAD_ARCHIVE");
    await mkdir(join(dir, "notes"));
    expect((await refusal(openArchive(dir))).code).toBe("BAD_ARCHIVE");
  });

  const good = encodeParquet(load('power{pod="a"} 0+1x99'));
  test.each<[string, Uint8Array]>([
    ["empty", new Uint8Array()],
    ["text", new TextEncoder().encode("<!doctype html><title>Sign in</title>")],
    ["half-written", good.subarray(0, good.length / 2)],
    ["without its start", good.subarray(good.length / 2)],
    ["without time", pl.DataFrame({ at: [1], value: [1.5] }).writeParquet() as Buffer],
    [
      "with text as value",
      pl.DataFrame({
        time: [new Date(0)],
        value: ["1"],
      }).writeParquet() as Buffer,
    ],
    [
      "with a number as label",
      pl.DataFrame({
        time: [new Date(0)],
        value: [1.5],
        pod: [7],
      }).writeParquet() as Buffer,
    ],
    [
      "not in order of time",
      pl.DataFrame({
        time: [new Date(5), new Date(0)],
        value: [1.5, 2.5],
      }).writeParquet() as Buffer,
    ],
    [
      "with a time that is absent",
      pl.DataFrame({
        time: [new Date(5), null],
        value: [1.5, 2.5],
      }).writeParquet() as Buffer,
    ],
  ])("a file %s", async (_, bytes) => {
    const [file] = await writeArchive(dir, load("power 1"));
    await writeFile(file!, bytes);
    const error = await refusal(pull("power"));
    expect(error.code).toBe("BAD_ARCHIVE");
    expect(error.message).toContain(file);
  });

  test("what lies beside the metrics is ignored", async () => {
    await writeArchive(dir, load("power 1"));
    await writeFile(join(dir, "household.json"), "{}");
    await mkdir(join(dir, "metric=power", "month=2025-13"));
    await mkdir(join(dir, "metric=power", "month=2025-05"));
    await mkdir(join(dir, "metric=%E0"));
    await writeFile(join(dir, "metric=power", "month=2025-05", ".data.parquet.partial"), "PAR1");
    const archive = await openArchive(dir);
    expect(await archive.metrics()).toEqual(["power"]);
    expect([...(await pull("power")).value]).toEqual([1]);
  });
});

describe("an archive", () => {
  test("knows its extent over all metrics", async () => {
    await writeArchive(dir, load("a 1 2", { start: JANUARY_END }));
    await writeArchive(dir, load("b 1 _ 2", { start: JANUARY_END - 60_000 }));
    expect(await (await openArchive(dir)).extent())
      .toEqual({ start: JANUARY_END - 60_000, end: JANUARY_END + 60_000 });
  });

  test("tells its progress, and stops when it is told to", async () => {
    await writeArchive(dir, load("power 1 2", { start: JANUARY_END - 60_000 }));
    const archive = await openArchive(dir), steps: string[] = [], stop = new AbortController();
    await archive.samples(selector("power"), ALWAYS, {
      onProgress: (done, total) => steps.push(`${done}/${total}`),
    });
    expect(steps).toEqual(["1/2", "2/2"]);
    const stopped = archive.samples(selector("power"), ALWAYS, {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect((await refusal(stopped)).code).toBe("ABORTED");
  });

  test("reads tables of other writers: microseconds, no labels", async () => {
    const [file] = await writeArchive(dir, load("power 1"));
    const frame = pl.DataFrame({ time: [new Date(5), new Date(9)], value: [1.5, 2.5] })
      .withColumn(pl.col("time").cast(pl.Datetime("us")));
    await writeFile(file!, frame.writeParquet() as Buffer);
    const { time, value } = await pull("power");
    expect([[...time], [...value]]).toEqual([[5, 9], [1.5, 2.5]]);
    expect((await readFile(file!)).subarray(0, 4).toString()).toBe("PAR1");
  });
});
