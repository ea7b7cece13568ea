import { describe, expect, test } from "vitest";
import type { InstantResult } from "../../src/client/client.ts";
import { joinSeries } from "../../src/columns.ts";
import { defaultHousehold, parseHousehold } from "../../src/household.ts";
import { currentState, type CurrentStateOptions } from "../../src/house/current_state.ts";
import { now, printState } from "../../src/commands/now.ts";
import { standIn } from "../standins/stand_in.ts";
import { effects } from "../terminal/capture.ts";

const NOON = Date.parse("2025-06-01T12:00:00+02:00");
const house = defaultHousehold({ zone: "Europe/Berlin", meterAinRegex: "12(-1)?" });

/** What a server answers: for each expression a number, or numbers by a label's value. */
type Answers = Record<string, number | { label: string; values: Record<string, number> }>;

function server(answers: Answers, notices: string[] = []) {
  const asked: { expression: string; time?: number | undefined }[] = [];
  const series = (labels: Record<string, string>, value: number) => (
    { labels, time: Float64Array.of(NOON), value: Float64Array.of(value) }
  );
  return {
    asked,
    description: "a server",
    query(expression: string, { time }: { time?: number } = {}): Promise<InstantResult> {
      asked.push({ expression, time });
      const answer = answers[expression];
      const all = answer === undefined
        ? []
        : typeof answer === "number"
        ? [series({}, answer)]
        : Object.entries(answer.values).map(([name, value]) =>
          series({ [answer.label]: name }, value)
        );
      return Promise.resolve({
        columns: joinSeries(all),
        notices,
        requests: 1,
        resultType: "vector",
      });
    },
  };
}

const GRID = 'max(gridbox_ha_multimeter_power_W{ain=~"12(-1)?"})';
const GENERATION = "(max(inverter_ac_active_power_watts)" +
  " or 0 * max(last_over_time(inverter_ac_active_power_watts[7d])))";
const LOAD = `(${GRID} + ${GENERATION})`;
const EXPORTED = `sum_over_time(clamp_min(-(${GRID}), 0)[43200s:1m]) / 60 / 1000`;

const RULES: Answers = {
  "home:power_generation:watts": 3412.4,
  "home:power_grid_import:watts": -2931,
  "home:power_total:watts": 481.4,
  "clamp_min(-home:power_grid_import:watts, 0)": 2931,
  "clamp_max(home:autarky:ratio, 1) * 100": 100,
};
const RAW: Answers = {
  "max(inverter_production_today_kwh)": 12.34,
  [EXPORTED]: 9.871,
  "max by (string) (inverter_dc_power_watts)": {
    label: "string",
    values: { pv10: 0, pv2: 1700, pv1: 1800 },
  },
  "max(inverter_logger_online)": 1,
};
const UP: Answers = {
  'up{job=~"inverter|meter"}': { label: "job", values: { meter: 0, inverter: 1 } },
};
const SPELLED_OUT: Answers = {
  "max(inverter_ac_active_power_watts)": 3412.4,
  [GRID]: -2931,
  [LOAD]: 481.4,
  [`clamp_min(-(${GRID}), 0)`]: 2931,
  [`clamp_max(${GENERATION} / ${LOAD}, 1) * 100`]: 100,
};

const state = (answers: Answers, options: CurrentStateOptions = {}, household = house) =>
  currentState(server(answers), household, { now: NOON, ...options });
const values = async (...args: Parameters<typeof state>) =>
  Object.values((await state(...args)).quantities).map(({ value }) => value);
const ALL = [3412.4, -2931, 481.4, 2931, 100, 12.34, 9.871];

