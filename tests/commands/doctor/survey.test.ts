import { expect, test } from "vitest";
import { joinSeries } from "../../../src/columns.ts";
import { probesOf } from "../../../src/commands/doctor/probes.ts";
import { isSilent, makeSurvey } from "../../../src/commands/doctor/survey.ts";
import { defaultHousehold, parseHousehold } from "../../../src/household.ts";

test("probesOf() looks for what a household binds instead of the specification's series", () => {
  const roles = { grid_power: { selector: "p1_kw", unit: "kW" } };
  const names = probesOf(parseHousehold({ zone: "UTC", roles })).map(({ name }) => name);
  expect(names).toContain("p1_kw");
  expect(names).not.toContain("gridbox_ha_multimeter_power_W");
});

test("makeSurvey() of an empty server observes each metric, and no sample", async () => {
  const nothing = { columns: joinSeries([]), notices: [], requests: 1 };
  const empty = {
    query: () => Promise.resolve({ ...nothing, resultType: "matrix" as const }),
    queryRange: () => Promise.resolve(nothing),
    samples: () => Promise.resolve(nothing),
    series: () => Promise.resolve({ items: [], notices: [] }),
  };
  const { observations } = await makeSurvey(empty, defaultHousehold({ zone: "UTC" }), { at: 0 });
  expect(observations).toHaveLength(18);
  expect(observations.every(({ last }) => last === null)).toBe(true);
});

test.each([
  [null, null, 0, true],
  // Twice the interval is not yet silence.
  [0, 240_000, 600_000, false],
  [0, 60_000, 600_000, true],
])("isSilent() with a last sample at %j every %j ms, at %d", (last, interval, at, silent) => {
  expect(isSilent({ last, interval }, at)).toBe(silent);
});
