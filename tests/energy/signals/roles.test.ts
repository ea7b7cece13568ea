import { describe, expect, test } from "vitest";
import type { Role } from "../../../src/catalogue/roles.ts";
import { joinSeries } from "../../../src/columns.ts";
import { analyseDays } from "../../../src/energy/days.ts";
import { absentSeries, roleStream } from "../../../src/energy/signals/roles.ts";
import { defaultHousehold, parseHousehold } from "../../../src/household.ts";
import { selector } from "../../../src/selector.ts";
import { memorySource } from "../../memory_source.ts";
import { load } from "../../notation.ts";

const house = defaultHousehold({ zone: "UTC", meterAinRegex: "1165 024(-1)?" });
const range = { start: 0, end: 1e9 };
const pull = async (text: string, role: Role, household = house) => {
  const source = memorySource(load(text));
  const { signals, absent, isFallback, notices } = await roleStream(source, household, role, [
    range,
  ])
    .window(range);
  return {
    isFallback,
    notices,
    values: signals.map(({ value }) => [...value]),
    absent: absent.map(({ metric }) => metric),
  };
};

describe("roleStream()", () => {
  test("merges what restarts split and scales to kWh", async () => {
    expect(
      await pull(
        `
      gridbox_ha_multimeter_energy_Wh{ain="1165 024-1",pod="a"} 1000 1500 _ _
      gridbox_ha_multimeter_energy_Wh{ain="1165 024-1",pod="b"} _ _ 1500 2000
      gridbox_ha_multimeter_energy_Wh{ain="9999 999-1",pod="b"} 7 7 7 7
    `,
        "import_energy",
      ),
    ).toEqual({ values: [[1, 1.5, 1.5, 2]], isFallback: false, notices: [], absent: [] });
  });

  test("takes the sub-unit where the meter appears under both identifiers", async () => {
    const { values } = await pull(
      `
      gridbox_ha_multimeter_power_W{ain="1165 024"} 0x100
      gridbox_ha_multimeter_power_W{ain="1165 024-1"} -500x100
    `,
      "grid_power",
    );
    expect(values).toEqual([Array(101).fill(-500)]);
  });

  test("leaves out absent values", async () => {
    expect((await pull("inverter_ac_active_power_watts 5 NaN 6", "generation_power")).values)
      .toEqual([[5, 6]]);
  });

  test("falls back to a recording rule only where raw samples are absent altogether", async () => {
    const rule = "home:power_grid_import:watts 300x3";
    expect(await pull(rule, "grid_power"))
      .toEqual({ values: [[300, 300, 300, 300]], isFallback: true, notices: [], absent: [] });
    const raw = 'gridbox_ha_multimeter_power_W{ain="1165 024-1"} 5';
    expect(await pull(`${rule}\n${raw}`, "grid_power"))
      .toEqual({ values: [[5]], isFallback: false, notices: [], absent: [] });
  });

  test("has nothing where there is nothing, and for a role that the house has not", async () => {
    const nothing = { values: [], isFallback: false, notices: [], absent: [] };
    expect(await pull("", "yield_today"))
      .toEqual({ ...nothing, absent: ["inverter_production_today_kwh"] });
    expect((await pull("", "grid_power")).absent).toEqual(["gridbox_ha_multimeter_power_W"]);
    expect(await pull("", "export_energy")).toEqual(nothing);
  });

  test("refuses two devices side by side, and names them", async () => {
    const two = `
      gridbox_ha_multimeter_power_W{ain="1165 024-1"} 5x100
      gridbox_ha_multimeter_power_W{ain="2222 222-1"} 5x100
    `;
    const anyMeter = defaultHousehold({ zone: "UTC" });
    await expect(pull(two, "grid_power", anyMeter)).rejects.toThrow(expect.objectContaining({
      code: "AMBIGUOUS_SERIES",
      message: expect.stringContaining("2222 222-1"),
      hint: expect.stringContaining("METER_AIN_REGEX"),
    }));
  });

  test("refuses two devices that a short third series stands between", async () => {
    const three = `
      meter_watts{site="a"} 5x300
      meter_watts{site="c"} _ 5x30
      meter_watts{site="b"} _x60 7x240
    `;
    const anySite = parseHousehold({
      zone: "UTC",
      roles: { grid_power: { selector: "meter_watts", unit: "W" } },
    });
    await expect(pull(three, "grid_power", anySite)).rejects.toThrow(
      expect.objectContaining({ code: "AMBIGUOUS_SERIES" }),
    );
  });

  test("a successor may overlap by two of the twelve hours of what was before it", async () => {
    const sites = parseHousehold({
      zone: "UTC",
      roles: { grid_power: { selector: "meter_watts", unit: "W" } },
    });
    // The first was heard once, then not for ten hours.
    const { values } = await pull(
      `
      meter_watts{site="a"} 5 _x599 5x120
      meter_watts{site="b"} _x599 7x1800
    `,
      "grid_power",
      sites,
    );
    expect(values).toHaveLength(1);
  });

  test("refuses a series that runs beside another for more than half of its own time", async () => {
    const site = parseHousehold({
      zone: "UTC",
      roles: { grid_power: { selector: "meter_watts", unit: "W" } },
    });
    // The second is heard for 300 minutes, and beside the first one for some of them.
    const beside = (minutes: number) =>
      pull(
        `
        meter_watts{site="a"} 5x600
        meter_watts{site="b"} ${`_x${600 - minutes}`} 7x300
      `,
        "grid_power",
        site,
      );
    expect((await beside(150)).values).toHaveLength(1);
    await expect(beside(151)).rejects.toThrow(
      expect.objectContaining({ code: "AMBIGUOUS_SERIES" }),
    );
  });

  test("a label that changes over time is no second device", async () => {
    expect(
      (await pull(
        `
      inverter_production_total_kwh{firmware="1"} 5x100
      inverter_production_total_kwh{firmware="2"} _x99 6x100
    `,
        "yield_total",
      )).values[0],
    ).toHaveLength(200);
  });

  test("a list of series has one signal each; if one is missing, the sum is unknown", async () => {
    const tariffs = parseHousehold({
      zone: "UTC",
      roles: {
        import_energy: [{ selector: "t1_wh", unit: "Wh" }, { selector: "t2_kwh", unit: "kWh" }],
      },
    });
    expect((await pull("t1_wh 500 600\nt2_kwh 7 8", "import_energy", tariffs)).values)
      .toEqual([[0.5, 0.6], [7, 8]]);
    expect((await pull("t1_wh 500 600", "import_energy", tariffs)).values).toEqual([]);
  });

  test("passes on what the source had to say", async () => {
    const source = memorySource(load("inverter_logger_online 1"), ["results truncated"]);
    const { notices } = await roleStream(source, house, "logger_online", [range]).window(range);
    expect(notices).toEqual(["results truncated"]);
  });
});

