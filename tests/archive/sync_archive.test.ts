import fc from "fast-check";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { householdFolder, monthFile } from "../../src/archive/layout.ts";
import { openArchive } from "../../src/archive/open_archive.ts";
import { pullMonth, syncArchive, type SyncOptions } from "../../src/archive/sync_archive.ts";
import { readRecord } from "../../src/archive/sync_record.ts";
import { writeMonth } from "../../src/archive/write_archive.ts";
import { eachSeries, joinSeries, type SeriesColumns } from "../../src/columns.ts";
import { isWattbookError, type WattbookError } from "../../src/errors.ts";
import { parseHousehold } from "../../src/household.ts";
import { parseSelector, selector } from "../../src/selector.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { load } from "../notation.ts";
import { type MemoryClient, memoryClient } from "./memory_client.ts";

const POWER = "gridbox_ha_multimeter_power_W", ENERGY = "gridbox_ha_multimeter_energy_Wh";
const AIN = "1 2(-1)?";
const house = (ain: string | undefined = AIN) =>
  parseHousehold({ zone: "Europe/Berlin", ...(ain && { meter_ain_regex: ain }) });

let dir: string;
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), "sync-"))));
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A sample each hour, from a day on, of the meter and of the inverter. */
function hours(from: string, count: number): SeriesColumns {
  return load(
    `${POWER}{ain="1 2-1",pod="a"} 0+1x${count - 1}
     inverter_logger_online{pod="b"} 1x${count - 1}`,
    { start: Date.parse(from), step: HOUR },
  );
}

const at = (text: string) => Date.parse(text.length === 10 ? `${text}T00:00Z` : text);
const sync = (client: MemoryClient, now: string, options: SyncOptions = {}, home = house()) =>
  syncArchive(client, dir, home, { now: () => at(now), ...options });

async function onDisk(metric = POWER): Promise<[number, number][]> {
  const archive = await openArchive(dir);
  const { columns } = await archive.samples(parseSelector(metric), { start: -8e15, end: 8e15 });
  expect(columns.labels.length).toBe(new Set(columns.labels.map((one) => one["pod"])).size);
  return [...columns.time].map((time, row) => [time, columns.value[row]!]);
}

const held = ({ held }: MemoryClient, metric = POWER) =>
  [...eachSeries(held)].filter(({ labels }) => labels.__name__ === metric)
    .flatMap(({ time, value }) => [...time].map((at, row): [number, number] => [at, value[row]!]));

const recordOf = (month: string, metric = POWER) => {
  const place = { metric, month };
  return readRecord(monthFile(dir, place), place);
};

const refusal = async (running: Promise<unknown>): Promise<WattbookError> => {
  const error = await running.then(() => undefined, (error) => error);
  expect(isWattbookError(error)).toBe(true);
  return error;
};

