import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../src/client/client.ts";
import { connect } from "../../src/client/connect.ts";
import { eachSeries, joinSeries, type SeriesColumns } from "../../src/columns.ts";
import { HOUR, MINUTE, type TimeRange } from "../../src/time.ts";
import { samples } from "../client/chunks/arbitrary.ts";
import { type BitSample, bitsOf, STALE } from "../client/chunks/encode.ts";
import { load } from "../notation.ts";
import { LOADED } from "./demo_weeks.ts";
import { describePrometheus } from "./each_server.ts";
import { PROMETHEUS, startPrometheus } from "./prometheus.ts";
import { REMOTE_WRITE_FLAG, remoteWrite } from "./remote_write.ts";
import { installed, type RunningServer } from "./running_server.ts";
import { samplesOnly } from "./samples_only.ts";

const DAY = 24 * HOUR;

/** Series with the bits of all numbers. */
function content(columns: SeriesColumns): unknown[] {
  return [...eachSeries(columns)].map(({ labels, time, value }) => ({
    labels: Object.entries(labels),
    samples: Array.from(time, (at, row) => [at, bitsOf(value[row]!)]),
  }));
}

/** The same, whatever the order of series: windows of another width find them in another one. */
function sorted(columns: SeriesColumns): unknown[] {
  return content(columns).map((one) => [JSON.stringify((one as { labels: unknown }).labels), one])
    .sort(([a], [b]) => a! < b! ? -1 : 1);
}

async function both(url: URL, options: Parameters<typeof connect>[1] = {}) {
  const route = { kind: "direct", url } as const;
  return {
    json: await connect({ route }, { ...options, wire: "json" }),
    read: await connect({ route }, { ...options, wire: "chunks" }),
  };
}

async function close({ json, read }: { json: Client; read: Client }): Promise<void> {
  await Promise.all([json.close(), read.close()]);
}

describePrometheus((url) => {
  test.each([
    "gridbox_ha_multimeter_power_W",
    "inverter_ac_active_power_watts",
    "inverter_dc_power_watts",
    'inverter_dc_power_watts{string=~"pv1|pv3",pod!=""}',
    '{__name__=~"(?i)INVERTER_(ac|dc)_.*",string!~"pv[24]"}',
    "no_such_metric",
  ])("both wires give the same of %s", async (text) => {
    const clients = await both(url);
    const range = { start: Date.UTC(2025, 9, 20, 3, 4, 5, 678), end: Date.UTC(2025, 9, 27, 1) };
    const [json, read] = await Promise.all([
      clients.json.samples(text, range),
      clients.read.samples(text, range),
    ]);
    expect(content(read.columns)).toEqual(content(json.columns));
    expect(read.notices).toEqual(json.notices);
    expect([clients.json.wire, clients.read.wire]).toEqual(["json", "chunks"]);
    await close(clients);
  });

  test("both wires give the same in windows of any width, and at all ends", async () => {
    const metric = "inverter_dc_power_watts";
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: LOADED.start, max: LOADED.end }),
        fc.integer({ min: 0, max: 3 * DAY }),
        fc.integer({ min: 20 * MINUTE, max: 4 * DAY }),
        async (start, width, window) => {
          const clients = await both(url, { window });
          const range = { start, end: start + width };
          const [json, read] = await Promise.all([
            clients.json.samples(metric, range),
            clients.read.samples(metric, range),
          ]);
          expect(sorted(read.columns)).toEqual(sorted(json.columns));
          await close(clients);
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
  });

  test("it is chosen where nothing is said", async () => {
    await using client = await connect({ route: { kind: "direct", url } });
    await client.samples("up", { start: LOADED.start, end: LOADED.start });
    expect(client.wire).toBe("chunks");
  });
});