const DAY = { from: "1970-01-01", to: "1970-01-01", now: Infinity };
const INVERTER = `
  inverter_ac_active_power_watts 5x9
  inverter_production_today_kwh 1x9
`;

test("a source without the meter says so, with the selectors and what to do", async () => {
  const house = defaultHousehold({ zone: "UTC", meterAinRegex: "12(-1)?" });
  const { table: { notices } } = await analyseDays(memorySource(load(INVERTER)), house, DAY);
  expect(notices).toEqual([
    'No series for grid_power (gridbox_ha_multimeter_power_W{ain=~"12(-1)?"}), import_energy ' +
    '(gridbox_ha_multimeter_energy_Wh{ain=~"12(-1)?"}) in memory on these days; correct ' +
    "METER_AIN_REGEX or the roles in the household file, null for what the house does not have",
  ]);
});

test("what the house does not have, and what only helps out, is not missed", async () => {
  const roles = { grid_power: null, import_energy: null };
  const house = parseHousehold({ zone: "UTC", roles });
  expect((await analyseDays(memorySource(load(INVERTER)), house, DAY)).table.notices).toEqual([]);
});

test("of a source that has nothing, no series is missed in particular", async () => {
  const house = defaultHousehold({ zone: "UTC" });
  expect((await analyseDays(memorySource(load("")), house, DAY)).table.notices).toEqual([]);
});

test("roleStream(): a register of Wh is read in kWh", async () => {
  const house = defaultHousehold({ zone: "UTC" });
  const columns = joinSeries([
    { labels: { pod: "a" }, time: Float64Array.of(0), value: Float64Array.of(1500) },
  ]);
  const samples = () => Promise.resolve({ columns, notices: [] });
  const source = { kind: "server" as const, description: "example", samples };
  const range = { start: 0, end: 9 };
  const stream = roleStream(source, house, "import_energy", [range]);
  expect((await stream.window(range)).signals[0]?.value[0]).toBe(1.5);
});

test("absentSeries(): absent series are named with their role", () => {
  const found = {
    ...{ signals: [], isFallback: false, notices: [], absent: [] },
    ...{ series: [], rules: [], repeated: [] },
  };
  const one = { time: Float64Array.of(0), value: Float64Array.of(1) };
  const [notice] = absentSeries([
    ["grid_power", { ...found, absent: [selector("p1_power")] }],
    ["import_energy", { ...found, signals: [one] }],
  ], "an archive");
  expect(notice!).toMatch(/^No series for grid_power \(p1_power\) in an archive on these days;/);
});
