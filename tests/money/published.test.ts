import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { batteryModel } from "../../src/money/battery_model.ts";
import { costWithout } from "../../src/money/battery_outcome.ts";
import { followPlan, levelsOf } from "../../src/money/optimum.ts";
import { stepsOf } from "../../src/money/optimum_steps.ts";
import { MINUTE, offsetAt } from "../../src/time.ts";
import { noFlows } from "./no_flows.ts";

/** Half-hours of load of EMHASS' study, see the license beside it. */
async function studyCase() {
  const csv = await readFile(new URL("emhass/load_w_30min.csv", import.meta.url), "utf8");
  const rows = csv.trim().split("\n").map((line) => line.split(","));
  const time = Float64Array.from(rows, ([at]) => Date.parse(at!));
  // Dear from 02:54 to 15:24 and from 17:24 to 20:24, local time.
  const isDear = time.map((at) => {
    const minute = (at + offsetAt(at, "Europe/Paris")) / MINUTE % 1440;
    return Number((minute >= 174 && minute < 924) || (minute >= 1044 && minute < 1224));
  });
  const flows = {
    ...noFlows(time.length),
    time,
    hours: new Float64Array(time.length).fill(0.5),
    imported: Float64Array.from(rows, ([, watts]) => Number(watts) / 2000),
  };
  const prices = {
    imported: isDear.map((dear) => dear ? 0.1907 : 0.1419),
    exported: new Float64Array(time.length),
  };
  return { flows, prices };
}

describe("the 14 days of EMHASS' study", () => {
  test("cost 81.8763 € without a battery", async () => {
    expect(costWithout(await studyCase())).toBeCloseTo(81.8763, 4);
  });

  test("cost 79.7017 € with 5 kWh at best", async () => {
    const { flows, prices } = await studyCase();
    // 30 to 90 % of 5 kWh, 60 % at both ends.
    const model = batteryModel({ kwh: 3, kw: 1, efficiency: 0.95 });
    const steps = stepsOf(flows, prices, model);
    const plan = levelsOf(steps, { room: 3, end: { stored: 1.5 } });
    const { sums, stored } = followPlan(steps, plan, 1.5);
    expect([sums.cost, sums.bound].map((cost) => cost.toFixed(4))).toEqual(["79.7017", "79.7017"]);
    expect(stored).toBeCloseTo(1.5, 9);
  });
});
