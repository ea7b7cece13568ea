/** The demo household with battery, on real servers: what holds for its archive holds there too. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import type { Client } from "../../src/client/client.ts";
import { connect } from "../../src/client/connect.ts";
import { printState } from "../../src/commands/now.ts";
import { refuseUnexplained } from "../../src/commands/verify/print.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { serverSource } from "../../src/energy/signals/source.ts";
import { energyFrame } from "../../src/energy/table.ts";
import { currentState } from "../../src/house/current_state.ts";
import { demoFolder } from "../../src/house/demo_folder.ts";
import { readHousehold } from "../../src/household.ts";
import { selector } from "../../src/selector.ts";
import { serverSideDays } from "../../src/server_side/server_side_days.ts";
import { compareDays } from "../../src/verify/compare.ts";
import { addDays, startOfDay } from "../../src/time.ts";
import { PROMETHEUS, startPrometheus } from "./prometheus.ts";
import { installed, type RunningServer } from "./running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "./victoria_metrics.ts";

const FOLDER = demoFolder("battery");
const archive = await openArchive(FOLDER);
const house = await readHousehold(`${FOLDER}/household.json`);
/** The battery is updated on the second of these days. */
const DAYS = { from: "2025-06-11", to: "2025-06-15" };

/** `increase()` extrapolates by up to two minutes; a power is looked at once a minute. */
const SERVER_SIDE: Readonly<Record<string, number>> = {
  import_kwh: 0.03,
  export_kwh: 0.03,
  yield_kwh: 1e-9,
  consumption_kwh: 0.06,
  battery_charged_kwh: 0.02,
  battery_discharged_kwh: 0.02,
  battery_from_grid_kwh: 0.08,
  battery_to_grid_kwh: 0.08,
  direct_use_kwh: 0.15,
  stored_use_kwh: 0.1,
  battery_loss_kwh: 0.03,
  soc_start: 0.002,
  soc_end: 0.002,
  wallbox_kwh: 0.03,
  heat_pump_kwh: 0.02,
  other_kwh: 0.1,
  autarky: 0.01,
  autarky_direct: 0.02,
  autarky_battery: 0.02,
  coverage_battery: 0.005,
};

async function* samples() {
  const range = {
    start: startOfDay(addDays(DAYS.from, -2), house.zone),
    end: startOfDay(addDays(DAYS.to, 3), house.zone),
  };
  for (const metric of await archive.metrics()) {
    yield (await archive.samples(selector(metric), range)).columns;
  }
}

describe.each([
  { name: "Prometheus", program: PROMETHEUS, start: startPrometheus },
  { name: "VictoriaMetrics", program: VICTORIA_METRICS, start: startVictoriaMetrics },
])("the demo household with battery, on a $name", async ({ program, start }) => {
  const isInstalled = await installed(program);
  let server: RunningServer, client: Client;
  beforeAll(async () => {
    if (!isInstalled) return;
    server = await start(samples());
    client = await connect({ route: { kind: "direct", url: server.url } });
  });
  afterAll(async () => {
    await client?.close();
    await server?.stop();
  });

  describe.skipIf(!isInstalled)("now", () => {
    const stateAt = (time: string) => currentState(client, house, { now: Date.parse(time) });

    test.each([
      ["in the morning the battery is charged", "2025-06-13T07:54:00Z"],
      ["in the evening it discharges", "2025-06-13T20:30:00Z"],
    ])("%s, and all powers add up", async (_, time) => {
      const { quantities, battery, consumers, strings, notices } = await stateAt(time);
      const { grid, generation, load, autarky } = quantities;
      expect(notices).toEqual([]);
      expect(Object.values(quantities).filter(({ value }) => value === null)).toEqual([]);
      expect(load.value)
        .toBeCloseTo(grid.value! + generation.value! + battery!.power.value!, 6);
      expect(load.value).toBeGreaterThan(0);
      const imported = Math.max(grid.value!, 0);
      expect(autarky.value).toBeCloseTo(100 * Math.max(0, 1 - imported / load.value!), 6);
      expect(consumers.map(({ name }) => name)).toEqual(["wallbox", "heat_pump"]);
      const used = consumers.reduce((sum, { value }) => sum + value!, 0);
      expect(used).toBeLessThanOrEqual(load.value!);
      expect(battery!.stateOfCharge.value).toBeGreaterThan(9);
      expect(battery!.stateOfCharge.value).toBeLessThanOrEqual(100);
      const isDay = time.includes("T07");
      expect(strings.map(({ name }) => name)).toEqual(isDay ? ["south", "west"] : []);
      const printed = printState(await stateAt(time));
      expect(printed).toMatch(
        isDay ? /Power +-\d{4} W {2}charging/ : /Power +\d+ W {2}discharging/,
      );
      expect(printed).toMatch(/ {2}heat pump +\d+ W\n/);
      if (!isDay) {
        expect(battery!.power.value).toBeGreaterThan(100);
        expect(generation).toMatchObject({ value: 0, remark: expect.stringContaining("silent") });
      }
    });
  });

  test.skipIf(!isInstalled)("the daily table is the archive's, to the last digit", async () => {
    const { table } = await analyseDays(serverSource(client), house, DAYS);
    const { table: stored } = await analyseDays(archive, house, DAYS);
    expect(table.rows).toEqual(stored.rows);
    expect(table.rows.filter(({ complete }) => !complete).map(({ date, flags }) => [date, flags]))
      .toEqual([["2025-06-12", ["battery_gap"]]]);
  });

  test.skipIf(!isInstalled)("the server's own days agree with it", async () => {
    const { table: { rows } } = await analyseDays(archive, house, DAYS);
    const byServer = await serverSideDays(client, house, DAYS);
    expect(byServer.notices).toEqual([]);
    const theirs = energyFrame(byServer).toRecords();
    energyFrame({ ...byServer, rows }).toRecords().forEach((row, d) => {
      const their = theirs[d]!;
      for (const [name, tolerance] of Object.entries(SERVER_SIDE)) {
        const difference = Math.abs(Number(their[name]) - Number(row[name]));
        expect(difference, `${row["date"]} ${name}`).toBeLessThan(tolerance);
      }
      expect(their["complete"]).toBe(row["complete"]);
      expect(String(their["flags"]).replace(";unchecked", "")).toBe(row["flags"]);
      expect(their["method"]).toBe(
        String(row["method"]).replaceAll(/(?<=:)(?=counter|day_counter)/g, "server_"),
      );
    });
  });

  test.skipIf(!isInstalled)("verify leaves no difference without a reason", async () => {
    const now = startOfDay(addDays(DAYS.to, 2), house.zone);
    refuseUnexplained(await compareDays(client, house, { ...DAYS, now }));
  });
});