describe.skipIf(!await installed(PROMETHEUS))("A Prometheus with blocks and a head", () => {
  const now = Math.floor(Date.now() / MINUTE) * MINUTE, old = now - 6 * DAY;
  let server: RunningServer;
  const written: [number, BitSample[]][] = [];

  beforeAll(async () => {
    const blocks = joinSeries([
      ...eachSeries(load(
        `
          all{kind="block"} 1x5000 Inf -Inf 0 -0 5e-324 1.7976931348623157e308 0.1+0.1x900
          mixed 1+1x3000
          both_places 1.25+0.25x3000
        `,
        { start: old, step: 15_000 },
      )),
    ]);
    server = await startPrometheus([blocks], {
      flags: [REMOTE_WRITE_FLAG, "--enable-feature=native-histograms"],
      config: "global: {}\nstorage:\n  tsdb:\n    out_of_order_time_window: 3h\n",
    });
    // Every kind of double, in the head.
    for (const [number, all] of fc.sample(samples, { numRuns: 40, seed: 7 }).entries()) {
      const own = all.map(([, bits], row): BitSample => [now - 2 * HOUR + row * 15_000, bits]);
      if (own.length > 0) written.push([number, own]);
    }
    await remoteWrite(
      server.url,
      written.map(([number, own]) => ({
        labels: { __name__: "all", kind: "head", number: String(number) },
        samples: own,
      })),
    );
    const at = (
      row: number,
      value: number,
    ): BitSample => [now - HOUR + row * 15_000, bitsOf(value)];
    const later = Array.from({ length: 200 }, (_, row) => at(row, row / 7));
    await remoteWrite(server.url, [{ labels: { __name__: "both_places" }, samples: later }]);
    // Every third sample late, some of them between those of earlier chunks.
    const late = later.filter((_, row) => row % 3 === 0);
    await remoteWrite(server.url, [{
      labels: { __name__: "late" },
      samples: later.filter((_, row) => row % 3 > 0),
    }]);
    for (const some of [late.slice(40), late.slice(0, 40)]) {
      await remoteWrite(server.url, [{ labels: { __name__: "late" }, samples: some }]);
    }
    await remoteWrite(server.url, [{
      labels: { __name__: "stopped" },
      samples: [at(0, 1), [at(1, 0)[0], STALE], at(2, 2)],
    }]);
    await remoteWrite(server.url, [
      { labels: { __name__: "sizes" }, samples: [], histograms: [now - MINUTE, now] },
      { labels: { __name__: "mixed" }, samples: later.slice(0, 9) },
    ]);
    await remoteWrite(server.url, [{
      labels: { __name__: "mixed" },
      samples: [],
      histograms: [now - MINUTE, now],
    }]);
  }, 60_000);
  afterAll(() => server?.stop());

  const everything: TimeRange = { start: old, end: now };

  test.each([
    ["all", 5900],
    ["both_places", 3200],
    ["late", 200],
    ["stopped", 2],
    ["mixed", 3000],
    ["sizes", 0],
    ['{__name__=~".+"}', 9000],
  ])("both wires give the same of %s, with the same notices", async (text, atLeast) => {
    const clients = await both(server.url);
    for (const range of [everything, { start: old + HOUR, end: now - HOUR + 17_000 }]) {
      const json = await clients.json.samples(text, range);
      const read = await clients.read.samples(text, range);
      expect(sorted(read.columns)).toEqual(sorted(json.columns));
      if (range !== everything) continue;
      expect(read.columns.time.length).toBeGreaterThanOrEqual(atLeast);
      expect(read.notices).toEqual(json.notices);
    }
    await close(clients);
  });

  test("the head gives the bits that were written", async () => {
    await using client = await connect({ route: { kind: "direct", url: server.url } });
    const { columns } = await client.samples('all{kind="head"}', everything);
    expect(client.wire).toBe("chunks");
    const { asAnswered } = await import("../client/chunks/as_answered.ts");
    const found = new Map([...eachSeries(columns)].map(({ labels, time, value }) => [
      Number(labels.number),
      Array.from(time, (at, row) => [at, bitsOf(value[row]!)]),
    ]));
    for (const [number, own] of written) {
      expect(found.get(number) ?? []).toEqual(asAnswered(own));
    }
    expect(found.size).toBeGreaterThan(20);
  });
});

describe.skipIf(!await installed(PROMETHEUS))("A Prometheus of its own kind", () => {
  const start = Date.UTC(2025, 9, 20), range = { start, end: start + 2000 * MINUTE };
  const power = load('power{ain="1"} 1+1x2000', { start });

  test("that cuts its frames small gives the same", async () => {
    await using server = await startPrometheus([power], {
      flags: ["--storage.remote.read-max-bytes-in-frame=300"],
    });
    const clients = await both(server.url);
    const json = await clients.json.samples("power", range);
    const read = await clients.read.samples("power", range);
    expect(content(read.columns)).toEqual(content(json.columns));
    expect(read.columns.time.length).toBe(2001);
    await close(clients);
  });

  test("that is asked for samples gives the same", async () => {
    const kinds = load(
      `
        power{ain="1"} 1+1x2000
        power{ain="2"} 0 -1.5 Inf -Inf 5e-324 1.7976931348623157e308 _x20 0.1+0.1x1900
      `,
      { start },
    );
    await using server = await startPrometheus([kinds]);
    await using way = samplesOnly(server.url);
    const clients = await both(way.url);
    const json = await clients.json.samples("power", range);
    const read = await clients.read.samples("power", range);
    expect(clients.read.wire).toBe("samples");
    expect(sorted(read.columns)).toEqual(sorted(json.columns));
    expect(read.columns.time.length).toBe(2001 + 1907);
    await close(clients);
  });

  test("that limits the samples of a remote read is asked for halves, and sends chunks whole", async () => {
    await using server = await startPrometheus([power], {
      flags: ["--storage.remote.read-sample-limit=700"],
    });
    await using way = samplesOnly(server.url);
    const ours = await both(way.url), direct = await both(server.url);
    const json = await ours.json.samples("power", range);
    const halves = await ours.read.samples("power", range);
    expect(ours.read.wire).toBe("samples");
    expect(sorted(halves.columns)).toEqual(sorted(json.columns));
    expect(halves.columns.time.length).toBe(2001);
    expect(way.statuses.filter((status) => status === 400).length).toBeGreaterThan(0);
    expect(halves.requests).toBeGreaterThanOrEqual(3);

    const chunks = await direct.read.samples("power", range);
    expect(content(chunks.columns)).toEqual(content(json.columns));
    expect(direct.read.wire).toBe("chunks");
    await Promise.all([close(ours), close(direct)]);
  });

  test("that adds external labels is asked for JSON, and its series stay as they are", async () => {
    await using server = await startPrometheus([power], {
      config: 'global:\n  external_labels:\n    ain: "1"\n    site: home\n',
    });
    await using client = await connect({ route: { kind: "direct", url: server.url } });
    const { columns } = await client.samples('power{ain="1"}', range);
    expect(client.wire).toBe("json");
    expect(columns.labels).toEqual([{ __name__: "power", ain: "1" }]);
  });
});
