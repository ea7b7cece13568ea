import { describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import { connect } from "../../src/client/connect.ts";
import { eachSeries, type SeriesColumns } from "../../src/columns.ts";
import { parseSelector } from "../../src/selector.ts";
import { HOUR, MINUTE, startOfDay } from "../../src/time.ts";
import { load } from "../notation.ts";
import { forward, standIn } from "../standins/stand_in.ts";
import { DEMO, LOADED, ZONE } from "./demo_weeks.ts";
import { describeEachServer } from "./each_server.ts";
import { PROMETHEUS, startPrometheus } from "./prometheus.ts";
import { installed } from "./running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "./victoria_metrics.ts";

const DAY = 24 * HOUR;
const archive = await openArchive(DEMO);

/** Series by their labels, so that the order of servers and archives does not count. */
function bySeries(
  columns: SeriesColumns,
): Map<string, { time: Float64Array; value: Float64Array }> {
  return new Map([...eachSeries(columns)].map(({ labels, time, value }) => [
    JSON.stringify(Object.entries(labels).sort()),
    { time, value },
  ]));
}

describeEachServer(({ url, kind }) => {
  const open = (options?: Parameters<typeof connect>[1]) =>
    connect({ route: { kind: "direct", url } }, options);

  test.each([
    ["gridbox_ha_multimeter_power_W", 7 * DAY],
    // A restart lies in the range, and one pod ends while the other reports.
    ["inverter_ac_active_power_watts", 7 * DAY],
    ['inverter_dc_power_watts{string=~"pv1|pv3"}', 7 * DAY],
    ["gridbox_ha_multimeter_energy_Wh", 7 * HOUR],
    // Samples lie on exact minutes, so that each seam of an hour has one on it.
    ["home:power_total:watts", HOUR],
  ])(
    "samples() gives each sample of %s exactly once, in windows of %d ms",
    async (text, window) => {
      const range = { start: Date.UTC(2025, 9, 20), end: Date.UTC(2025, 9, 29) };
      await using client = await open({ window });
      const { columns, requests, notices } = await client.samples(text, range);
      const loaded = await archive.samples(parseSelector(text), range);
      expect(requests).toBe(Math.ceil((range.end - range.start + 1) / window));
      expect(notices).toEqual([]);
      expect(columns.time.length).toBeGreaterThan(3000);
      expect(bySeries(columns)).toEqual(bySeries(loaded.columns));
    },
  );

  test.each([
    'inverter_dc_power_watts{string=~"(?i)PV[[:digit:]]"}',
    'inverter_dc_power_watts{string=~"(?P<letters>pv)(1|3)",string!="\\x70v3"}',
    '{__name__="inverter_dc_power_watts",string="pv1"}',
    '{__name__=~"inverter_(ac|dc)_.*",string=~"|pv2"}',
    '{__name__="inverter_dc_power_watts",__name__!~"inverter_ac.*",pod!~"\\\\-"}',
  ])("samples() of %s are those of the archive", async (text) => {
    const range = { start: Date.UTC(2025, 9, 20, 8), end: Date.UTC(2025, 9, 20, 9) };
    await using client = await open();
    const { columns } = await client.samples(text, range);
    const loaded = await archive.samples(parseSelector(text), range);
    expect(columns.time.length).toBeGreaterThan(50);
    expect(bySeries(columns)).toEqual(bySeries(loaded.columns));
  });

  test("a pattern that is not valid is refused by the server, in its own words", async () => {
    await using client = await open();
    await expect(client.samples('up{job=~"(?=a)"}', LOADED)).rejects.toMatchObject({
      code: "BAD_EXPRESSION",
      message: expect.stringContaining("(?="),
    });
  });

  test("samples() gives everything that was loaded, and nothing twice", async () => {
    await using client = await open();
    const metric = "gridbox_ha_multimeter_power_W";
    const { columns } = await client.samples(metric, LOADED);
    const loaded = await archive.samples(parseSelector(metric), LOADED);
    expect(columns.time.length).toBeGreaterThan(90_000);
    expect(bySeries(columns)).toEqual(bySeries(loaded.columns));
  });

  test("samples() includes a sample at both ends of the range", async () => {
    await using client = await open();
    const noon = Date.UTC(2025, 10, 3, 12);
    for (const range of [{ start: noon, end: noon + MINUTE }, { start: noon, end: noon }]) {
      const { columns } = await client.samples("home:power_total:watts", range);
      expect([...new Set([columns.time[0], columns.time.at(-1)])]).toEqual([
        ...new Set([range.start, range.end]),
      ]);
    }
  });

  test("samples() of a metric that does not exist is empty", async () => {
    await using client = await open();
    const { columns } = await client.samples("no_such_metric", LOADED);
    expect(columns.labels).toEqual([]);
  });

  test("queryRange() in many requests equals queryRange() in one", async () => {
    await using whole = await open();
    await using split = await open({ maxPoints: 97 });
    const expression = "max by (string) (inverter_dc_power_watts)";
    const start = Date.UTC(2025, 9, 25), range = { start, end: start + 2 * DAY, step: 5 * MINUTE };
    const one = await whole.queryRange(expression, range);
    const many = await split.queryRange(expression, range);
    expect(one.requests).toBe(1);
    expect(many.requests).toBeGreaterThan(5);
    expect(one.columns.time.length).toBeGreaterThan(800);
    expect(bySeries(many.columns)).toEqual(bySeries(one.columns));
  });

  test("queryRange() goes beyond the server's limit of points", async () => {
    await using client = await open();
    const start = Date.UTC(2025, 9, 20), step = 15_000;
    const range = { start, end: start + 40_000 * step, step };
    const { columns, requests } = await client.queryRange("home:power_total:watts", range);
    expect(requests).toBe(4);
    expect(columns.time.length).toBe(40_001);
    expect(columns.time.every((time, row) => time === start + row * step)).toBe(true);
  });

  test("queryRange() keeps the meaning of @ start() and @ end() across requests", async () => {
    await using whole = await open();
    await using split = await open({ maxPoints: 10 });
    const expression =
      "home:power_total:watts - home:power_total:watts @ start() + home:power_total:watts @ end()";
    const start = Date.UTC(2025, 10, 3, 8), range = { start, end: start + HOUR, step: MINUTE };
    const one = await whole.queryRange(expression, range);
    const many = await split.queryRange(expression, range);
    expect(many.requests).toBe(7);
    expect(one.columns.value.length).toBe(61);
    expect(many.columns).toEqual(one.columns);
  });

  test("queryRange() with steps of a day starts where it was asked to start", async () => {
    await using client = await open();
    // A local midnight, which is no multiple of a day in UTC.
    const start = startOfDay("2025-11-01", ZONE);
    const range = { start, end: start + 9 * DAY, step: DAY };
    const { columns, notices } = await client.queryRange(
      "max(max_over_time(inverter_production_today_kwh[1d]))",
      range,
    );
    expect([...columns.time]).toEqual(Array.from({ length: 10 }, (_, day) => start + day * DAY));
    expect(notices).toEqual([]);
  });

  test("a wrong expression fails with the server's own words and the expression", async () => {
    await using client = await open();
    await expect(client.query("sum(rate(power[5m])")).rejects.toMatchObject({
      code: "BAD_EXPRESSION",
      message: expect.stringContaining("sum(rate(power[5m])"),
      hint: expect.stringMatching(/\w/),
    });
  });

  test("too many points in what cannot be split fail before they are asked for", async () => {
    await using client = await open();
    const range = { start: LOADED.start, end: LOADED.end, step: 1000 };
    await expect(client.queryRange("sum_over_time(up[range()])", range)).rejects.toMatchObject({
      code: "TOO_MANY_POINTS",
    });
  });

  test("series(), labels() and labelValues() tell what there is", async () => {
    await using client = await open();
    const range = { start: Date.UTC(2025, 9, 25), end: Date.UTC(2025, 9, 28) };
    const metric = "inverter_dc_power_watts";
    const series = await client.series(metric, { range });
    expect(new Set(series.items.map((labels) => labels.string)))
      .toEqual(new Set(["pv1", "pv2", "pv3", "pv4"]));
    // Two pods, one after the other.
    expect(series.items.length).toBe(8);
    const labels = await client.labels({ match: [metric], range });
    expect(labels.items.toSorted()).toEqual(["__name__", "instance", "job", "pod", "string"]);
    const strings = await client.labelValues("string", { match: [metric], range });
    expect(strings.items).toEqual(["pv1", "pv2", "pv3", "pv4"]);
  });

  test("health() answers", async () => {
    await using client = await open();
    expect((await client.health()).latency).toBeGreaterThanOrEqual(0);
  });

  test("queryRange() says so when a server moves the points", async () => {
    // A proxy on the way that lets no parameters of VictoriaMetrics through.
    await using proxy = standIn((request) => {
      const form = new URLSearchParams(request.body);
      form.delete("nocache");
      return forward({ ...request, body: form.toString() }, new URL(request.path, url));
    });
    await using client = await connect({ route: { kind: "direct", url: proxy.url } });
    // Not at a full minute; with 50 points or more VictoriaMetrics moves both ends.
    const start = Date.UTC(2025, 10, 3, 8, 0, 17), end = start + 100 * MINUTE;
    const { columns, notices } = await client.queryRange("home:power_total:watts", {
      start,
      end,
      step: MINUTE,
    });
    if (kind === "prometheus") {
      expect(columns.time[0]).toBe(start);
      expect(notices).toEqual([]);
    } else {
      expect(columns.time[0]! % MINUTE).toBe(0);
      expect(notices).toEqual([expect.stringContaining("the server moved the start")]);
    }
  });
});

test.skipIf(!await installed(VICTORIA_METRICS))(
  "a metric whose name has hyphens and dots is found by its name",
  async () => {
    const at = Date.UTC(2025, 9, 20, 8);
    await using server = await startVictoriaMetrics([]);
    const line = JSON.stringify({
      metric: { __name__: "my-metric.power" },
      values: [7],
      timestamps: [at],
    });
    const post = (path: string, body: string) =>
      fetch(new URL(path, server.url), { method: "POST", body }).then((answer) => answer.text());
    await post("/api/v1/import", line);
    await post("/internal/force_flush", "");
    await using client = await connect({ route: { kind: "direct", url: server.url } });
    for (const text of ['{__name__="my-metric.power"}', '{"my-metric.power"}']) {
      const { columns } = await client.samples(text, { start: at - MINUTE, end: at });
      expect([...eachSeries(columns)]).toEqual([{
        labels: { __name__: "my-metric.power" },
        time: Float64Array.of(at),
        value: Float64Array.of(7),
      }]);
    }
  },
);

describe.skipIf(!await installed(PROMETHEUS))("A Prometheus that loads few samples", () => {
  const start = Date.UTC(2025, 9, 20), range = { start, end: start + 2000 * MINUTE };

  test("is asked for less at a time, until nothing is missing", async () => {
    await using server = await startPrometheus([load('power{ain="1"} 1+1x2000', { start })], {
      flags: ["--query.max-samples=300"],
    });
    await using client = await connect({ route: { kind: "direct", url: server.url } }, {
      wire: "json",
    });
    const { columns, requests } = await client.samples("power", range);
    expect(requests).toBeGreaterThan(8);
    expect([...columns.value]).toEqual(Array.from({ length: 2001 }, (_, index) => index + 1));
    const ranged = await client.queryRange("power", { ...range, step: MINUTE });
    expect([...ranged.columns.value]).toEqual([...columns.value]);

    await expect(client.query("sum_over_time(power[2000m])", { time: range.end })).rejects
      .toMatchObject({ code: "TOO_MANY_SAMPLES", status: 422 });
  });
});
