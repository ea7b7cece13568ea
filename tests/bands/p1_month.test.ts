import { expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { parseHousehold } from "../../src/household.ts";
import { memorySource } from "../memory_source.ts";
import { P1_ZONE, readP1Month } from "../servers/p1_month.ts";
import { LEAST_INSIDE } from "./limits.ts";

const month = await readP1Month();

// A meter that has an export register, analysed as if it had none: the register is the truth. Its
// logger lost energy without a gap on one day, and replayed a row on another.
test.skipIf(month === null)("a real meter's export register lies within the bands", async () => {
  const named = (wanted: string) =>
    month!.series.filter(({ labels }) => labels.__name__ === wanted)
      .map((one, tariff) => ({ ...one, labels: { __name__: `${wanted}_${tariff}` } }));
  const [drawn, fed] = named("dsmr_power_kw");
  const net = drawn!.value.map((kw, row) => kw - fed!.value[row]!);
  const series = [
    ...named("dsmr_import_kwh"),
    ...named("dsmr_export_kwh"),
    { labels: { __name__: "net_kw" }, time: drawn!.time, value: net },
  ];
  const kwh = (name: string) =>
    [0, 1].map((tariff) => ({ selector: `${name}_${tariff}`, unit: "kWh" }));
  const roles = {
    grid_power: { selector: "net_kw", unit: "kW" },
    import_energy: kwh("dsmr_import_kwh"),
  };
  const withRegister = { ...roles, export_energy: kwh("dsmr_export_kwh") };
  const analyse = (roles: unknown) =>
    analyseDays(memorySource(joinSeries(series)), parseHousehold({ zone: P1_ZONE, roles }), {
      from: "2024-02-02",
      to: "2024-03-02",
    });
  const { reconciled, table: { rows } } = await analyse(roles);
  const { table: { rows: truth } } = await analyse(withRegister);
  const days = reconciled.flatMap(({ bands: { export_kwh } }, d) =>
    rows[d]!.coverage_grid! >= 0.998 && truth[d]!.method.includes("export:counter")
      ? [{ band: export_kwh!, is: truth[d]!.export_kwh! }]
      : []
  );
  const inside = days.filter(({ band, is }) => is >= band.low && is <= band.high).length;
  const widths = days.map(({ band, is }) => (band.high - band.low) / is).sort((a, b) => a - b);
  console.info(`a real meter: the export of ${inside} of ${days.length} days within its band`);
  expect(days.length).toBeGreaterThan(25);
  expect(inside / days.length).toBeGreaterThanOrEqual(LEAST_INSIDE);
  // The house feeds in 1 kWh a day, in short bursts.
  expect(widths[widths.length >> 1]).toBeLessThan(0.15);
});