describe("currentState()", () => {
  test("reads the recording rules", async () => {
    const { quantities } = await state({ ...RULES, ...RAW });
    expect(Object.values(quantities).map(({ value }) => value)).toEqual(ALL);
    expect(Object.values(quantities).flatMap(({ remark }) => remark ?? [])).toEqual([]);
  });

  test("spells the rules out where there are none, and says so", async () => {
    const { quantities } = await state({ ...SPELLED_OUT, ...RAW });
    expect(Object.values(quantities).map(({ value }) => value)).toEqual(ALL);
    for (const name of ["generation", "grid", "load", "export", "autarky"] as const) {
      expect(quantities[name].remark).toContain("no recording rule");
    }
  });

  test("takes the rule's exports where the meter's raw series is absent", async () => {
    const rule =
      "sum_over_time(clamp_min(-home:power_grid_import:watts, 0)[43200s:1m]) / 60 / 1000";
    const { quantities } = await state({ ...RULES, [rule]: 8.5 });
    expect(quantities.exported_today).toMatchObject({
      value: 8.5,
      remark: expect.stringContaining("recording rule"),
    });
  });

  test("keeps the yield of the day after the inverter went to sleep", async () => {
    const last = "max(last_over_time(inverter_production_today_kwh[43200s]))";
    const { quantities } = await state({ [last]: 21.5 });
    expect(quantities.yield_today).toMatchObject({
      value: 21.5,
      remark: expect.stringContaining("last reading"),
    });
  });

  test("says that no generation is taken as zero", async () => {
    const { quantities } = await state({ [GENERATION]: 0 });
    expect(quantities.generation).toMatchObject({
      value: 0,
      remark: expect.stringContaining("silent"),
    });
  });

  test("leaves unknown what the server does not know", async () => {
    expect(await values({})).toEqual(Array(7).fill(null));
    expect(await state({})).toMatchObject({
      strings: [],
      exporters: null,
      logger: { value: null },
    });
    expect((await state({ "home:power_grid_import:watts": NaN })).quantities.grid.value).toBeNull();
  });

  test("does not take an inverter that was never heard for zero", async () => {
    const one = server({ "vector(0)": 0, [GRID]: 500 });
    const { quantities } = await currentState(one, house, { now: NOON });
    for (const name of ["generation", "load", "autarky"] as const) {
      expect(quantities[name].value).toBeNull();
    }
    expect(one.asked.map(({ expression }) => expression)).not.toContain("vector(0)");
  });

  test("a house without PV draws all from the grid", async () => {
    const none = {
      generation_power: null,
      yield_today: null,
      yield_total: null,
      string_power: null,
    };
    const home = parseHousehold({ zone: "Europe/Berlin", roles: none });
    const raw = "max(gridbox_ha_multimeter_power_W)";
    const answers = { "vector(0)": 0, [`(${raw} + vector(0))`]: 700 };
    const { quantities } = await state(answers, {}, home);
    expect(quantities.generation).toMatchObject({ value: 0, remark: "this house has no PV" });
    expect(quantities.load.value).toBe(700);
  });

  test("names the setting that matches no job", async () => {
    const jobs = { inverterJob: "inverter", meterJob: "[Mm]eters" };
    const up = { 'up{job=~"inverter|[Mm]eters"}': { label: "job", values: { inverter: 1 } } };
    const found = await state(up, { jobs });
    expect(found.exporters).toEqual([
      { name: "inverter", value: 1 },
      { name: "METER_JOB", value: null, remark: "no job matches '[Mm]eters'" },
    ]);
    expect(printState(found)).toMatch(/^ {2}METER_JOB +– {2}no job matches '\[Mm\]eters'$/m);
  });

  test("sorts strings as people count", async () => {
    expect((await state(RAW)).strings.map(({ name }) => name)).toEqual(["pv1", "pv2", "pv10"]);
  });

  test("asks for both exporters' jobs", async () => {
    const jobs = { inverterJob: "inverter", meterJob: "meter" };
    expect((await state(UP, { jobs })).exporters).toEqual([
      { name: "inverter", value: 1 },
      { name: "meter", value: 0 },
    ]);
    const one = server({});
    await currentState(one, house, { now: NOON, jobs: { meterJob: "meter" } });
    expect(one.asked.map(({ expression }) => expression)).toContain('up{job=~"meter|meter"}');
  });

  test("evaluates everything at the same instant", async () => {
    const one = server({});
    await currentState(one, house, { now: NOON });
    expect(one.asked.length).toBeGreaterThan(10);
    expect(one.asked.every(({ time }) => time === NOON)).toBe(true);
  });

  test("asks for the series of another house, and for no rules of the specification", async () => {
    const other = parseHousehold({
      zone: "Europe/Vienna",
      roles: {
        grid_power: { selector: "p1_kw", unit: "kW", sign: "export_positive" },
        generation_power: [
          { selector: 'pv{roof="east"}', unit: "W" },
          { selector: 'pv{roof="west"}', unit: "W" },
        ],
        yield_today: null,
      },
    });
    const one = server({});
    await currentState(one, other, { now: NOON });
    const expressions = one.asked.map(({ expression }) => expression);
    expect(expressions).toContain("max(p1_kw) * -1000");
    const generation = '(max(pv{roof="east"}) + max(pv{roof="west"}))';
    expect(expressions).toContain(generation);
    const both = ["east", "west"].map((roof) =>
      `(max(pv{roof="${roof}"}) or 0 * max(last_over_time(pv{roof="${roof}"}[7d])))`
    ).join(" + ");
    expect(expressions).toContain(`(${both})`);
    const load = `(max(p1_kw) * -1000 + (${both}))`;
    expect(expressions).toContain(load);
    // Without the brackets only the second inverter would be divided.
    expect(expressions).toContain(`clamp_max((${both}) / ${load}, 1) * 100`);
    expect(expressions.filter((text) => text.includes("home:"))).toEqual([]);
    expect(expressions.filter((text) => text.includes("production_today"))).toEqual([]);
  });

  test("passes warnings of the server on, each once", async () => {
    const one = server(RULES, ["query hits limit"]);
    expect((await currentState(one, house, { now: NOON })).notices).toEqual(["query hits limit"]);
  });
});

