import { describe, expect, test } from "vitest";
import { dailyExport, dailyImport, dailyYield } from "../../src/client/promql.ts";
import { defaultHousehold, parseHousehold } from "../../src/household.ts";
import { HOUR } from "../../src/time.ts";
import { dailyExpression } from "../../src/server_side/expressions.ts";

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
