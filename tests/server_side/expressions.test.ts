import { parser } from "@prometheus-io/lezer-promql";
import { describe, expect, test } from "vitest";
import { dailyExport, dailyImport, dailyYield } from "../../src/client/promql.ts";
import { defaultHousehold, parseHousehold } from "../../src/household.ts";
import {
  dailyExpression,
  dayFigures,
  overBindings,
  sampledEnergy,
} from "../../src/server_side/expressions.ts";
import { HOUR } from "../../src/time.ts";
import { stringPower } from "../../src/client/promql.ts";
import { spelledOut } from "../../src/server_side/expressions.ts";

const AIN = "12345 0123456(-1)?";
const house = defaultHousehold({ zone: "Europe/Berlin", meterAinRegex: AIN });

describe("dailyExpression()", () => {
  test.each([[23], [24], [25]])("is the specification's for a day of %d hours", (hours) => {
    const window = hours * HOUR;
    expect(dailyExpression(house, "yield", { window })).toBe(dailyYield({ window }));
    expect(dailyExpression(house, "import", { window })).toBe(dailyImport(AIN, { window }));
    expect(dailyExpression(house, "export", { window, rule: true })).toBe(dailyExport({ window }));
  });

  test("spells the rule of the grid power out", () => {
    expect(dailyExpression(house, "export", { window: 23 * HOUR })).toBe(
      `sum_over_time(clamp_min(-(max(gridbox_ha_multimeter_power_W{ain=~"${AIN}"})), 0)` +
        "[82800s:1m]) / 60 / 1000",
    );
  });

  test("has the same shapes for another house", () => {
    const other = parseHousehold({
      zone: "Europe/Vienna",
      roles: {
        yield_today: [
          { selector: 'today{roof="east"}', unit: "kWh" },
          { selector: 'today{roof="west"}', unit: "kWh" },
        ],
        import_energy: { selector: "import_joules", unit: "J" },
        export_energy: { selector: "export_wh", unit: "Wh" },
      },
    });
    const window = 24 * HOUR;
    expect(dailyExpression(other, "yield", { window })).toBe(
      'max(max_over_time(today{roof="east"}[1d])) + max(max_over_time(today{roof="west"}[1d]))',
    );
    expect(dailyExpression(other, "import", { window }))
      .toBe("sum(increase(import_joules[1d])) / 3600000");
    expect(dailyExpression(other, "export", { window, rule: true }))
      .toBe("sum(increase(export_wh[1d])) / 1000");
  });

  test("is null where the house has no series", () => {
    const bare = parseHousehold({
      zone: "UTC",
      roles: { yield_today: null, import_energy: null, grid_power: null },
    });
    for (const quantity of ["yield", "import", "export"] as const) {
      expect(dailyExpression(bare, quantity, { window: HOUR })).toBeNull();
    }
  });
});

const DAY = { window: 24 * HOUR, offset: -22 * HOUR + 1 };

/** A house of another kind: other units and sign, two tariffs, an export register, two inverters. */
const OTHER = parseHousehold({
  zone: "Europe/Amsterdam",
  roles: {
    grid_power: [
      { selector: 'p1_kw{direction="in"}', unit: "kW" },
      { selector: 'p1_kw{direction="out"}', unit: "kW", sign: "export_positive" },
    ],
    import_energy: [
      { selector: 'p1_kwh{tariff="1"}', unit: "kWh" },
      { selector: 'p1_kwh{tariff="2"}', unit: "kWh" },
    ],
    export_energy: { selector: "p1_out_joules", unit: "J" },
    yield_today: [{ selector: "east_wh", unit: "Wh" }, { selector: "west_wh", unit: "Wh" }],
    yield_total: null,
  },
});

