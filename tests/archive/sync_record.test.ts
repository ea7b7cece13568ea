import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parquetMetadataAsync } from "hyparquet";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { encodeParquet } from "../../src/archive/encode_parquet.ts";
import { openArchive } from "../../src/archive/open_archive.ts";
import { readRecord, recordEntries, type SyncRecord } from "../../src/archive/sync_record.ts";
import { writeMonth } from "../../src/archive/write_archive.ts";
import { parseSelector } from "../../src/selector.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { load } from "../notation.ts";

let dir: string;
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), "record-"))));
afterEach(() => rm(dir, { recursive: true, force: true }));

const place = { metric: "power", month: "2025-01" };
const start = Date.UTC(2025, 0, 1), end = Date.UTC(2025, 1, 1) - 1;
const record: SyncRecord = { selectors: ["power"], from: start, to: end, finished: true };

const write = (text: string, changes: Partial<SyncRecord> = {}, at = place) =>
  writeMonth(dir, load(text, { start: Date.parse(`${at.month}-01`) }), {
    ...at,
    record: { ...record, ...changes },
  });

describe("the record of a file", () => {
  test("is in its footer, so that other programs can read it", async () => {
    const selectors = ['power{ain=~"1 2(-1)?"}', "power"];
    const file = await write("power 1 2", { selectors });
    expect(await readRecord(file, place)).toEqual({ ...record, selectors });
    const bytes = await Deno.readFile(file);
    const { key_value_metadata } = await parquetMetadataAsync({
      byteLength: bytes.length,
      slice: (from, to) => bytes.buffer.slice(from, to),
    });
    expect(Object.fromEntries(key_value_metadata!.map(({ key, value }) => [key, value])))
      .toMatchObject({
        "wattbook.from": "2025-01-01T00:00:00.000Z",
        "wattbook.to": "2025-01-31T23:59:59.999Z",
        "wattbook.finished": "true",
      });
  });

  test("is found behind a footer of any length", async () => {
    const labels = Array.from({ length: 500 }, (_, i) => `l${i}="x"`).join();
    const file = await write(`power{${labels}} 1`);
    expect((await Deno.readFile(file)).length).toBeGreaterThan(40_000);
    expect(await readRecord(file, place)).toEqual(record);
  });

  test("is absent where something else wrote the file", async () => {
    const file = await writeMonth(dir, load("power 1", { start }), place);
    expect(await readRecord(file, place)).toBeNull();
  });

  const entries = recordEntries(record, place);
  test.each<[string, Uint8Array, string]>([
    ["empty", new Uint8Array(), "damaged or not a Parquet file"],
    ["a CSV", new TextEncoder().encode("time,value\r\n0,1\r\n"), "damaged or not a Parquet file"],
    ["cut off", encodeParquet(load("power 1 2 3")).subarray(0, 90), "damaged or not a Parquet"],
    [
      "another metric's",
      encodeParquet(load("power 1"), {
        entries: recordEntries(record, { metric: "other", month: "2024-12" }),
      }),
      "contains other of 2024-12, according to its metadata",
    ],
    [
      "of a version to come",
      encodeParquet(load("power 1"), {
        entries: entries.map((one) => one.key.endsWith("version") ? { ...one, value: "2" } : one),
      }),
      "is of version 2, not 1",
    ],
    [
      "with a footer that makes no sense",
      encodeParquet(load("power 1"), {
        entries: entries.map((one) => one.key.endsWith("from") ? { ...one, value: "soon" } : one),
      }),
      "has a damaged footer",
    ],
  ])("names a file that is %s", async (_, bytes, message) => {
    const file = join(dir, "data.parquet");
    await writeFile(file, bytes);
    const reading = readRecord(file, place);
    await expect(reading).rejects.toMatchObject({ code: "BAD_ARCHIVE" });
    await expect(reading).rejects.toThrow(`'${file}' `);
    await expect(reading).rejects.toThrow(message);
  });
});

describe("what an archive covers", () => {
  const ALWAYS = { start: 0, end: Date.UTC(2030, 0) };
  const covered = async (text: string, range = ALWAYS) =>
    (await openArchive(dir)).covered(parseSelector(text), range);

  test("is each finished month in full, and one in progress but for its last hours", async () => {
    await write("power 1");
    await write("power 1", { from: end + 1, to: end + 30 * HOUR, finished: false }, {
      ...place,
      month: "2025-02",
    });
    expect(await covered("power")).toEqual([{ start, end: end + 27 * HOUR }]);
    const range = { start: end - 5, end: end + 5 };
    expect(await covered("power", range)).toEqual([range]);
  });

  test("has holes where months are absent", async () => {
    await write("power 1");
    const march = Date.UTC(2025, 2), over = Date.UTC(2025, 3) - 1;
    await write("power 1", { from: march, to: over }, { ...place, month: "2025-03" });
    expect(await covered("power")).toEqual([{ start, end }, { start: march, end: over }]);
  });

  test("is nothing of a month that has only just begun, or that no sync wrote", async () => {
    await write("power 1", { to: start + 5 * MINUTE, finished: false });
    expect(await covered("power")).toEqual([]);
    await writeMonth(dir, load("power 1", { start }), place);
    expect(await covered("power")).toEqual([]);
  });

  test("is known of the selectors that were asked for, and of all if the metric was", async () => {
    await write("power 1", { selectors: ['power{ain="1"}'] });
    expect(await covered('power{ain="1"}')).toHaveLength(1);
    expect(await covered('power{ain="2"}')).toEqual([]);
    expect(await covered("power")).toEqual([]);
    await write("power 1");
    expect(await covered('power{ain="2"}')).toHaveLength(1);
  });
});

describe("a file in the wrong folder", () => {
  test("is named when its samples are read, even without a record", async () => {
    const file = await writeMonth(dir, load("power 1", { start }), place);
    const elsewhere = file.replace("2025-01", "2025-02");
    await Deno.mkdir(dirname(elsewhere));
    await rename(file, elsewhere);
    const archive = await openArchive(dir);
    const pulling = archive.samples(parseSelector("power"), { start: 0, end: Date.UTC(2030, 0) });
    await expect(pulling).rejects.toMatchObject({ code: "BAD_ARCHIVE" });
    await expect(pulling).rejects.toThrow(
      `'${elsewhere}' holds a sample of 2025-01-01T00:00:00.000Z, which belongs to another month`,
    );
  });
});