describe("a first sync", () => {
  test("brings home all that the server has, month by month, oldest first", async () => {
    const client = memoryClient(hours("2025-01-30", 24 * 40));
    const { months, absent, damaged } = await sync(client, "2025-03-11");
    expect(months.map(({ month, metric, added }) => [month, metric, added])).toEqual([
      ["2025-01", POWER, 48],
      ["2025-01", "inverter_logger_online", 48],
      ["2025-02", POWER, 28 * 24],
      ["2025-02", "inverter_logger_online", 28 * 24],
      ["2025-03", POWER, 240],
      ["2025-03", "inverter_logger_online", 240],
    ]);
    expect(await onDisk()).toEqual(held(client));
    expect(absent).toContain(ENERGY);
    expect(absent).not.toContain(POWER);
    expect(damaged).toEqual([]);
    expect(await recordOf("2025-01")).toEqual({
      selectors: [`${POWER}{ain=~"${AIN}"}`],
      from: at("2025-01-01"),
      to: at("2025-02-01") - 1,
      finished: true,
    });
    expect(await recordOf("2025-03")).toMatchObject({ to: at("2025-03-11"), finished: false });
  });

  test("shows its progress in files, also within one that two selectors fill", async () => {
    const one = (ain: string) => ({ selector: `${POWER}{ain="${ain}"}`, unit: "W" });
    const home = parseHousehold({ zone: "UTC", roles: { grid_power: [one("1"), one("2")] } });
    const shown = new Set<number>();
    const client = memoryClient(
      load(`${POWER}{ain="1"} 0x239\n${POWER}{ain="2"} 0x239`, {
        start: at("2025-02-20"),
        step: HOUR,
      }),
    );
    await sync(client, "2025-03-02", {
      onProgress: (done, total) => {
        expect(total).toBe(2);
        shown.add(done);
      },
    }, home);
    expect([...shown].sort()).toEqual([0.5, 1, 1.5, 2]);
  });

  test("finds what lies behind a year of silence, and gives up after two", async () => {
    const old = hours("2020-01-01", 5),
      young = hours("2021-12-30", 5),
      last = hours("2023-11-30", 5);
    const all = joinSeries([old, young, last].flatMap((one) => [...eachSeries(one)]));
    const merged = joinSeries(
      [...Map.groupBy(eachSeries(all), ({ labels }) => labels.__name__)].map(([, parts]) => ({
        labels: parts[0]!.labels,
        time: Float64Array.from(parts.flatMap(({ time }) => [...time])),
        value: Float64Array.from(parts.flatMap(({ value }) => [...value])),
      })),
    );
    await sync(memoryClient(merged), "2024-06-01");
    expect((await onDisk()).length).toBe(15);
    await rm(dir, { recursive: true });
    const client = memoryClient(hours("2021-01-01", 5));
    expect(await refusal(sync(client, "2024-06-01"))).toMatchObject({ code: "NO_DATA" });
    expect(client.lookups).toBe(24);
  });

  test("begins at a day if one is given, and goes further back when asked to", async () => {
    const client = memoryClient(hours("2025-01-01", 24 * 40));
    await sync(client, "2025-02-10", { from: at("2025-01-20") });
    expect((await onDisk())[0]![0]).toBe(at("2025-01-20"));
    expect(await recordOf("2025-01")).toMatchObject({ from: at("2025-01-20"), finished: true });
    client.asked.length = 0;
    await sync(client, "2025-02-10", { from: at("2025-01-10") });
    expect((await onDisk())[0]![0]).toBe(at("2025-01-10"));
    expect(client.asked.find(({ metric }) => metric === POWER)?.range)
      .toEqual({ start: at("2025-01-10"), end: at("2025-01-20") - 1 });
    expect(await recordOf("2025-01")).toMatchObject({ from: at("2025-01-10"), finished: true });
  });

  test("leaves out another meter's series", async () => {
    const client = memoryClient(load(`${POWER}{ain="1 2-1"} 5\n${POWER}{ain="9 9-1"} 7`));
    await sync(client, "1970-01-02", { from: 0 });
    expect(await onDisk()).toEqual([[0, 5]]);
  });

  test("reads each series once, though several roles be bound to its metric", async () => {
    const home = parseHousehold({
      zone: "UTC",
      roles: {
        import_energy: { selector: 'p1_kwh{direction="in"}', unit: "kWh" },
        export_energy: { selector: 'p1_kwh{direction="out"}', unit: "kWh" },
        grid_power: { selector: 'p1_kwh{direction=~"in|out"}', unit: "W" },
      },
    });
    const client = memoryClient(
      load('p1_kwh{direction="in",pod="a"} 1 2\np1_kwh{direction="out",pod="b"} 3 4'),
    );
    const { months } = await sync(client, "1970-01-02", { from: 0 }, home);
    expect(months).toMatchObject([{ metric: "p1_kwh", added: 4 }]);
    expect((await onDisk("p1_kwh")).map(([, value]) => value).sort()).toEqual([1, 2, 3, 4]);
  });

  test("of nothing at all says so", async () => {
    expect(await refusal(sync(memoryClient(joinSeries([])), "2025-01-01")))
      .toMatchObject({ code: "NO_DATA" });
  });
});

