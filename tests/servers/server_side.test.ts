import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import type { Client } from "../../src/client/client.ts";
import { connect } from "../../src/client/connect.ts";
import { eachSeries, joinSeries, type SeriesColumns } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { readHousehold } from "../../src/household.ts";
import { selector } from "../../src/selector.ts";
import { serverSideDays } from "../../src/server_side/server_side_days.ts";
import { addDays, HOUR, startOfDay } from "../../src/time.ts";
import { effects } from "../terminal/capture.ts";
import { report } from "../../src/commands/report.ts";
import { forward, standIn } from "../standins/stand_in.ts";
import { DEMO, demoWeeks, WEEKS, ZONE } from "./demo_weeks.ts";
import { describeEachServer } from "./each_server.ts";
import { PROMETHEUS, startPrometheus } from "./prometheus.ts";
import { installed, type RunningServer } from "./running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "./victoria_metrics.ts";

const house = await readHousehold(`${DEMO}/household.json`);
const archive = await openArchive(DEMO);

/**
 * How far the server's numbers may be from ours, which come from the same samples. [kWh]
 *
 * - import: `increase()` sees the samples inside a day, so that up to a minute is missing at each
 *   end, at the power of a night; Prometheus makes up for it by stretching, by 2 of 1440 steps.
 * - export: one look a minute at samples that come once a minute, in another minute's place.
 * - coverage: a restart's minute without a sample.
 */
const TOLERANCES = {
  import_kwh: () => 0.01,
  export_kwh: ({ export_kwh }: EnergyRow) => 0.0005 + 0.001 * export_kwh!,
  coverage_grid: () => 1.01 / 1440,
} satisfies Partial<Record<keyof EnergyRow, (row: EnergyRow) => number>>;

/** @param slack What else the energies may differ by. [kWh] */
function expectAlike(server: EnergyRow, local: EnergyRow, slack = 0): void {
  for (const [name, tolerance] of Object.entries(TOLERANCES)) {
    const column = name as keyof typeof TOLERANCES;
    const difference = Math.abs(server[column]! - local[column]!);
    const most = tolerance(local) + (column === "coverage_grid" ? 0 : slack);
    expect(difference, `${local.date} ${column}`).toBeLessThanOrEqual(most);
  }
}

/** A client whose requests and answers are counted. */
async function counting(upstream: URL) {
  let bytes = 0;
  const server = standIn(async (request) => {
    const answer = await forward(request, new URL(request.path, upstream));
    const body = await answer.arrayBuffer();
    bytes += body.byteLength;
    return new Response(body, { status: answer.status, headers: answer.headers });
  });
  const client = await connect({ route: { kind: "direct", url: server.url } });
  return {
    client,
    counted: () => ({ requests: server.requests.length, bytes }),
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.stop();
    },
  };
}

