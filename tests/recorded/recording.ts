/**
 * Answers of real servers, kept as they came.
 *
 * @module
 */

import type { SeriesColumns } from "../../src/columns.ts";
import { load } from "../notation.ts";

/** One question to a server and what it answered. */
export interface Recording {
  /** The server and its version. */
  readonly server: string;
  /** Path below the server's address. */
  readonly path: string;
  /** Parameters, sent as a form. */
  readonly form: readonly (readonly [name: string, value: string])[];
  /** Status of the answer. */
  readonly status: number;
  /** Its media type. */
  readonly contentType: string;
  /** Its body, to the byte. */
  readonly body: string;
}

/** Where recordings lie. */
export const RECORDED = new URL("../../data/fixtures/recorded/", import.meta.url);

/** The first instant of the samples that the recorded servers held. [ms] */
export const START = Date.UTC(2025, 9, 26);

/** All that the recorded servers held, as two scrapes: on full minutes, and with jitter. */
export const HELD: readonly SeriesColumns[] = [
  load(
    `
  gridbox_ha_multimeter_power_W{ain="1-1",pod="a"} 250.5 -1200.25 0 _ 1e6 0.000001
  gridbox_ha_multimeter_power_W{ain="1-1",pod="b"} _ _ _ _ 31 32
  gridbox_ha_multimeter_energy_Wh{ain="1-1",pod="a"} 3482915.4+4.2x5
  inverter_dc_power_watts{string="pv1"} 812.4 _ 815
  inverter_dc_power_watts{string="pv3"} 0 0 0
  odd{text="quotes \\" and \\\\ and ä"} Inf -Inf 1`,
    { start: START },
  ),
  load("jittered 1 2 3", { start: START + 500, step: 60_023 }),
];

const QUERY = "/api/v1/query", RANGE = "/api/v1/query_range";
const at = (minutes: number) => String(START / 1000 + minutes * 60);

/** What is asked, by the name of the recording. */
export const QUESTIONS: Readonly<Record<string, Pick<Recording, "path" | "form">>> = {
  vector: {
    path: QUERY,
    form: [["query", "gridbox_ha_multimeter_energy_Wh"], ["time", at(5)]],
  },
  raw_samples: {
    path: QUERY,
    form: [["query", "gridbox_ha_multimeter_power_W[6m]"], ["time", at(5)]],
  },
  fractions: { path: QUERY, form: [["query", "jittered[6m]"], ["time", at(5)]] },
  infinities: { path: QUERY, form: [["query", "odd[6m]"], ["time", at(5)]] },
  matrix: {
    path: RANGE,
    form: [
      ["query", "max by (string) (inverter_dc_power_watts)"],
      ["start", at(0)],
      ["end", at(2)],
      ["step", "60"],
    ],
  },
  scalar: { path: QUERY, form: [["query", "scalar(vector(1.5))"], ["time", at(0)]] },
  string: { path: QUERY, form: [["query", '"text"'], ["time", at(0)]] },
  empty: { path: QUERY, form: [["query", "no_such_metric"], ["time", at(0)]] },
  bad_expression: { path: QUERY, form: [["query", "sum(rate(power[5m])"], ["time", at(0)]] },
  too_many_points: {
    path: RANGE,
    form: [["query", "vector(1)"], ["start", at(0)], ["end", at(60 * 24)], ["step", "1"]],
  },
  series: {
    path: "/api/v1/series",
    form: [["match[]", "inverter_dc_power_watts"], ["start", at(0)], ["end", at(5)]],
  },
  labels: {
    path: "/api/v1/labels",
    form: [["match[]", "inverter_dc_power_watts"], ["start", at(0)], ["end", at(5)]],
  },
};
