/**
 * The five most frequent set-ups, as `deno task setup` meets them: a simulated house under the names of
 * its sources on a real server, and what a person types.
 *
 * @module
 */

import { stripVTControlCharacters } from "node:util";
import { setup } from "../../src/commands/setup.ts";
import { joinSeries } from "../../src/columns.ts";
import { type House, PLAIN } from "../houses/house.ts";
import { startPrometheus } from "../servers/prometheus.ts";
import { startVictoriaMetrics } from "../servers/victoria_metrics.ts";
import { capture, effects } from "../terminal/capture.ts";
import { type Naming, NAMINGS, table } from "./namings.ts";
import { worldOf } from "./world.ts";

/** A set-up. */
export interface SetUp {
  /** Its heading. */
  readonly title: string;
  /** What a reader should know before the run. */
  readonly about: string;
  readonly server: "Prometheus" | "VictoriaMetrics";
  readonly naming: Naming;
  readonly house: House;
  /** What is typed after the questions that contain a text; all others are answered by Enter. */
  readonly answers: Readonly<Record<string, string>>;
}

const named = (name: string) => NAMINGS.find((one) => one.name === name)!;

/** A house in Germany in June, without a battery. */
const HOUSE: House = {
  ...PLAIN,
  seed: "set-ups",
  meter: { ...PLAIN.meter, imports: { step: 1, unit: "kWh" }, exports: { step: 1, unit: "kWh" } },
};
const [INVERTER] = PLAIN.inverters;
const PLACE = { "Latitude and longitude": "50.6 9.7", "Main fuse": "35" };

/** The set-ups, the most frequent first. */
export const SET_UPS: readonly SetUp[] = [
  {
    title: "Home Assistant with its Prometheus exporter",
    about:
      "The exporter has one metric per unit, and the label `entity` names the device. This house " +
      "has a battery and a wallbox.",
    server: "Prometheus",
    naming: named("Home Assistant exporter"),
    house: {
      ...HOUSE,
      battery: {
        coupling: "dc",
        capacity: 9800,
        power: 4000,
        sign: "charge_positive",
        generation: "output",
      },
      wallbox: 11_000,
    },
    answers: PLACE,
  },
  {
    title: "Home Assistant into VictoriaMetrics",
    about:
      "Home Assistant can write to VictoriaMetrics as if it were InfluxDB. There is one metric per " +
      "unit, and the label `entity_id` names the device. A value is written only when it changes. " +
      "This house has a heat pump.",
    server: "VictoriaMetrics",
    naming: named("Home Assistant, Influx line protocol"),
    house: {
      ...HOUSE,
      meter: { ...HOUSE.meter, cadence: { kind: "change", step: 10, deadband: 5 } },
      heatPump: 2400,
    },
    answers: PLACE,
  },
  {
    title: "Shelly meter and OpenDTU",
    about: "A Shelly measures at the grid connection, and OpenDTU reads the micro-inverters.",
    server: "Prometheus",
    naming: table("Shelly and OpenDTU", {
      grid_power: ["shelly_meter_power_current_watts", "W", {
        labels: { name: "em", channel: "total" },
      }],
      import_energy: ["shelly_meter_power_watthours_total", "Wh", {
        labels: { name: "em", channel: "total" },
      }],
      export_energy: ["shelly_meter_power_returned_watthours_total", "Wh", {
        labels: { name: "em", channel: "total" },
      }],
      generation_power: ["opendtu_Power", "W", { labels: { type: "AC", name: "roof" } }],
      yield_today: ["opendtu_YieldDay", "Wh", { labels: { type: "AC", name: "roof" } }],
      yield_total: ["opendtu_YieldTotal", "kWh", { labels: { type: "AC", name: "roof" } }],
      string_power: ["opendtu_Power", "W", { labels: { type: "DC", name: "roof" } }],
    }),
    house: {
      ...HOUSE,
      inverters: [{
        ...INVERTER!,
        planes: [
          { name: "pv1", kwp: 0.44, azimuth: 170, tilt: 30 },
          { name: "pv2", kwp: 0.44, azimuth: 170, tilt: 30 },
        ],
        limit: 800,
        today: { step: 1, unit: "Wh" },
        total: { step: 1, unit: "kWh" },
      }],
    },
    answers: { ...PLACE, "string pv1": "0.44", "string pv2": "0.44" },
  },
  {
    title: "P1 meter (DSMR) and an inverter's cloud",
    about: "A P1 meter has two powers, one per direction, and registers for two tariffs. The " +
      "inverter's readings come from its maker's cloud every five minutes.",
    server: "VictoriaMetrics",
    naming: table("P1 and SolarEdge", {
      grid_power: ["p1_actual_electricity_delivered", "kW", {
        sign: "import_positive",
        pair: "p1_actual_electricity_generated",
      }],
      import_energy: ["p1_electricity_consumed", "kWh"],
      export_energy: ["p1_electricity_returned", "kWh"],
      generation_power: ["solaredge_ac_power_watts", "W"],
      yield_today: ["solaredge_energy_today_wh", "Wh"],
      yield_total: ["solaredge_energy_total_wh", "Wh"],
    }),
    house: {
      ...HOUSE,
      meter: {
        ...HOUSE.meter,
        cadence: { kind: "regular", step: 10, deadband: 0 },
        unit: "kW",
        tariffs: 2,
      },
      inverters: [{
        ...INVERTER!,
        cadence: { kind: "regular", step: 300, deadband: 0 },
        strings: false,
      }],
    },
    answers: PLACE,
  },
  {
    title: "FRITZ! meter head and an inverter's exporter",
    about: "The FRITZ! head reads an old meter with one register; its sign is not documented.",
    server: "Prometheus",
    naming: named("FRITZ! and the specification's inverter"),
    house: { ...HOUSE, meter: { ...HOUSE.meter, exports: null, imports: { step: 1, unit: "Wh" } } },
    answers: { ...PLACE, "string pv1": "4.5", "string pv2": "4.5" },
  },
];