describeEachServer(({ url, kind }) => {
  const now = startOfDay(addDays(WEEKS.to, 2), ZONE);

  test("server side: 67 days are those from the samples", async () => {
    await using client = await connect({ route: { kind: "direct", url } });
    const server = await serverSideDays(client, house, { ...WEEKS, now });
    const { table: local } = await analyseDays(archive, house, { ...WEEKS, now });
    expect(server.notices).toEqual([]);
    expect(server.rows).toHaveLength(67);
    for (const [d, row] of server.rows.entries()) {
      const ours = local.rows[d]!;
      expectAlike(row, ours);
      const { date, start, end, hours, yield_kwh, complete, flags } = ours;
      expect(row).toMatchObject({ date, start, end, hours, yield_kwh, complete, flags });
      expect(row.coverage_pv).toBeNull();
      // What follows from the three has their errors.
      const slack = TOLERANCES.import_kwh() + TOLERANCES.export_kwh(ours);
      expect(Math.abs(row.consumption_kwh! - ours.consumption_kwh!)).toBeLessThan(slack);
      expect(row.method)
        .toBe("import:server_counter export:server_integral yield:server_day_counter");
    }
    expect(server.rows.filter(({ complete }) => complete)).toHaveLength(67);
  });

  test("server side: a year takes ten requests and some kilobytes", async () => {
    await using counted = await counting(url);
    const year = { from: "2025-01-01", to: "2025-12-31", now: startOfDay("2026-01-10", ZONE) };
    const { rows } = await serverSideDays(counted.client, house, year);
    expect(rows).toHaveLength(365);
    const { requests, bytes } = counted.counted();
    if (kind === "prometheus") {
      // Seven stretches of at most 68 days, two clock changes, and one look for a second meter.
      expect(requests).toBe(10);
      // Seven numbers of each of the 71 days that the server holds.
      expect(bytes).toBeLessThan(71 * 250);
    } else {
      // A version of 2022 lets a subquery of minutes have 20 days; refusals cost next to nothing.
      expect(requests).toBeLessThanOrEqual(50);
    }
    const unknown = rows.filter(({ date }) => date < "2025-09-18" || date > "2025-11-27");
    expect(unknown).toHaveLength(365 - 71);
    for (const row of unknown) {
      expect(row).toMatchObject({
        import_kwh: null,
        export_kwh: null,
        yield_kwh: null,
        consumption_kwh: null,
        coverage_grid: 0,
        complete: false,
        flags: ["no_data"],
      });
    }
  });

  test.each([
    ["Asia/Kolkata", [24]],
    // Clocks are put forward by half an hour on 5 October.
    ["Australia/Lord_Howe", [23.5, 24]],
    ["America/St_Johns", [24, 25]],
  ])("server side: the grid on the days of %s, with a midnight at half past an hour of UTC", async (
    zone,
    lengths,
  ) => {
    await using client = await connect({ route: { kind: "direct", url } });
    // The inverter's own day is that of its house, and its strings know the sun there.
    const none = { generation_power: [], yield_today: [], yield_total: [], string_power: [] };
    // Its coordinates would say that it is not in this zone.
    const { latitude: _, longitude: __, ...placeless } = house;
    const elsewhere = { ...placeless, zone, bindings: { ...house.bindings, ...none } };
    const server = await serverSideDays(client, elsewhere, { ...WEEKS, now });
    const { table: local } = await analyseDays(archive, elsewhere, { ...WEEKS, now });
    expect([...new Set(server.rows.map(({ hours }) => hours))].sort()).toEqual(lengths);
    expect(server.rows).toHaveLength(local.rows.length);
    for (const [d, row] of server.rows.entries()) {
      // Midnight is in the house's evening or at its noon: a minute of the 6 kW that it may export.
      expectAlike(row, local.rows[d]!, 0.1);
      const { date, start, end, hours, complete, flags } = local.rows[d]!;
      expect(row).toMatchObject({ date, start, end, hours, complete, flags, yield_kwh: null });
    }
  });

  test("server side: the yield on days that begin at 18:30 UTC", async () => {
    await using client = await connect({ route: { kind: "direct", url } });
    const elsewhere = { ...house, zone: "Asia/Kolkata" };
    const server = await serverSideDays(client, elsewhere, { ...WEEKS, now });
    const { table: local } = await analyseDays(archive, elsewhere, { ...WEEKS, now });
    for (const [d, row] of server.rows.entries()) {
      expect(row).toMatchObject({ yield_kwh: local.rows[d]!.yield_kwh, complete: true });
    }
  });

  test("server side: the running day goes as far as now", async () => {
    await using client = await connect({ route: { kind: "direct", url } });
    const noon = startOfDay("2025-10-09", ZONE) + 12.5 * HOUR + 1234;
    const days = { from: "2025-10-08", to: "2025-10-09", now: noon };
    expect((await serverSideDays(client, house, days)).rows).toHaveLength(1);
    const [, today] = (await serverSideDays(client, house, { ...days, includeToday: true })).rows;
    const [, ours] =
      (await analyseDays(archive, house, { ...days, includeToday: true })).table.rows;
    expect(today).toMatchObject({ date: "2025-10-09", hours: 24, complete: false });
    expect(today!.flags).toContain("running");
    // Now is no end of a minute, and at noon the power is not that of a night.
    expectAlike(today!, ours!, 0.1);
    expect(Math.abs(today!.yield_kwh! - ours!.yield_kwh!)).toBeLessThan(0.15);
  });

  test("server side: the report is the same table", async () => {
    const here = effects({
      now: () => startOfDay("2025-10-30", ZONE),
      env: { METRICS_URL: url.href, HOUSEHOLD_ZONE: ZONE, METER_AIN_REGEX: "12345 0123456(-1)?" },
    });
    const week = ["--from", "2025-10-24", "--to", "2025-10-28"];
    const code = await report(["--compute", "server", "--out", "-", ...week], here);
    const [head, ...rows] = here.stdout.text.trimEnd().split("\r\n");
    expect({ code, rows: rows.length }).toEqual({ code: 0, rows: 5 });
    expect(head).toMatch(/^date,start,end,hours,import_kwh/);
    expect(rows[2]).toMatch(/^2025-10-26,2025-10-26T00:00:00\+02:00,.*,25,/);
    expect(rows[2]).toContain("import:server_counter");
    expect(here.stderr.text).toContain("which computed the days");
    expect(here.stderr.text).toMatch(/^2025-10-26 .* 25 h/m);
  });
});

/** What is taken from the demo's October. */
const FAULTS = {
  eveningWithoutLogger: "2025-10-08",
  dayWithoutInverter: "2025-10-11",
  dayWithoutMeter: "2025-10-14",
  nightWithoutMeter: "2025-10-16",
  nothing: "2025-10-20",
};
const RANGE = { from: "2025-10-07", to: "2025-10-23" };

