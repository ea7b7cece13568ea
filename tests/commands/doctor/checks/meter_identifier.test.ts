import { expect, test } from "vitest";
import { meterIdentifier } from "../../../../src/commands/doctor/household.ts";
import { defaultHousehold, parseHousehold } from "../../../../src/household.ts";
import { findingOf, surveyOf } from "../fakes.ts";

const POWER = "gridbox_ha_multimeter_power_W", ENERGY = "gridbox_ha_multimeter_energy_Wh";
const PRESENT = "gridbox_ha_device_present";
/** A meter whose main unit is only present, and whose sub-unit measures. */
const meter = (ain: string) => [
  { __name__: PRESENT, ain },
  { __name__: PRESENT, ain: `${ain}-1` },
  { __name__: POWER, ain: `${ain}-1` },
  { __name__: ENERGY, ain: `${ain}-1` },
];

const judged = (meterAinRegex: string | undefined, listed = meter("12 3")) =>
  findingOf(meterIdentifier, {
    household: defaultHousehold({ zone: "UTC", meterAinRegex }),
    survey: surveyOf({}, { listed }),
  });
const TWO = [...meter("12 3"), ...meter("12 4")];

test.each<[string, string | undefined, ReturnType<typeof meter>, string, string, string?]>([
  [
    "right",
    "12 3(-1)?",
    meter("12 3"),
    "ok",
    "matches '12 3' and '12 3-1'; power and energy are under '12 3-1'",
  ],
  ["right, among two", "12 3(-1)?", TWO, "ok", "matches '12 3' and '12 3-1'"],
  ["not set, one meter", undefined, meter("12 3"), "ok", "one meter only"],
  [
    "not set, two meters",
    undefined,
    TWO,
    "failure",
    "there are 2 meters: '12 3' and '12 4'",
    "12 3(-1)?",
  ],
  ["too wide", "12 .(-1)?", TWO, "failure", "matches 2 meters", "12 3(-1)?"],
  [
    "too narrow: the main unit",
    "12 3",
    meter("12 3"),
    "failure",
    "but power and energy are under '12 3-1'",
    " to 12 3(-1)?",
  ],
  ["too narrow: the sub-unit", "12 3-1", meter("12 3"), "warning", "not '12 3'", " to 12 3(-1)?"],
  [
    "none",
    "99(-1)?",
    meter("12 3"),
    "failure",
    "matches none of '12 3' and '12 3-1'",
    " to 12 3(-1)?",
  ],
  [
    "a part only: patterns are anchored",
    "12",
    meter("12 3"),
    "failure",
    "matches none",
    " to 12 3(-1)?",
  ],
  [
    "both measure",
    "12 3(-1)?",
    [...meter("12 3"), { __name__: POWER, ain: "12 3" }],
    "warning",
    "both",
    "12 3-1",
  ],
  ["special characters", "x", meter("a.b+c"), "failure", "none", " to a\\.b\\+c(-1)?"],
])("%s", async (_, pattern, listed, status, found, advice) => {
  const finding = await judged(pattern, listed);
  expect(finding).toMatchObject({ status, found: expect.stringContaining(found) });
  if (advice === undefined) expect(finding.advice).toBeUndefined();
  else expect(finding.advice).toContain(advice);
});

test("is skipped where no meter measures, or another one is bound", async () => {
  expect(await judged("12 3(-1)?", [])).toMatchObject({ status: "skipped" });
  const roles = { import_energy: { selector: "p1_import", unit: "kWh" } };
  const household = parseHousehold({ zone: "UTC", roles });
  const survey = surveyOf({}, { household });
  expect(await findingOf(meterIdentifier, { household, survey })).toMatchObject({
    status: "skipped",
  });
});