describe("a further sync", () => {
  test("asks only for what is new and for the overlap, and leaves finished months alone", async () => {
    const client = memoryClient(hours("2025-01-20", 24 * 12 + 12));
    await sync(client, "2025-02-01T11:30Z");
    const january = monthFile(dir, { metric: POWER, month: "2025-01" });
    await utimes(january, 0, 0);
    client.held = hours("2025-01-20", 24 * 14);
    client.asked.length = 0;
    const { months } = await sync(client, "2025-02-02T23:30Z");
    expect(client.asked.filter(({ metric }) => metric === POWER)).toEqual([{
      metric: POWER,
      range: { start: at("2025-02-01T08:30Z"), end: at("2025-02-02T23:30Z") },
    }]);
    expect(months.map(({ month, added }) => [month, added]))
      .toEqual([["2025-02", 36], ["2025-02", 36]]);
    expect((await stat(january)).mtimeMs).toBe(0);
    expect(await onDisk()).toEqual(held(client));
  });

  test("takes in samples that came late, over the end of a month too", async () => {
    const all = hours("2025-01-31", 30);
    const late = new Set([at("2025-01-31T23:00Z"), at("2025-01-31T22:00Z")]);
    const client = memoryClient(joinSeries([...eachSeries(all)].map((series) => {
      const keep = (_: number, row: number) => !late.has(series.time[row]!);
      return { ...series, time: series.time.filter(keep), value: series.value.filter(keep) };
    })));
    await sync(client, "2025-02-01T00:40Z");
    expect(await recordOf("2025-01")).toMatchObject({
      to: at("2025-02-01") - 1,
      finished: false,
    });
    client.held = all;
    await sync(client, "2025-02-01T06:00Z");
    expect(await onDisk()).toEqual(held(client));
    expect(await recordOf("2025-01")).toMatchObject({ finished: true });
  });

  test("keeps what the server has forgotten", async () => {
    const all = hours("2025-01-01", 24 * 20), client = memoryClient(all);
    await sync(client, "2025-01-10");
    client.held = joinSeries([...eachSeries(all)].map((series) => ({
      ...series,
      time: series.time.subarray(24 * 15),
      value: series.value.subarray(24 * 15),
    })));
    await sync(client, "2025-01-20");
    const kept = (await onDisk()).map(([time]) => time);
    expect(kept).toContain(at("2025-01-01"));
    expect(kept.filter((time) => time >= at("2025-01-16"))).toHaveLength(4 * 24 + 1);
  });

  test("writes no file that would say the same", async () => {
    const client = memoryClient(hours("2025-01-01", 24));
    await sync(client, "2025-01-05");
    const file = monthFile(dir, { metric: POWER, month: "2025-01" });
    await utimes(file, 0, 0);
    const { months } = await sync(client, "2025-01-06");
    expect(months.every(({ written, added }) => written === null && added === 0)).toBe(true);
    expect((await stat(file)).mtimeMs).toBe(0);
  });

  test("fills a month whose file was taken away, and looks nowhere else", async () => {
    const client = memoryClient(hours("2025-01-20", 24 * 60));
    await sync(client, "2025-03-21");
    await rm(dirname(monthFile(dir, { metric: POWER, month: "2025-02" })), { recursive: true });
    client.lookups = 0;
    const { months } = await sync(client, "2025-03-21T01:00Z");
    expect(months.filter(({ written }) => written !== null)).toMatchObject([
      { metric: POWER, month: "2025-02", added: 28 * 24 },
    ]);
    // The hole, and two months of metrics that are not there.
    expect(client.lookups).toBe(3);
    expect(await onDisk()).toEqual(held(client));
  });

  test("brings home all of a metric that is new to the archive", async () => {
    const grid = hours("2025-01-01", 24 * 80);
    const client = memoryClient(
      joinSeries([...eachSeries(grid)].filter(({ labels }) => labels.__name__ === POWER)),
    );
    await sync(client, "2025-03-22");
    client.held = grid;
    const { absent } = await sync(client, "2025-03-23");
    expect(absent).not.toContain("inverter_logger_online");
    expect(await onDisk("inverter_logger_online")).toEqual(held(client, "inverter_logger_online"));
  });

  test("reads a finished month anew if asked to, and adds what it lacked", async () => {
    const all = hours("2025-01-01", 24 * 45), client = memoryClient(all);
    client.held = joinSeries([...eachSeries(all)].map((series) => {
      const keep = (_: number, row: number) => row % 5 !== 0;
      return { ...series, time: series.time.filter(keep), value: series.value.filter(keep) };
    }));
    await sync(client, "2025-02-15");
    client.held = all;
    await sync(client, "2025-02-15");
    expect((await onDisk()).length).toBeLessThan(held(client).length);
    await sync(client, "2025-02-15", { rewrite: ["2025-01", "2025-02"] });
    expect(await onDisk()).toEqual(held(client));
    expect(await recordOf("2025-01")).toMatchObject({ finished: true });
  });

  test("looks for what is not there once in all the past, then only whether it has come", async () => {
    const client = memoryClient(hours("2024-01-01", 24 * 400));
    const first = await sync(client, "2025-02-04");
    client.lookups = 0;
    const second = await sync(client, "2025-02-05");
    expect(second.absent).toEqual(first.absent);
    expect(client.lookups).toBe(2);
  });

  test("does not trust an answer with a warning: it asks again", async () => {
    const client = memoryClient(hours("2025-01-01", 24 * 20));
    client.notices = ["results truncated due to limit"];
    const { notices } = await sync(client, "2025-03-01");
    expect(notices).toEqual(client.notices);
    expect(await recordOf("2025-01")).toMatchObject({ finished: false });
    expect(await onDisk()).toHaveLength(24 * 20);
    client.notices = [];
    client.asked.length = 0;
    await sync(client, "2025-03-01");
    expect(client.asked[0]?.range).toEqual({ start: at("2025-01-01"), end: at("2025-02-01") - 1 });
    expect(await recordOf("2025-01")).toMatchObject({ finished: true });
  });

  test("whenever it ran, and however late samples came within the overlap, all is there once", async () => {
    const sample = fc.record({
      minute: fc.integer({ min: 0, max: 20 * 24 * 60 }),
      late: fc.integer({ min: 0, max: 179 }),
      pod: fc.constantFrom("a", "b"),
    });
    const START = at("2025-01-22");
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(sample, { selector: ({ minute, pod }) => `${minute} ${pod}`, minLength: 1 }),
        fc.array(fc.integer({ min: 0, max: 21 * 24 * 60 }), { maxLength: 5 }),
        async (samples, runs) => {
          await rm(dir, { recursive: true, force: true });
          samples.sort((a, b) => a.minute - b.minute);
          const known = (now: number) =>
            joinSeries(
              [...Map.groupBy(
                samples.filter(({ minute, late }) => START + (minute + late) * MINUTE <= now),
                ({ pod }) => pod,
              )].map(([pod, own]) => ({
                labels: { __name__: POWER, ain: "1 2-1", pod },
                time: Float64Array.from(own, ({ minute }) => START + minute * MINUTE),
                value: Float64Array.from(own, ({ minute }) => minute),
              })),
            );
          const client = memoryClient(joinSeries([]));
          for (const minute of [...runs.toSorted((a, b) => a - b), 30 * 24 * 60]) {
            const now = START + minute * MINUTE;
            client.held = known(now);
            await syncArchive(client, dir, house(), { now: () => now })
              .catch((error) => expect(error).toMatchObject({ code: "NO_DATA" }));
          }
          const sorted = (rows: [number, number][]) =>
            rows.toSorted(([a, b], [c, d]) => a - c || b - d);
          expect(sorted(await onDisk())).toEqual(sorted(held(client)));
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe("what stands in the way", () => {
  const client = () => memoryClient(hours("2025-01-20", 24 * 30));

  test("another sync: refused, saying who and since when", async () => {
    let second: Promise<unknown> | undefined;
    await sync(client(), "2025-02-19", {
      onMonth: () => second ??= refusal(sync(client(), "2025-02-19")),
    });
    expect(await second).toMatchObject({
      code: "ARCHIVE_IN_USE",
      message: expect.stringMatching(
        new RegExp(`^Another sync writes to '.*' \\(process ${Deno.pid} on .+, since 2025-02-19T`),
      ),
    });
    await sync(client(), "2025-02-19");
  });

  test("a lock file that a killed sync left: nothing", async () => {
    await writeFile(join(dir, ".sync.lock"), '{"process":1,"host":"gone","since":"2020"}\n');
    await sync(client(), "2025-02-19");
    expect(await onDisk()).toHaveLength(24 * 30);
  });

  test("a clock that was three days ahead: what came meanwhile is not missed", async () => {
    const until = (days: number) => memoryClient(hours("2025-01-20", 24 * days));
    expect((await sync(until(29), "2025-02-21")).notices).toEqual([]);
    const { notices } = await sync(until(29), "2025-02-18");
    expect(notices).toEqual([expect.stringContaining("Check the clock")]);
    const server = until(32);
    expect((await sync(server, "2025-02-21")).notices).toEqual([]);
    expect(await onDisk()).toEqual(held(server));
  });

  test("a half-written list of a killed sync: it is removed, other files stay", async () => {
    await mkdir(dir, { recursive: true });
    await writeFile(join(dir, "..sync.json.0a1b2c3d.partial"), "{");
    await writeFile(join(dir, ".report.csv.0a1b2c3d.partial"), "day");
    await sync(client(), "2025-02-19");
    expect((await readdir(dir)).filter((name) => name.endsWith(".partial")))
      .toEqual([".report.csv.0a1b2c3d.partial"]);
  });

  test("half-written files of a killed sync: they are removed", async () => {
    const folder = join(dir, `metric=${POWER}`, "month=2024-07");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, ".data.parquet.partial"), "PAR1");
    await sync(client(), "2025-02-19");
    expect(await readdir(folder)).toEqual([]);
  });

  test("another household's archive: refused before anything is written", async () => {
    await sync(client(), "2025-02-19");
    const other = memoryClient(load(`${POWER}{ain="9 9-1"} 7`, { start: at("2025-02-10") }));
    expect(await refusal(sync(other, "2025-02-19", {}, house("9 9(-1)?")))).toMatchObject({
      code: "OTHER_HOUSEHOLD",
      message: expect.stringMatching(/\{ain=~"1 2\(-1\)\?"\}, not with .*\{ain=~"9 9\(-1\)\?"\}$/),
      hint: expect.stringContaining("--same-household"),
    });
    expect(await onDisk()).toHaveLength(24 * 30);
  });

  test("a new meter of the same household: the month in progress is read in full", async () => {
    const before = hours("2025-02-01", 24 * 9);
    await sync(memoryClient(before), "2025-02-10");
    const young = load(`${POWER}{ain="9 9-1",pod="z"} 1x23`, {
      start: at("2025-02-03"),
      step: HOUR,
    });
    const both = memoryClient(joinSeries([...eachSeries(before), ...eachSeries(young)]));
    const home = house("(1 2|9 9)(-1)?");
    await sync(both, "2025-02-11", { sameHousehold: true }, home);
    expect(await onDisk()).toHaveLength(24 * 10);
    await sync(both, "2025-02-11", {}, home);
  });

  test.each<[string, (file: string) => Promise<void>, RegExp]>([
    ["a CSV that calls itself Parquet", (file) => writeFile(file, "time,value\r\n"), /damaged/],
    [
      "a file cut off",
      async (file) => writeFile(file, (await readFile(file)).subarray(0, 300)),
      /damaged/,
    ],
    [
      "a file with a hole in its middle",
      async (file) => writeFile(file, (await readFile(file)).fill(0, 4, 200)),
      /damaged/,
    ],
    [
      "another month's file",
      async (file) => writeFile(file, await readFile(file.replace("2025-02", "2025-01"))),
      /contains .* of 2025-01, according to its metadata/,
    ],
  ])(
    "%s: named and left alone, all other files are brought up to date",
    async (_, harm, message) => {
      const server = memoryClient(hours("2025-01-20", 24 * 30));
      await sync(server, "2025-02-19");
      const file = monthFile(dir, { metric: POWER, month: "2025-02" });
      await harm(file);
      const harmed = await readFile(file);
      server.held = hours("2025-01-20", 24 * 31);
      const { damaged, months } = await sync(server, "2025-02-20");
      expect(damaged).toMatchObject([{
        code: "BAD_ARCHIVE",
        message: expect.stringMatching(message),
      }]);
      expect(damaged[0]!.message).toContain(file);
      expect(months).toMatchObject([{ metric: "inverter_logger_online", added: 24 }]);
      expect(await readFile(file)).toEqual(harmed);
      // As the hint says: moved away, it is read anew.
      await rm(file);
      await sync(server, "2025-02-20");
      expect(await onDisk()).toEqual(held(server));
    },
  );

  test("a file of another program: left alone once its month is over", async () => {
    const place = { metric: POWER, month: "2025-01" };
    const text = `${POWER}{ain="1 2-1",pod="a"} 77`;
    const file = await writeMonth(dir, load(text, { start: at("2025-01-02") }), place);
    const before = await readFile(file);
    await sync(client(), "2025-02-19");
    expect(await readFile(file)).toEqual(before);
    expect((await onDisk())[0]).toEqual([at("2025-01-02"), 77]);
  });

  test("a file where a folder should be: told, with all that was stored before", async () => {
    await writeFile(join(dir, "metric=inverter_logger_online"), "");
    const error = await refusal(sync(client(), "2025-02-19"));
    expect(error).toMatchObject({ code: "FILE_NOT_WRITTEN" });
    expect(error.message).toContain("inverter_logger_online");
    expect(await onDisk()).toHaveLength(12 * 24);
  });

  test("a failure half-way, of a server that is silent today: the rest is still looked for", async () => {
    const server = client(), { samples } = server;
    server.samples = (one, ...rest) =>
      JSON.stringify(one).includes("inverter")
        ? Promise.reject(new Error("gone"))
        : samples(one, ...rest);
    await expect(sync(server, "2025-09-01")).rejects.toThrow("gone");
    expect(await (await openArchive(dir)).metrics()).toEqual([POWER]);
    server.samples = samples;
    await sync(server, "2025-09-01");
    expect(await onDisk("inverter_logger_online")).toEqual(held(server, "inverter_logger_online"));
  });

  test("an interrupt: what was stored stays, and the next sync goes on", async () => {
    const server = client(), stop = new AbortController(), stored: string[] = [];
    await expect(sync(server, "2025-02-19", {
      signal: stop.signal,
      onMonth: ({ metric, month }) => {
        stored.push(`${metric} ${month}`);
        if (stored.length === 2) stop.abort();
      },
    })).rejects.toThrow();
    expect(stored.length).toBeLessThan(4);
    const { months } = await sync(server, "2025-02-19");
    expect(months.length).toBe(4 - stored.filter((one) => one.endsWith("2025-01")).length);
    expect(await onDisk()).toEqual(held(server));
  });
});

test("several households lie side by side", async () => {
  for (const name of ["a", "b"]) {
    const home = householdFolder(dir, name);
    await syncArchive(memoryClient(hours("2025-01-01", 24)), home, house(), {
      now: () => at("2025-01-02"),
    });
    expect((await (await openArchive(home)).metrics()).length).toBe(2);
  }
});

test("pullMonth() gives the samples of a selector", async () => {
  const columns = joinSeries([
    { labels: { __name__: "up" }, time: Float64Array.of(0), value: Float64Array.of(1) },
  ]);
  const samples = () => Promise.resolve({ columns, notices: [], requests: 1 });
  const range = { start: 0, end: 9 }, selectors = [selector("up")];
  const pulled = await pullMonth({ samples }, { selectors, range });
  expect(pulled.columns.value[0]).toBe(1);
});
