import { expect, test } from "vitest";
import { recordingRules } from "../../../../src/commands/doctor/recording_rules.ts";
import type { LabelledSamples } from "../../../../src/columns.ts";
import { parseHousehold } from "../../../../src/household.ts";
import { HOUR } from "../../../../src/time.ts";
import { fakeClient, minutely, NOW, outcomeOf, surveyOf } from "../fakes.ts";

const GRID = "home:power_grid_import:watts", GENERATION = "home:power_generation:watts";
const LOAD = "home:power_total:watts", AUTARKY = "home:autarky:ratio";
const TRUTH: Record<string, number> = {
  [GRID]: -900,
  [GENERATION]: 1500,
  [LOAD]: 600,
  [AUTARKY]: 1,
};
const ten = (value: number) => Array<number>(10).fill(value);

/** A server with rules that began 20 days ago and whose values may be wrong. */
function server(wrong: Record<string, number[] | null> = {}) {
  const rules = Object.entries(TRUTH).flatMap(([__name__, value]): LabelledSamples[] => {
    const values = wrong[__name__] === undefined ? ten(value) : wrong[__name__];
    return values === null ? [] : [minutely({ __name__ }, values)];
  });
  const raw = Object.entries(TRUTH).map(([rule, value]) => minutely({ rule }, ten(value)));
  const past = Object.keys(TRUTH).map((__name__) => minutely({ __name__ }, [1], NOW - 480 * HOUR));
  return fakeClient({
    query: () => rules,
    queryRange: (expression) => expression.startsWith("count") ? past : raw,
  });
}
const AC = "inverter_ac_active_power_watts";
const awake = surveyOf({ [AC]: { series: [minutely({}, [1500])] } });
const findings = async (client: ReturnType<typeof fakeClient>, survey = awake) =>
  (await outcomeOf(recordingRules, { client, survey })).findings;

test("tells since when they are there, and that they agree", async () => {
  const client = server();
  const all = await findings(client);
  expect(all.map(({ subject }) => subject)).toEqual([GRID, GENERATION, LOAD, AUTARKY]);
  for (const { status, found } of all) {
    expect({ status, found }).toEqual({
      status: "ok",
      found: "since 2025-05-26; the raw series confirm 10 of its last 10 values",
    });
  }
  expect(client.asked).toHaveLength(3);
});

test("a rule that takes the sign away is a failure, with the right expression", async () => {
  const [grid, generation, load] = await findings(server({ [GRID]: ten(0), [LOAD]: ten(1500) }));
  expect(grid).toMatchObject({
    status: "failure",
    found: expect.stringContaining("0 of its last 10 values: 0.00 where they say -900.00"),
    advice: expect.stringContaining('max(gridbox_ha_multimeter_power_W{ain=~"12(-1)?"})'),
  });
  expect(generation!.status).toBe("ok");
  expect(load!.status).toBe("failure");
});

test("one late scrape is forgiven, as is rounding", async () => {
  const late = [...ten(-900).slice(1), -950];
  const [grid, generation] = await findings(server({ [GRID]: late, [GENERATION]: ten(1501) }));
  expect(grid).toMatchObject({ status: "ok", found: expect.stringContaining("9 of its last 10") });
  expect(generation!.status).toBe("ok");
});

test("a rule that fell silent is told with its past", async () => {
  const [grid] = await findings(server({ [GRID]: null }));
  expect(grid).toMatchObject({ status: "warning", found: "since 2025-05-26, but silent now" });
});

test("only the grid's rule can be judged while the inverter is silent by day", async () => {
  const silent = surveyOf({ [AC]: { series: [minutely({}, [1500], NOW - 3 * HOUR)] } });
  const all = await findings(server({ [LOAD]: null, [AUTARKY]: null }), silent);
  expect(all.map(({ status }) => status)).toEqual(["ok", "skipped", "skipped", "skipped"]);
});

test("no rules at all are no failure", async () => {
  const client = fakeClient({});
  expect(await findings(client)).toMatchObject([
    { status: "warning", advice: expect.stringContaining("deploy/recording-rules.yml") },
  ]);
});

test("are skipped for a house whose series they do not speak of", async () => {
  const household = parseHousehold({
    zone: "UTC",
    roles: {
      grid_power: { selector: "p1_kw", unit: "kW" },
      generation_power: { selector: "pv_w", unit: "W" },
    },
  });
  const client = fakeClient({});
  const { findings } = await outcomeOf(recordingRules, { client, household });
  expect(findings).toMatchObject([{ status: "skipped" }]);
  expect(client.asked).toEqual([]);
});
