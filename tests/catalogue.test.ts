import { describe, expect, test } from "vitest";
import { DAILY_COLUMNS } from "../src/catalogue/columns.ts";
import { FLAGS } from "../src/catalogue/flags.ts";
import { metric, METRICS } from "../src/catalogue/metrics.ts";
import { ROLES } from "../src/catalogue/roles.ts";
import { energyFrame } from "../src/energy/table.ts";
import { parseSelector } from "../src/selector.ts";

describe("METRICS", () => {
  test("have names of their own that a server accepts", () => {
    expect(new Set(METRICS.map(({ name }) => name)).size).toBe(METRICS.length);
    for (const { name } of METRICS) expect(parseSelector(name).metric).toBe(name);
  });

  test("are the 22 of the specification", () => {
    const count = (from: string) => METRICS.filter((one) => one.from === from).length;
    expect([count("inverter"), count("meter"), count("rule")]).toEqual([15, 3, 4]);
  });

  // The unit stands at the end of the names, so that a slip in a row shows.
  test.each(METRICS.filter(({ from }) => from !== "rule"))(
    "$name is in $unit",
    ({ name, unit }) => {
      const ending = {
        W: /_watts$|_W$/,
        V: /_volts$/,
        A: /_amperes$/,
        Hz: /_hertz$/,
        kWh: /_kwh$/,
        Wh: /_Wh$/,
        "°C": /_celsius$/,
        min: /_minutes$/,
        "1": /_online$|_present$/,
        kW: /never/,
        J: /never/,
        mW: /never/,
        mWh: /never/,
        "%": /never/,
      }[unit];
      expect(name).toMatch(ending);
    },
  );
});

test("each role's metric and stand-in are in the catalogue, in a unit of its dimension", () => {
  const units = { power: ["W"], energy: ["Wh", "kWh"], ratio: ["%", "1"], flag: ["1"] };
  for (const { metric: name, fallback, dimension } of Object.values(ROLES)) {
    for (const one of [name, fallback]) {
      if (one) expect(units[dimension]).toContain(metric(one).unit);
    }
  }
});

test("the frame of the daily table has the columns of the catalogue, in their order", () => {
  const empty = { kind: "day" as const, zone: "UTC", source: "", rows: [], notices: [] };
  expect(energyFrame(empty).columns).toEqual(DAILY_COLUMNS.map(({ name }) => name));
});

test("flags can be joined and told apart", () => {
  for (const flag of Object.keys(FLAGS)) expect(flag).toMatch(/^[a-z_]+$/);
});

test("metric() refuses a name that is not in the catalogue", () => {
  expect(() => metric("inverter_ac_power")).toThrow("inverter_ac_power");
});