describe("dayFigures()", () => {
  test("asks for raw series, with the specification's shapes", () => {
    const house = defaultHousehold({ zone: "Europe/Berlin", meterAinRegex: "1(-1)?" });
    const power = 'max(gridbox_ha_multimeter_power_W{ain=~"1(-1)?"})';
    const register = 'gridbox_ha_multimeter_energy_Wh{ain=~"1(-1)?"}';
    const off = "offset -79199999ms";
    const sampled = "and on () count(present_over_time(" +
      `gridbox_ha_multimeter_power_W{ain=~"1(-1)?"}[1d] ${off}))`;
    expect(dayFigures(house, DAY)).toEqual({
      import: `sum(increase(${register}[1d] ${off})) / 1000`,
      export: `sum_over_time(clamp_min(-(${power}), 0)[1d:1m] ${off}) / 60 / 1000 ${sampled}`,
      yield: `max(max_over_time(inverter_production_today_kwh[1d] ${off}))`,
      grid_minutes: `count_over_time((${power})[1d:1m] ${off}) ${sampled}`,
      import_reading: `max(max_over_time(${register}[1d] ${off})) / 1000`,
      lifetime: `max(max_over_time(inverter_production_total_kwh[1d] ${off}))`,
      opening: "quantile_over_time(0.1, ((max(inverter_production_total_kwh)) - " +
        `(max(inverter_production_today_kwh)))[1d:1m] ${off})`,
    });
  });

  test("adds what a role lists, in its units and with its sign", () => {
    const figures = dayFigures(OTHER, { window: 23 * HOUR });
    expect(figures).toEqual({
      import:
        'sum(increase(p1_kwh{tariff="1"}[82800s])) + sum(increase(p1_kwh{tariff="2"}[82800s]))',
      export: "sum(increase(p1_out_joules[82800s])) / 3600000",
      yield:
        "max(max_over_time(east_wh[82800s])) / 1000 + max(max_over_time(west_wh[82800s])) / 1000",
      grid_minutes: 'count_over_time(((max(p1_kw{direction="in"}) * 1000 + ' +
        'max(p1_kw{direction="out"}) * -1000))[82800s:1m])' +
        ' and on () count(present_over_time(p1_kw{direction="in"}[82800s]))' +
        ' and on () count(present_over_time(p1_kw{direction="out"}[82800s]))',
      import_reading: 'max(max_over_time(p1_kwh{tariff="1"}[82800s])) + ' +
        'max(max_over_time(p1_kwh{tariff="2"}[82800s]))',
      export_reading: "max(max_over_time(p1_out_joules[82800s])) / 3600000",
    });
  });

  test("samples power where there is no counter", () => {
    const bare = parseHousehold({
      zone: "UTC",
      roles: {
        grid_power: { selector: "grid", unit: "W" },
        import_energy: null,
        generation_power: { selector: "pv", unit: "kW" },
        yield_today: null,
        yield_total: null,
      },
    });
    const figures = dayFigures(bare, { window: 24 * HOUR });
    const sampled = (name: string) => ` and on () count(present_over_time(${name}[1d]))`;
    expect(figures).toEqual({
      import: `sum_over_time(clamp_min(max(grid), 0)[1d:1m]) / 60 / 1000${sampled("grid")}`,
      export: `sum_over_time(clamp_min(-(max(grid)), 0)[1d:1m]) / 60 / 1000${sampled("grid")}`,
      yield: `sum_over_time(clamp_min(max(pv) * 1000, 0)[1d:1m]) / 60 / 1000${sampled("pv")}`,
      grid_minutes: `count_over_time((max(grid))[1d:1m])${sampled("grid")}`,
    });
  });

  test("writes PromQL", () => {
    for (const house of [OTHER, defaultHousehold({ zone: "UTC" })]) {
      for (const expression of Object.values(dayFigures(house, DAY))) {
        expect(parser.parse(expression).toString()).not.toContain("⚠");
      }
    }
  });
});

test("dailyExpression(): is the expression of the specification", () => {
  const house = defaultHousehold({ zone: "Europe/Berlin" });
  expect(dailyExpression(house, "yield", { window: 86_400_000 })).toBe(dailyYield());
});

test("overBindings(): readings in Wh become kWh", () => {
  const { import_energy } = defaultHousehold({ zone: "UTC" }).bindings;
  const reading = overBindings(import_energy, (range) => `max(max_over_time(${range}))`, {
    window: 3_600_000,
  });
  expect(reading).toBe("max(max_over_time(gridbox_ha_multimeter_energy_Wh[3600s])) / 1000");
});

test("sampledEnergy(): power is looked at once a minute", () => {
  const energy = sampledEnergy("max(power)", { window: 86_400_000 });
  expect(energy).toBe("sum_over_time(clamp_min(max(power), 0)[1d:1m]) / 60 / 1000");
});

test("dayFigures(): a house without an inverter is asked four figures", () => {
  const roles = { yield_today: null, yield_total: null, generation_power: null };
  const house = parseHousehold({ zone: "Europe/Berlin", roles });
  expect(Object.keys(dayFigures(house, { window: 86_400_000 }))).toEqual([
    "import",
    "export",
    "grid_minutes",
    "import_reading",
  ]);
});

test("a role is spelled out from its raw series; none without a series", () => {
  const house = defaultHousehold({ zone: "Europe/Berlin" });
  expect(spelledOut(house, "grid_power")).toBe("max(gridbox_ha_multimeter_power_W)");
  expect(spelledOut(house, "string_power", { by: "string" })).toBe(stringPower());
  expect(spelledOut(house, "export_energy")).toBeNull();
});
