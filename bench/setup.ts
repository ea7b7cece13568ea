/**
 * How long `deno task setup` looks at a server with ten thousand series.
 *
 * @module
 */

import { connect } from "../src/client/connect.ts";
import { loadConfig } from "../src/config.ts";
import { joinSeries, type LabelledSamples } from "../src/columns.ts";
import { recogniseHouse } from "../src/setup/recognise_house.ts";
import { drawHouse } from "../tests/houses/house.ts";
import { PROMETHEUS, startPrometheus } from "../tests/servers/prometheus.ts";
import type { RunningServer } from "../tests/servers/running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "../tests/servers/victoria_metrics.ts";
import { distractors } from "../tests/setup/distractors.ts";
import { judge } from "../tests/setup/judge.ts";
import { NAMINGS } from "../tests/setup/namings.ts";
import { type World, worldOf } from "../tests/setup/world.ts";
import { random } from "../tests/simulator/house/random.ts";
import { type Benchmark, type Comparison, toRow } from "./benchmark.ts";

/** Series beside those of the house; days and distance of their samples. */
const OTHERS = 10_000, DAYS = 3, STEP = 10;

const ROUNDS = 3;

/** Measures setup on a real Prometheus and a real VictoriaMetrics. */
export const setup: Benchmark = async () => {
  const house = { ...drawHouse(17), fault: null, mistake: null, usesDefaultNames: false };
  const world = worldOf(house, NAMINGS.find(({ name }) => name === "Home Assistant exporter")!, {
    others: 0,
  });
  const chance = random("bench/setup");
  const others = distractors(world.now, DAYS, OTHERS, chance, { isPlain: false }).map(thinned);
  const parts = [...world.series, ...others].map((one) => joinSeries([one]));
  const comparisons: Comparison[] = [];
  const slowest: number[] = [];
  for (
    const [name, start] of [
      [PROMETHEUS, startPrometheus],
      [VICTORIA_METRICS, startVictoriaMetrics],
    ] as const
  ) {
    await using server = await start(parts);
    const ours: number[] = [], curls: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await timed(() => recognised(server, world)));
      curls.push(await timed(() => listed(server, world.now)));
    }
    slowest.push(Math.min(...ours) / 1000);
    comparisons.push({
      caption: `Recognise house 17 on ${name} among ${OTHERS.toLocaleString("en")} other series`,
      unit: "ms",
      rows: [
        toRow("setup", ours, "about 200 requests, every sample of 150 series"),
        toRow("curl", curls, "one request: the labels of all series"),
      ],
    });
  }
  return {
    title: "deno task setup",
    comparisons,
    goals: [{
      claim: `A house among ${OTHERS.toLocaleString("en")} other series is recognised within 30 s`,
      measured: Math.max(...slowest),
      bound: { atMost: 30 },
      unit: "s",
    }],
    notes: [
      `The other series have a sample every ${STEP} minutes for ${DAYS} days: rooms, weather, plugs, ` +
      "water and gas meters. All roles of the house are right in each round.",
    ],
  };
};

/** Keeps one sample every {@linkcode STEP} minutes. */
function thinned({ labels, time, value }: LabelledSamples): LabelledSamples {
  const every = Math.round(STEP * 60_000 / (time[1]! - time[0]!));
  const isKept = (_: number, row: number) => row % every === 0;
  return { labels, time: time.filter(isKept), value: value.filter(isKept) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function recognised({ url }: RunningServer, world: World): Promise<void> {
  await using client = await connect(
    loadConfig(new Map([["METRICS_URL", url.href]]), () => undefined),
  );
  const { proposals } = await recogniseHouse(client, { now: world.now });
  const wrong = judge(world, proposals).filter(({ verdict }) => verdict !== "right");
  if (wrong.length > 0) throw new Error(wrong.map(({ role, why }) => `${role}: ${why}`).join("\n"));
}

async function listed({ url }: RunningServer, now: number): Promise<void> {
  const address = new URL("api/v1/series", url);
  address.search = new URLSearchParams([
    ["match[]", '{__name__!=""}'],
    ["start", String(now / 1000 - DAYS * 86_400)],
    ["end", String(now / 1000)],
  ]).toString();
  const { success } = await new Deno.Command("curl", {
    args: ["--silent", "--fail", "--output", "/dev/null", address.href],
  }).output();
  if (!success) throw new Error("curl failed");
}
