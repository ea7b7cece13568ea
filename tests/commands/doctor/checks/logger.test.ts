import { expect, test } from "vitest";
import { logger } from "../../../../src/commands/doctor/inverter.ts";
import { parseHousehold } from "../../../../src/household.ts";
import { HOUR } from "../../../../src/time.ts";
import { findingOf, house, minutely, NOW, surveyOf } from "../fakes.ts";

const LOGGER = "inverter_logger_online", POWER = "inverter_ac_active_power_watts";
/** The logger's last value, if it has any, and an inverter silent since some hours. */
const survey = (value: number | null, hours: number) =>
  surveyOf({
    [LOGGER]: { series: value === null ? [] : [minutely({}, [value])] },
    [POWER]: { series: [minutely({}, [5], NOW - hours * HOUR)] },
  });
const polarNight = { ...house, latitude: -75 };

test.each<[string, number | null, number, typeof house, string, string]>([
  ["online", 1, 0, house, "ok", "online"],
  ["offline while values arrive", 0, 0, house, "warning", "although values"],
  ["silent while values arrive", null, 0, house, "warning", "although values"],
  ["offline in daylight", 0, 4, house, "failure", "should be on"],
  ["silent in daylight", null, 4, house, "warning", "should be on"],
  ["offline at night", 0, 4, polarNight, "ok", "so is the inverter"],
  ["silent at night", null, 4, polarNight, "ok", "so is the inverter"],
])("%s", async (_, value, hours, household, status, found) => {
  expect(await findingOf(logger, { survey: survey(value, hours), household }))
    .toMatchObject({ status, found: expect.stringContaining(found) });
});

test.each([[null, "skipped"], [0, "failure"]] as const)(
  "an inverter that was never heard proves nothing, logger %j",
  async (value, status) => {
    const series = value === null ? [] : [minutely({}, [value])];
    expect(await findingOf(logger, { survey: surveyOf({ [LOGGER]: { series } }) })).toMatchObject({
      status,
      found: expect.stringContaining("the inverter sent nothing within 60 days either"),
    });
  },
);

test("is skipped where the household has none", async () => {
  const household = parseHousehold({ zone: "UTC", roles: { logger_online: null } });
  expect(await findingOf(logger, { survey: surveyOf({}, { household }), household }))
    .toMatchObject({ status: "skipped" });
});
