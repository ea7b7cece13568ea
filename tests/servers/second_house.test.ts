import { describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import { connect } from "../../src/client/connect.ts";
import {
  eachSeries,
  joinSeries,
  type LabelledSamples,
  type Labels,
  type Samples,
} from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { serverSideDays } from "../../src/server_side/server_side_days.ts";
import { serverSource } from "../../src/energy/signals/source.ts";
import type { EnergyRow } from "../../src/energy/table.ts";
import { parseHousehold, readHousehold } from "../../src/household.ts";
import { selector } from "../../src/selector.ts";
import { addDays, HOUR, startOfDay } from "../../src/time.ts";
import { DEMO, ZONE } from "./demo_weeks.ts";
import { PROMETHEUS, startPrometheus } from "./prometheus.ts";
import { installed } from "./running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "./victoria_metrics.ts";

/** With a sunny day, the day of 25 hours, and restarts of both exporters on it. */
const DAYS = { from: "2025-10-22", to: "2025-10-28" };

/** The household file of the second house: all that is needed to read it. */
const SECOND_HOUSE = {
  zone: ZONE,
  latitude: 50.56,
  longitude: 9.68,
  roles: {
    grid_power: { selector: "p1_power_kilowatts", unit: "kW", sign: "export_positive" },
    import_energy: { selector: 'p1_register_kwh{direction="in"}', unit: "kWh" },
    export_energy: { selector: 'p1_register_kwh{direction="out"}', unit: "kWh" },
    generation_power: { selector: 'pv_power_kilowatts{side="ac"}', unit: "kW" },
    yield_today: { selector: "pv_yield_day_wh", unit: "Wh" },
    yield_total: { selector: "pv_yield_life_joules", unit: "J" },
    string_power: { selector: 'pv_power_kilowatts{side="dc"}', unit: "kW" },
    logger_online: { selector: "pv_logger_up", unit: "1" },
  },
};

const archive = await openArchive(DEMO);

/** The same house as another exporter would show it: other names, labels, units, sign. */
async function secondHouse() {
  const range = {
    start: startOfDay(addDays(DAYS.from, -1), ZONE),
    end: startOfDay(addDays(DAYS.to, 2), ZONE),
  };
  const seriesOf = async (
    name: string,
  ) => [...eachSeries((await archive.samples(selector(name), range)).columns)];
  const shown = async (
    metric: string,
    name: string,
    change: (value: number) => number,
    labels: Labels = {},
  ) =>
    (await seriesOf(metric)).map((series): LabelledSamples => {
      const { string, instance, pod } = series.labels;
      return {
        labels: {
          __name__: name,
          ...labels,
          instance: instance!,
          pod: pod!,
          ...string && { string },
        },
        time: series.time,
        value: series.value.map((value) => Number(change(value).toPrecision(12))),
      };
    });
  const grid = await seriesOf("gridbox_ha_multimeter_power_W");
  return joinSeries([
    ...await shown("gridbox_ha_multimeter_power_W", "p1_power_kilowatts", (watts) => -watts / 1000),
    ...await shown("gridbox_ha_multimeter_energy_Wh", "p1_register_kwh", (wh) => wh / 1000, {
      direction: "in",
    }),
    { labels: { __name__: "p1_register_kwh", direction: "out" }, ...exportRegister(grid) },
    ...await shown(
      "inverter_ac_active_power_watts",
      "pv_power_kilowatts",
      (watts) => watts / 1000,
      {
        side: "ac",
      },
    ),
    ...await shown("inverter_dc_power_watts", "pv_power_kilowatts", (watts) => watts / 1000, {
      side: "dc",
    }),
    ...await shown("inverter_production_today_kwh", "pv_yield_day_wh", (kwh) => kwh * 1000),
    ...await shown("inverter_production_total_kwh", "pv_yield_life_joules", (kwh) => kwh * 3.6e6),
    ...await shown("inverter_logger_online", "pv_logger_up", (flag) => flag),
  ]);
}

/** What a meter with an export register would have counted, to the watt-hour. [kWh] */
function exportRegister(grid: readonly Samples[]): Samples {
  const rows = grid.flatMap(({ time, value }) =>
    [...time].map((at, row) => [at, value[row]!] as const)
  )
    .sort(([a], [b]) => a - b);
  let register = 41_230, [before, power] = rows[0]!;
  const readings = rows.map(([at, watts]) => {
    const average = (Math.max(-watts, 0) + Math.max(-power, 0)) / 2;
    register += average * (at - before) / HOUR / 1000;
    [before, power] = [at, watts];
    return Math.floor(register * 1000) / 1000;
  });
  return { time: Float64Array.from(rows, ([at]) => at), value: Float64Array.from(readings) };
}

/** One watt-hour of the export register at each midnight, and what follows from export. [kWh] */
const REGISTER = 0.002;
/** Rounding alone. */
const ROUNDING = 1e-9;

const TOLERANCES = {
  hours: 0,
  import_kwh: ROUNDING,
  yield_kwh: ROUNDING,
  coverage_grid: ROUNDING,
  coverage_pv: ROUNDING,
  export_kwh: REGISTER,
  self_consumed_kwh: REGISTER,
  consumption_kwh: REGISTER,
  autarky: REGISTER,
  self_consumption_rate: REGISTER,
} satisfies Partial<Record<keyof EnergyRow, number>>;

/** A minute at either end of `increase()`, by night; the day counter is the same number. [kWh] */
const SERVER_SIDE = {
  import_kwh: 0.01,
  export_kwh: 0.01,
  yield_kwh: ROUNDING,
  consumption_kwh: 0.02,
} satisfies Partial<Record<keyof EnergyRow, number>>;

describe.each([
  [PROMETHEUS, startPrometheus],
  [VICTORIA_METRICS, startVictoriaMetrics],
])("A second house, on %s", async (program, start) => {
  test.skipIf(!await installed(program))(
    "bound by its household file gives the first house's table",
    async () => {
      await using server = await start([await secondHouse()]);
      await using client = await connect({ route: { kind: "direct", url: server.url } });
      const { table: second } = await analyseDays(
        serverSource(client),
        parseHousehold(SECOND_HOUSE),
        DAYS,
      );
      const { table: first } = await analyseDays(
        archive,
        await readHousehold(`${DEMO}/household.json`),
        DAYS,
      );
      expect(first.rows).toHaveLength(7);
      expect(second.rows).toHaveLength(7);
      expect(second.notices).toEqual([]);
      for (const [index, row] of second.rows.entries()) {
        const other = first.rows[index]!;
        for (const [name, tolerance] of Object.entries(TOLERANCES)) {
          const column = name as keyof typeof TOLERANCES;
          expect(Math.abs(row[column]! - other[column]!), `${row.date} ${column}`)
            .toBeLessThanOrEqual(tolerance);
        }
        const { date, start, end, complete, flags } = other;
        expect(row).toMatchObject({ date, start, end, complete, flags });
        expect(row.method).toBe(other.method.replace("export:integral", "export:counter"));
      }
      const byServer = await serverSideDays(client, parseHousehold(SECOND_HOUSE), DAYS);
      expect(byServer.notices).toEqual([]);
      expect(byServer.rows).toHaveLength(7);
      for (const [index, row] of byServer.rows.entries()) {
        const other = second.rows[index]!;
        for (const [name, tolerance] of Object.entries(SERVER_SIDE)) {
          const column = name as keyof typeof SERVER_SIDE;
          expect(Math.abs(row[column]! - other[column]!), `server side, ${row.date} ${column}`)
            .toBeLessThanOrEqual(tolerance);
        }
        const { date, start, end, hours, complete, flags } = other;
        expect(row).toMatchObject({ date, start, end, hours, complete, flags });
        expect(row.method)
          .toBe("import:server_counter export:server_counter yield:server_day_counter");
      }
    },
  );
});
