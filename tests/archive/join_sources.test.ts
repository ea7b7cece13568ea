import fc from "fast-check";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { joinSources } from "../../src/archive/join_sources.ts";
import { openArchive } from "../../src/archive/open_archive.ts";
import { syncArchive } from "../../src/archive/sync_archive.ts";
import { eachSeries, joinSeries, type SeriesColumns } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { serverSource } from "../../src/energy/signals/source.ts";
import { parseHousehold, readHousehold } from "../../src/household.ts";
import { parseSelector, selector } from "../../src/selector.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { load } from "../notation.ts";
import { memoryClient } from "./memory_client.ts";

const DEMO = fileURLToPath(new URL("../../data/fixtures/demo", import.meta.url));
const GRID = "gridbox_ha_multimeter_power_W";
const house = parseHousehold({ zone: "UTC" });
const DAY = 24 * HOUR;

let dir: string;
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), "join-"))));
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Series as data in an order of their own. */
const plain = (columns: SeriesColumns) =>
  [...eachSeries(columns)].map(({ labels, time, value }) =>
    JSON.stringify([Object.entries(labels).sort(), [...time], [...value]])
  ).sort();

/** The samples that had come in by an instant. */
function arrived(all: SeriesColumns, arrival: (time: number) => number, now: number) {
  return joinSeries(
    [...eachSeries(all)].map((series) => {
      const keep = (_: number, row: number) => arrival(series.time[row]!) <= now;
      return { ...series, time: series.time.filter(keep), value: series.value.filter(keep) };
    }).filter(({ time }) => time.length > 0),
  );
}