/** The demo's days without the samples of the faults. */
async function* faultyDays(): AsyncGenerator<SeriesColumns> {
  const at = (day: string, hour: number) => startOfDay(day, ZONE) + hour * HOUR;
  const silences = [
    { what: /^inverter/, start: at(FAULTS.eveningWithoutLogger, 14), hours: 9 },
    { what: /^inverter/, start: at(FAULTS.dayWithoutInverter, 0), hours: 24 },
    { what: /^gridbox/, start: at(FAULTS.dayWithoutMeter, 0), hours: 24 },
    { what: /^gridbox/, start: at(FAULTS.nightWithoutMeter, 18), hours: 12 },
    { what: /./, start: at(FAULTS.nothing, 0), hours: 24 },
  ];
  const range = { start: at(RANGE.from, -24), end: at(RANGE.to, 48) };
  for await (const part of demoWeeks(range)) {
    yield joinSeries([...eachSeries(part)].map(({ labels, time, value }) => {
      const deaf = silences.filter(({ what }) => what.test(labels["__name__"] ?? ""));
      const kept = [...time.keys()].filter((row) =>
        !deaf.some(({ start, hours }) => time[row]! >= start && time[row]! < start + hours * HOUR)
      );
      return {
        labels,
        time: Float64Array.from(kept, (row) => time[row]!),
        value: Float64Array.from(kept, (row) => value[row]!),
      };
    }));
  }
}

describe.each([
  [PROMETHEUS, startPrometheus, await installed(PROMETHEUS)],
  [VICTORIA_METRICS, startVictoriaMetrics, await installed(VICTORIA_METRICS)],
])("A %s that lacks samples", (program, start, isInstalled) => {
  describe.skipIf(!isInstalled)("computes the days", () => {
    let server: RunningServer, client: Client, rows: readonly EnergyRow[];
    let truth: readonly EnergyRow[];
    beforeAll(async () => {
      server = await start(faultyDays());
      client = await connect({ route: { kind: "direct", url: server.url } });
      const now = startOfDay(addDays(RANGE.to, 2), ZONE);
      ({ rows } = await serverSideDays(client, house, { ...RANGE, now }));
      truth = (await analyseDays(archive, house, { ...RANGE, now })).table.rows;
    });
    afterAll(async () => {
      await client?.close();
      await server?.stop();
    });
    const index = (day: string) => truth.findIndex(({ date }) => date === day);
    const rowOf = (day: string) => rows[index(day)]!;

    test("and flags those, no others", () => {
      const night = program === PROMETHEUS ? "register_partial" : "unchecked";
      const told = rows.filter(({ flags, complete }) => flags.length > 0 || !complete)
        .map(({ date, complete, flags }) => [date, complete, flags.join()]);
      expect(told).toEqual([
        ["2025-10-08", false, "yield_recovered,unchecked"],
        // Whether the evening before lacks something, nobody knows.
        ["2025-10-10", false, "unchecked"],
        ["2025-10-11", false, "pv_gap"],
        ["2025-10-14", false, "grid_gap"],
        ["2025-10-15", false, "unchecked"],
        // VictoriaMetrics adds what was counted in the night to the later day.
        ["2025-10-16", false, `grid_gap,${night}`],
        ["2025-10-17", false, `grid_gap,${night}`],
        ["2025-10-19", false, "unchecked"],
        ["2025-10-20", false, "no_data"],
        ["2025-10-21", false, "unchecked"],
      ]);
      for (const [d, row] of rows.entries()) {
        if (row.complete) expectAlike(row, truth[d]!);
        if (row.complete) expect(row.yield_kwh).toBe(truth[d]!.yield_kwh);
      }
    });

    test("with the evening that the lifetime counter knows", () => {
      const row = rowOf(FAULTS.eveningWithoutLogger);
      const whole = truth[index(FAULTS.eveningWithoutLogger)]!;
      expect(row.method).toContain("yield:server_lifetime_counter");
      // A step of each counter.
      expect(Math.abs(row.yield_kwh! - whole.yield_kwh!)).toBeLessThan(0.12);
      expect(row.self_consumed_kwh).not.toBeNull();
    });

    test("and leaves empty what it does not know", () => {
      expect(rowOf(FAULTS.dayWithoutInverter)).toMatchObject({
        yield_kwh: null,
        self_consumed_kwh: null,
        consumption_kwh: null,
        autarky: null,
        coverage_pv: 0,
      });
      expect(rowOf(FAULTS.dayWithoutInverter).import_kwh).toBeGreaterThan(1);
      expect(rowOf(FAULTS.dayWithoutMeter)).toMatchObject({
        import_kwh: null,
        export_kwh: null,
        consumption_kwh: null,
        coverage_grid: 0,
      });
      expect(rowOf(FAULTS.dayWithoutMeter).yield_kwh).toBeGreaterThan(1);
      expect(rowOf(FAULTS.nothing)).toMatchObject({
        import_kwh: null,
        export_kwh: null,
        yield_kwh: null,
        method: "import:unknown export:unknown yield:unknown",
      });
    });

    test("and refuses a selector behind which two devices run", async () => {
      const two = {
        ...house,
        bindings: {
          ...house.bindings,
          generation_power: [{ selector: selector("inverter_dc_power_watts"), factor: 1 }],
        },
      };
      await expect(serverSideDays(client, two, RANGE)).rejects.toMatchObject({
        code: "AMBIGUOUS_SERIES",
        message: expect.stringContaining("inverter_dc_power_watts"),
      });
    });
  });
});
