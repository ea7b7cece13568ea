import { expect, test } from "vitest";
import { units } from "../../../../src/commands/doctor/units.ts";
import type { Finding } from "../../../../src/terminal/findings.ts";
import { defaultHousehold } from "../../../../src/household.ts";
import { minutely, outcomeOf, surveyOf } from "../fakes.ts";

/** An hour of a constant power and of a register that rises by some Wh each minute. */
async function grid(watts: number, whPerMinute: number): Promise<Finding> {
  const minutes = Array.from({ length: 61 }, (_, minute) => minute);
  const survey = surveyOf({
    "gridbox_ha_multimeter_power_W": { series: [minutely({}, minutes.map(() => watts))] },
    "gridbox_ha_multimeter_energy_Wh": {
      series: [minutely({}, minutes.map((minute) => 3_000_000 + minute * whPerMinute))],
    },
  });
  return (await outcomeOf(units, { survey })).findings[0]!;
}

test.each<[number, number, string, string]>([
  [1200, 20, "ok", "the counter rose by 1.200 kWh, the power adds up to 1.200 kWh"],
  [1500, 20, "ok", "1.500 kWh"],
  [-1200, 0, "ok", "too little energy"],
  [20, 0.3, "ok", "too little energy"],
  [1.2, 20, "failure", "1000 times too small"],
  [1200, 0.02, "failure", "1000 times too large"],
  [-1200, 20, "failure", "1.200 kWh with the other sign"],
  [1200, 5, "warning", "0.300 kWh"],
  [1200, 0, "warning", "0.000 kWh"],
])("%d W and %d Wh a minute", async (watts, rate, status, found) => {
  const finding = await grid(watts, rate);
  expect(finding).toMatchObject({ status, found: expect.stringContaining(found) });
  expect(finding.advice === undefined).toBe(status === "ok");
});

test("a pair that is not there is not compared", async () => {
  const { findings } = await outcomeOf(units, {
    survey: surveyOf({}),
    household: defaultHousehold({ zone: "UTC" }),
  });
  expect(findings.map(({ status }) => status)).toEqual(["skipped", "skipped"]);
});