describe("an archive and its server together", () => {
  const START = Date.UTC(2025, 0, 29), DAYS = 6;
  // A restart with an overlap in January, one over the end of the month, an inverter that sleeps.
  const all = load(
    `${GRID}{pod="a"} 0+1x${2 * 48}
     ${GRID}{pod="b"} _x${2 * 48 - 2} 500-3x${48}
     ${GRID}{pod="c"} _x${3 * 48 - 2} -1x${3 * 48}
     inverter_logger_online{} 1x30 _x40 1x60 _x50 1x90`,
    { start: START, step: 30 * MINUTE },
  );
  // Up to three hours late, in no order.
  const arrival = (time: number) => time + (time / MINUTE * 7919) % 180 * MINUTE;
  const now = START + DAYS * DAY;
  const instant = fc.integer({ min: -DAY, max: DAYS * DAY }).map((after) => START + after);

  test("are the server alone, wherever they are cut, each sample once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(instant, { minLength: 1, maxLength: 3 }),
        fc.tuple(instant, instant),
        async (cuts, ends) => {
          await rm(dir, { recursive: true, force: true });
          const client = memoryClient(joinSeries([]));
          for (const cut of cuts.toSorted((a, b) => a - b)) {
            client.held = arrived(all, arrival, cut);
            await syncArchive(client, dir, house, { now: () => cut })
              .catch((error) => expect(error).toMatchObject({ code: "NO_DATA" }));
          }
          client.held = arrived(all, arrival, now);
          const archive = await openArchive(dir).catch(() => null);
          if (archive === null) return;
          const range = { start: Math.min(...ends), end: Math.max(...ends) };
          const server = serverSource(client), both = joinSources(archive, server);
          for (const metric of [GRID, "inverter_logger_online"]) {
            const joined = await both.samples(selector(metric), range);
            const alone = await server.samples(selector(metric), range);
            expect(plain(joined.columns)).toEqual(plain(alone.columns));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("have what either has forgotten", async () => {
    const client = memoryClient(all);
    await syncArchive(client, dir, house, { now: () => START + 3 * DAY });
    client.held = joinSeries([...eachSeries(all)].flatMap(({ labels, time, value }) => {
      const first = time.findIndex((at) => at >= START + 2 * DAY);
      return first < 0 ? [] : [{ labels, time: time.slice(first), value: value.slice(first) }];
    }));
    const both = joinSources(await openArchive(dir), serverSource(client));
    const range = { start: START, end: now };
    expect(plain((await both.samples(selector(GRID), range)).columns))
      .toEqual(plain((await memoryClient(all).samples(selector(GRID), range)).columns));
  });

  test("ask the server for the rest only, and for nothing if nothing is lacking", async () => {
    const client = memoryClient(all), cut = Date.UTC(2025, 1, 2);
    await syncArchive(client, dir, house, { now: () => cut });
    const both = joinSources(await openArchive(dir), serverSource(client));
    client.asked.length = 0;
    const steps: number[] = [];
    await both.samples(selector(GRID), { start: START, end: now }, {
      onProgress: (done, total) => steps.push(done / total),
    });
    expect(client.asked.map(({ range }) => range))
      .toEqual([{ start: cut - 3 * HOUR + 1, end: now }]);
    expect(steps.at(-1)).toBe(1);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    client.asked.length = 0;
    await both.samples(selector(GRID), { start: START, end: Date.UTC(2025, 1, 1) - 1 });
    expect(client.asked).toEqual([]);
  });

  test("ask the server for a month whose file was taken away, to the millisecond", async () => {
    const client = memoryClient(load(`${GRID}{} 1x89`, { start: START, step: DAY }));
    await syncArchive(client, dir, house, { now: () => START + 120 * DAY });
    await rm(join(dir, `metric=${GRID}`, "month=2025-02"), { recursive: true });
    const both = joinSources(await openArchive(dir), serverSource(client));
    client.asked.length = 0;
    const range = { start: START, end: Date.UTC(2025, 2, 20) };
    expect((await both.samples(selector(GRID), range)).columns.time).toHaveLength(51);
    expect(client.asked.map(({ range }) => range))
      .toEqual([{ start: Date.UTC(2025, 1, 1), end: Date.UTC(2025, 2, 1) - 1 }]);
  });

  test("ask the server for series that the archive was not made of", async () => {
    const labelled = load(`${GRID}{ain="1"} 1x9\n${GRID}{ain="2"} 2x9`, { start: START });
    const client = memoryClient(labelled);
    const first = parseHousehold({ zone: "UTC", meter_ain_regex: "1" });
    await syncArchive(client, dir, first, { now: () => START + 40 * DAY });
    const both = joinSources(await openArchive(dir), serverSource(client));
    const range = { start: START, end: now };
    for (const text of [`${GRID}{ain="1"}`, `${GRID}{ain="2"}`, GRID, `${GRID}{ain=~"1"}`]) {
      const { columns } = await both.samples(parseSelector(text), range);
      expect(plain(columns)).toEqual(plain((await client.samples(text, range)).columns));
    }
  });

  test("say who they are, and until when they reach", async () => {
    const client = memoryClient(all);
    await syncArchive(client, dir, house, { now: () => START + DAY });
    const both = joinSources(await openArchive(dir), serverSource(client), { now: () => now });
    expect(both.kind).toBe("joined");
    expect(both.description).toBe(`archive ${dir}, continued by a server in memory`);
    expect(await both.extent!()).toEqual({ start: START, end: now });
  });

  test("pass on what the server has to say, once", async () => {
    const client = memoryClient(all);
    await syncArchive(client, dir, house, { now: () => START + DAY });
    client.notices = ["a warning"];
    const both = joinSources(await openArchive(dir), serverSource(client));
    expect((await both.samples(selector(GRID), { start: 0, end: now })).notices)
      .toEqual(["a warning"]);
  });
});

test("the daily table of the demo is the same, wherever a sync was cut", async () => {
  const demo = await openArchive(DEMO), household = await readHousehold(`${DEMO}/household.json`);
  // A day of 25 hours, restarts of both exporters, the end of a month.
  const days = { from: "2025-10-25", to: "2025-11-01" };
  const range = { start: Date.UTC(2025, 9, 23), end: Date.UTC(2025, 10, 3) };
  const series = [];
  for (const metric of await demo.metrics()) {
    if (/dc_|volt|ampere|hertz|uptime|temperature|home:/.test(metric)) continue;
    series.push(...eachSeries((await demo.samples(selector(metric), range)).columns));
  }
  const client = memoryClient(joinSeries(series)), server = serverSource(client);
  const { table: alone } = await analyseDays(server, household, { ...days, now: range.end });
  expect(alone.rows).toHaveLength(8);
  const cut = fc.integer({ min: range.start + HOUR, max: range.end });
  await fc.assert(
    fc.asyncProperty(cut, async (cut) => {
      await rm(dir, { recursive: true, force: true });
      await syncArchive(client, dir, household, { from: range.start, now: () => cut });
      const both = joinSources(await openArchive(dir), server);
      const { table } = await analyseDays(both, household, { ...days, now: range.end });
      expect(table.rows).toEqual(alone.rows);
      expect(table.notices).toEqual(alone.notices);
    }),
    { numRuns: 4 },
  );
});