describe("printState()", () => {
  test("prints battery and consumers where the household file binds them", async () => {
    const home = parseHousehold({
      zone: "Europe/Berlin",
      battery_coupling: "ac",
      roles: {
        battery_power: { selector: "battery_watts", unit: "W", sign: "discharge_positive" },
        state_of_charge: { selector: "battery_percent", unit: "%" },
        consumer_power: { name: "heat_pump", selector: "heat_watts", unit: "W" },
        logger_online: null,
      },
    });
    const answers = {
      "max(battery_watts)": -812,
      "max(battery_percent)": 56.3,
      "max(heat_watts)": 640,
    };
    const lines = printState(await state(answers, {}, home)).split("\n");
    expect(lines).toContain("  Power               -812 W  charging");
    expect(lines).toContain("  Charge              56.3 %");
    expect(lines).toContain("  heat pump            640 W");
    expect(lines).toContain("  logger                   –  not in the household file");
  });

  test("prints what the house does", async () => {
    const jobs = { inverterJob: "inverter", meterJob: "meter" };
    expect(printState(await state({ ...RULES, ...RAW, ...UP }, { jobs }))).toBe(`\
2025-06-01 12:00:00

Generation            3412 W
Grid                 -2931 W  exporting
Load                   481 W
Export                2931 W
Autarky              100.0 %
Yield today       12.340 kWh
Exported today     9.871 kWh

Strings
  pv1                 1800 W
  pv2                 1700 W
  pv10                   0 W

Data sources
  inverter                up
  meter                 down
  logger              online

Source  a server
Zone    Europe/Berlin
`);
  });

  test("prints unknown values as such", async () => {
    const text = printState(await state({}));
    expect(text).toMatch(/^Grid +–$/m);
    expect(text).toContain("set INVERTER_JOB and METER_JOB");
    expect(text).toMatch(/logger +silent/);
    expect(text).toContain("\nno readings\n");
  });

  test.each([
    [RULES, "no readings of single strings"],
    [{ [GENERATION]: 0 }, "no readings; the inverter is silent"],
  ])("says of the strings only what is known", async (answers, expected) => {
    expect(printState(await state(answers as Answers))).toContain(`\n${expected}\n`);
  });
});

describe("now()", () => {
  test("needs a server", async () => {
    const here = effects();
    expect(await now([], here)).toBe(1);
    expect(here.stderr.text).toMatch(/^error: No metrics server is configured\nhint: /);
    expect(here.stdout.text).toBe("");
  });

  test("says so if the server has nothing of this household", async () => {
    const nothing = '{"status":"success","data":{"resultType":"vector","result":[]}}';
    await using empty = standIn(() => new Response(nothing));
    const env = { METRICS_URL: empty.url.href, HOUSEHOLD_ZONE: "Europe/Berlin" };
    const here = effects({ env });
    expect(await now([], here)).toBe(0);
    expect(here.stdout.text).toMatch(/^Generation +–$/m);
    expect(here.stderr.text).toMatch(/^notice: The server has no current reading .*doctor/);
  });

  test("refuses wrong usage with exit code 2", async () => {
    const here = effects();
    expect(await now(["--frm"], here)).toBe(2);
    expect(here.stderr.text).toContain("unknown option '--frm'");
  });
});

test.each([
  ["demo", /Generation +1154 W[^]*gridbox-exporter +up/],
  ["demo:battery", /Charge +99\.6 %[^]*heat pump +1747 W/],
])("shows the recorded present of %s, and says that it is a demo", async (source, expected) => {
  const here = effects();
  expect(await now(["--source", source], here)).toBe(0);
  expect(here.stdout.text).toMatch(/^2025-10-12 13:00:00\n/);
  expect(here.stdout.text).toMatch(expected);
  expect(here.stderr.text).toMatch(/^notice: This is a simulated demo household, not yours/);
  expect(await now(["--source", "archive:x"], effects())).toBe(2);
});