/** What a run showed and wrote. */
export interface SetUpRun {
  readonly screen: string;
  readonly household: string;
}

/** How the page calls the address of the server. */
const ADDRESS = "http://192.168.1.10:9090/";

/** Width of the terminal. [columns] */
const WIDTH = 84;

/** Runs setup against a real server. */
export async function runSetUp({ server, naming, house, answers }: SetUp): Promise<SetUpRun> {
  const world = worldOf(house, naming, { others: 24 });
  const start = server === "Prometheus" ? startPrometheus : startVictoriaMetrics;
  await using running = await start(world.series.map((one) => joinSeries([one])));
  const folder = await Deno.makeTempDir({ prefix: "set-up-" });
  try {
    const stderr = capture({ isTerminal: true, columns: WIDTH });
    const typed: readonly (readonly [string, string])[] = Object.entries({
      "Address": running.url.href,
      ...answers,
    });
    const stdin = {
      isTerminal: true,
      ask: (question: string) => {
        const answer = typed.find(([text]) => question.includes(text))?.[1] ?? "";
        void stderr.write(`${question}${answer}\n`);
        return Promise.resolve(answer);
      },
    };
    const touched = { ...effects({ stderr, now: () => world.now }), stdin };
    const code = await setup(["--dir", folder, "--zone", house.place.zone], touched);
    if (code !== 0) throw new Error(`setup ended with ${code}:\n${stderr.text}`);
    return {
      screen: screenOf(stderr.text).replaceAll(running.url.href, ADDRESS)
        .replaceAll(`${folder}/`, ""),
      household: await Deno.readTextFile(`${folder}/household.json`),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What a terminal shows in the end: a progress line is overwritten. */
function screenOf(text: string): string {
  return text.split("\n").map((line) => stripVTControlCharacters(line.split("\r").at(-1)!))
    .map((line) => line.trimEnd()).join("\n").trim();
}

/** The section of the page that shows a set-up. */
export function sectionOf(
  { title, about, server }: SetUp,
  { screen, household }: SetUpRun,
): string {
  return [
    `### ${title}`,
    `${about} The server is ${server}.`,
    "The dialogue:",
    `\`\`\`text\n${screen}\n\`\`\``,
    "<details>\n<summary>The household file that it wrote</summary>",
    `\`\`\`json\n${household.trim()}\n\`\`\``,
    "</details>",
  ].join("\n\n");
}
