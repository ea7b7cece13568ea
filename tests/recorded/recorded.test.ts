import { describe, expect, test } from "vitest";
import type { Client } from "../../src/client/client.ts";
import { connect } from "../../src/client/connect.ts";
import { eachSeries, type SeriesColumns } from "../../src/columns.ts";
import { MINUTE } from "../../src/time.ts";
import { load } from "../notation.ts";
import { standIn } from "../standins/stand_in.ts";
import { HELD, QUESTIONS, RECORDED, type Recording, START } from "./recording.ts";

async function recording(folder: string, name: string): Promise<Recording> {
  return JSON.parse(await Deno.readTextFile(new URL(`${folder}/${name}.json`, RECORDED)));
}

/** Series in an order of their own: labels and series come in the order of the server. */
function plain(columns: SeriesColumns) {
  return [...eachSeries(columns)].map(({ labels, time, value }) => ({
    labels: Object.entries(labels).sort().join(" "),
    samples: [...time].map((at, row) => [at, value[row]!]),
  })).sort((a, b) => a.labels < b.labels ? -1 : 1);
}

/** What the servers held of a metric. */
function held(metric: string) {
  return HELD.flatMap(plain).filter(({ labels }) => labels.startsWith(`__name__,${metric}`));
}

const end = START + 5 * MINUTE;
const range = { start: START, end };

describe.each(["prometheus", "victoria_metrics"])("recorded from %s", (folder) => {
  /** Lets a client that is given the recorded answer do something. */
  async function replay<T>(name: string, act: (client: Client) => Promise<T>): Promise<T> {
    const { status, contentType, body } = await recording(folder, name);
    await using server = standIn(() =>
      new Response(body, { status, headers: { "content-type": contentType } })
    );
    await using client = await connect({ route: { kind: "direct", url: server.url } });
    return await act(client);
  }

  test("every question has an answer that names its server", async () => {
    for (const [name, { path, form }] of Object.entries(QUESTIONS)) {
      const { server, ...asked } = await recording(folder, name);
      expect(asked).toMatchObject({ path, form });
      expect(server).toMatch(/^(prometheus|victoria-metrics) \d+\.\d+/);
    }
  });

  test.each([
    ["raw_samples", "gridbox_ha_multimeter_power_W"],
    ["fractions", "jittered"],
    ["infinities", "odd"],
  ])("%s: what was loaded", async (name, metric) => {
    const { columns, notices } = await replay(name, (client) => client.samples(metric, range));
    expect(held(metric).length).toBeGreaterThan(0);
    expect(plain(columns)).toEqual(held(metric));
    expect(notices).toEqual([]);
  });

  test("vector: the latest value", async () => {
    const result = await replay("vector", (client) => client.query("anything", { time: end }));
    expect(result.resultType).toBe("vector");
    const [{ labels, samples }] = held("gridbox_ha_multimeter_energy_Wh") as [
      { labels: string; samples: [number, number][] },
    ];
    expect(plain(result.columns)).toEqual([{ labels, samples: [samples.at(-1)] }]);
  });

  test("matrix: a point per step, the gap filled by the server's look back", async () => {
    const { columns } = await replay("matrix", (client) =>
      client.queryRange("anything", {
        start: START,
        end: START + 2 * MINUTE,
        step: MINUTE,
      }));
    expect(plain(columns)).toEqual(plain(load(
      `{string="pv1"} 812.4 812.4 815
       {string="pv3"} 0 0 0`,
      { start: START },
    )));
  });

  test("scalar: one value, where VictoriaMetrics answers with a vector", async () => {
    const { columns, resultType } = await replay("scalar", (client) => client.query("anything"));
    expect(resultType).toBe(folder === "prometheus" ? "scalar" : "vector");
    expect(plain(columns)).toEqual([{ labels: "", samples: [[START, 1.5]] }]);
  });

  test("string: its text, where VictoriaMetrics answers with nothing", async () => {
    const { columns, text } = await replay("string", (client) => client.query("anything"));
    expect(text).toBe(folder === "prometheus" ? "text" : undefined);
    expect(columns.labels).toEqual([]);
  });

  test("empty: no series", async () => {
    const { columns } = await replay("empty", (client) => client.query("anything"));
    expect(columns.labels).toEqual([]);
  });

  test("bad_expression: a typed error with the server's own words", async () => {
    const words = folder === "prometheus" ? "unclosed left parenthesis" : "unexpected token";
    await expect(replay("bad_expression", (client) => client.query("sum(rate(power[5m])")))
      .rejects.toMatchObject({
        code: "BAD_EXPRESSION",
        message: expect.stringContaining(words),
      });
  });

  test("too_many_points: a typed error", async () => {
    // One point cannot be halved, so that the answer is an error.
    const point = { start: START, end: START, step: MINUTE };
    await expect(replay("too_many_points", (client) => client.queryRange("anything", point)))
      .rejects.toMatchObject({ code: "TOO_MANY_POINTS" });
  });

  test("series and labels", async () => {
    const { items } = await replay("series", (client) => client.series("up"));
    expect(items).toEqual([
      { __name__: "inverter_dc_power_watts", string: "pv1" },
      { __name__: "inverter_dc_power_watts", string: "pv3" },
    ]);
    const labels = await replay("labels", (client) => client.labels());
    expect(labels.items).toEqual(["__name__", "string"]);
  });
});
