import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { analyseDays } from "../../src/energy/days.ts";
import type { Source } from "../../src/energy/signals/source.ts";
import { DAILY_COLUMNS } from "../../src/catalogue/columns.ts";
import type { DaysColumns } from "../../src/house/days.ts";
import { Home } from "../../src/house/home.ts";
import { openHousehold } from "../../src/house/open_household.ts";
import type { DaysOptions, QueryOptions } from "../../src/house/options.ts";

let home: Home;
beforeAll(async () => {
  home = await openHousehold({ demo: true });
});
afterAll(() => home.close());

/** The type of the frame has the columns of the catalogue, and any further energy of devices. */
type Column = typeof DAILY_COLUMNS[number]["name"];
type Typed = Column extends keyof DaysColumns
  ? keyof DaysColumns extends Column | `${string}_kwh` ? true : never
  : never;
true satisfies Typed;

const WEEK = { from: "2025-06-01", to: "2025-06-07" };

describe("days.kpis() of days with a tariff", () => {
  test("has each amount of all days with its band, unit and basis", async () => {
    const days = await home.days({ ...WEEK, tariff: "data/tariffs/de-flat.json" });
    const { money, frame } = days.kpis(), total = days.money.total!;
    expect(money!.map(({ name, value, unit }) => [name, value, unit])).toEqual(
      (["cost", "fees", "revenue", "net", "pv_savings"] as const)
        .map((name) => [`${name}_eur`, total[name], "EUR"]),
    );
    const net = money!.find(({ name }) => name === "net_eur")!, { low, high } = total.bands.net!;
    expect(net.basis).toContain(`${low.toFixed(2)} to ${high.toFixed(2)}, `);
    expect(net.basis).toMatch(/of \d+ days known, tariff 'Germany, flat'/);
    expect(frame.getColumn("kpi").toArray()).toContain("pv_savings_eur");
    // Longer periods have the same key figures.
    expect(days.rollUp("month").kpis().money).toEqual(money);
  });

  test("there are none without a tariff", async () => {
    const { money, frame } = (await home.days(WEEK)).kpis();
    expect(money).toBeUndefined();
    expect(frame.getColumn("unit").toArray()).not.toContain("EUR");
  });
});

describe("home.days()", () => {
  test("has typed columns, and everything behind the days", async () => {
    const days = await home.days({ ...WEEK, strings: true });
    const { schema } = days.frame;
    expect(days.frame.columns).toEqual(DAILY_COLUMNS.map(({ name }) => name));
    const kwh: (number | null)[] = days.frame.getColumn("import_kwh").toArray();
    expect(kwh).toHaveLength(7);
    expect(String(schema["start"])).toMatch(/Datetime/);
    expect(String(schema["import_kwh"])).toMatch(/Float64/);
    expect(String(schema["complete"])).toMatch(/Bool/);
    expect(days.rows.map(({ date }) => date).at(-1)).toBe("2025-06-07");
    expect(days.total).toMatchObject({ date: "total", complete: true });
    const awake = days.gaps.frame.toRecords().filter((gap) => gap["class"] !== "night");
    expect(awake).toMatchObject([{ power: "generation", class: "logger_down" }]);
    expect(days.repairs.frame.getColumn("rule").toArray()).toEqual(["catch_up", "catch_up"]);
    expect(days.detail.frame.height).toBe(7);
    expect(days.detail.frame.getColumn("dc_integral_kwh").nullCount()).toBe(0);
    expect(days.quality.frame.toRecords()[2]).toMatchObject({
      date: "2025-06-03",
      pv_gaps: "logger_down",
      pv_repairs: 2,
      grid_repairs: 0,
      complete: true,
    });
  });

  test("are the numbers of the analysis below", async () => {
    const { source, household } = home;
    const { table, calibrations } = await analyseDays(source, household, WEEK);
    const days = await home.days(WEEK);
    expect(days.rows).toEqual(table.rows);
    expect(days.analysis!.calibrations).toEqual(calibrations);
  });

  test("adds up to months, whose detail and key figures stay those of the days", async () => {
    const days = await home.days(WEEK), month = days.rollUp("month");
    expect(month.frame.getColumn("date").toArray()).toEqual(["2025-06"]);
    expect(month.rows[0]!.import_kwh).toBeCloseTo(days.total!.import_kwh!, 9);
    expect(month.detail.frame.height).toBe(1);
    expect(month.kpis().figures).toEqual(days.kpis().figures);
    expect(days.rollUp("week").rows.map(({ date }) => date)).toEqual(["2025-W22", "2025-W23"]);
    expect(() => days.rollUp("decade" as "month"))
      .toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
  });

  test("pulls each sample once for the days and their power", async () => {
    const counted = await pulls(async (counting) => {
      const days = await counting.days({ ...WEEK, power: "15m" });
      expect(days.power.frame.height).toBe(7 * 96);
      expect(days.kpis().figures.base_load.value).toBeGreaterThan(0);
    });
    const alone = await pulls((counting) => counting.days({ ...WEEK, strings: true }));
    expect(counted).toBe(alone);
  });

  test("says how to get a power that was not asked for", async () => {
    const days = await home.days(WEEK);
    expect(() => days.power).toThrow(expect.objectContaining({
      code: "BAD_OPTION",
      hint: expect.stringContaining('power: "15m"'),
    }));
    expect(days.kpis().figures.base_load.value).toBeNull();
    const power = await home.power(WEEK);
    expect(days.kpis({ power }).figures.base_load.value).toBeGreaterThan(0);
  });

  test("covers without a range all whole days of the data", async () => {
    const { rows } = await home.days({ compute: "raw" });
    expect([rows[0]!.date, rows.at(-1)!.date]).toEqual(["2025-01-01", "2025-12-31"]);
  });

  test("compares windows and years", async () => {
    const days = await home.days({ from: "2025-06-01", to: "2025-06-30" });
    const rolling = days.rollingRatios({ window: 7 }).frame;
    expect(rolling.getColumn("autarky").nullCount()).toBe(6);
    expect(days.compareYears({ of: "import_kwh" }).frame.toRecords()).toMatchObject([
      { year: "2025", days: 30 },
    ]);
  });

  test.each<[DaysOptions, string]>([
    [{ ...WEEK, form: "2025" } as DaysOptions, "BAD_OPTION"],
    [{ from: "2025-06-31", to: "2025-07-01" }, "BAD_DAY"],
    [{ from: "2025-06-02", to: "2025-06-01" }, "BAD_RANGE"],
    [{ ...WEEK, power: "quarterly" }, "BAD_STEP"],
    [{ ...WEEK, power: { step: "15m", coverage: 1 } as object }, "BAD_OPTION"],
    [{ ...WEEK, power: "2d" }, "BAD_RANGE"],
    [{ ...WEEK, compute: "cloud" as "raw" }, "BAD_OPTION"],
    [{ ...WEEK, compute: "server" }, "NOT_CONFIGURED"],
  ])("refuses %o", async (options, code) => {
    await expect(home.days(options)).rejects.toMatchObject({ code });
  });
});

describe("home.power()", () => {
  test("has the strings, the losses and the gaps", async () => {
    const power = await home.power({ ...WEEK, step: "1h" });
    expect(power.frame.columns).toEqual([
      ...["time", "grid_w", "import_w", "export_w", "generation_w", "load_w", "pv1_w", "pv2_w"],
    ]);
    expect(power.strings.frame.getColumn("name").toArray()).toEqual(["pv1", "pv2"]);
    expect(power.inverterEfficiency).toBeCloseTo(0.97, 2);
    expect(power.gaps.frame.columns).toEqual(["power", "start", "end", "class", "evidence"]);
  });

  test("changes one power and leaves the others", async () => {
    const power = await home.power({ from: "2025-06-01", to: "2025-06-01", step: "1h" });
    const noon = power.mapColumn("pv2_w", (watts, time) => time.getUTCHours() === 10 ? 0 : watts);
    const of = (one: typeof power, column: string) => one.frame.getColumn(column).toArray();
    expect(of(noon, "pv2_w")[12]).toBe(0);
    expect(of(power, "pv2_w")[12]).toBeGreaterThan(0);
    expect(of(noon, "pv1_w")).toEqual(of(power, "pv1_w"));
    expect(of(power.mapColumn("load_w", () => 5), "load_w")).toEqual(new Array(24).fill(5));
    expect(() => power.mapColumn("pv9_w", (watts) => watts))
      .toThrow(
        expect.objectContaining({ code: "BAD_OPTION", hint: expect.stringContaining("pv2_w") }),
      );
  });
});

describe("plot()", () => {
  test("draws by name, and names what there is", async () => {
    const days = await home.days({ ...WEEK, power: "15m" });
    expect((await days.plot()).getAttribute("aria-label")).toMatch(/^Energy per day/);
    expect((await days.plot("sankey", { title: "Flows" })).getAttribute("aria-label"))
      .toMatch(/^Flows/);
    expect((await days.power.plot()).getAttribute("aria-label")).toMatch(/by day and time of day/);
    const day = await home.power({ from: "2025-06-01", to: "2025-06-01" });
    expect((await day.plot()).getAttribute("aria-label")).toMatch(/^Power on 1 Jun 2025/);
    await expect(days.plot("pie" as "sankey")).rejects.toMatchObject({
      code: "BAD_OPTION",
      hint: "Choose one of energy, sankey, autarky, consumers, months, years, quality.",
    });
    await expect(day.plot("pie" as "day")).rejects.toMatchObject({ code: "BAD_OPTION" });
  });
});

describe("home.query()", () => {
  test("asks at a moment and in steps, at local times", async () => {
    const at = "2025-09-28T13:15";
    const now = await home.query((await home.expression("grid_power"))!, { at });
    expect(now.columns.time[0]).toBe(Date.parse("2025-09-28T13:15:00+02:00"));
    expect(now.value).toBeLessThan(-1000);
    const hours = await home.query(
      "max(gridbox_ha_multimeter_power_W) + max(inverter_ac_active_power_watts)",
      { from: "2025-09-28", to: "2025-09-28", step: "1h" },
    );
    expect(hours.frame.height).toBeGreaterThan(8);
    expect(() => hours.value).toThrow(expect.objectContaining({ code: "AMBIGUOUS_SERIES" }));
    const midnight = { at: "2025-09-29" };
    const grid = "max(gridbox_ha_multimeter_power_W)";
    const signed = await home.query(`sum_over_time(${grid}[1d:1m]) / 60 / 1000`, midnight);
    expect(signed.value).toBeCloseTo(-16.71, 2);
  });

  test.each<[QueryOptions, string]>([
    [{ at: "noon" }, "BAD_TIME"],
    [{ step: "1h" }, "BAD_OPTION"],
    [{ from: "2025-06-01", to: "2025-06-02" }, "BAD_OPTION"],
    [{ at: 0, from: "2025-06-01", to: "2025-06-02", step: "1h" }, "BAD_OPTION"],
    [{ from: "2025-06-02", to: "2025-06-01", step: "1h" }, "BAD_RANGE"],
    [{ from: "2025-06-01", to: "2025-06-02", step: "hourly" }, "BAD_STEP"],
    [{ when: "now" } as QueryOptions, "BAD_OPTION"],
    [{ at: "2025-06-01" }, "NOT_RECORDED"],
  ])("refuses %o", async (options, code) => {
    await expect(home.query("up", options)).rejects.toMatchObject({ code });
  });
});

describe("home.samples()", () => {
  const minutes = { from: "2025-10-26T09:00", to: "2025-10-26T09:07" };

  test("gives a role as one signal, a selector as its series", async () => {
    const role = await home.samples("generation_power", minutes);
    const raw = await home.samples("inverter_ac_active_power_watts", minutes);
    expect(role.frame.columns).toEqual(["time", "value"]);
    expect(role.columns.labels).toHaveLength(1);
    expect(raw.columns.labels).toHaveLength(2);
    for (const { time } of [role.columns, raw.columns]) {
      for (const instant of time) {
        expect(instant).toBeGreaterThanOrEqual(Date.parse("2025-10-26T09:00+01:00"));
        expect(instant).toBeLessThanOrEqual(Date.parse("2025-10-26T09:07+01:00"));
      }
    }
  });

  test("scales a role to its unit, and tells strings apart", async () => {
    const day = { from: "2025-06-01T12:00", to: "2025-06-01T12:10" };
    const register = await home.samples("import_energy", day);
    const stored = await home.samples("gridbox_ha_multimeter_energy_Wh", day);
    expect(register.columns.value[0]).toBeCloseTo(stored.columns.value[0]! / 1000, 6);
    const strings = await home.samples("string_power", day);
    expect(strings.frame.columns).toEqual(["time", "string", "value"]);
    expect(new Set(strings.frame.getColumn("string").toArray()).size).toBeGreaterThan(1);
  });

  test.each([
    ["up{", minutes, "BAD_SELECTOR"],
    ["up", { from: "2025-06-02", to: "2025-06-01" }, "BAD_RANGE"],
    ["up", { ...minutes, step: "1m" }, "BAD_OPTION"],
  ])("refuses '%s' with %o", async (what, options, code) => {
    await expect(home.samples(what, options)).rejects.toMatchObject({ code });
  });
});

describe("home.verify()", () => {
  test("compares each energy, by local days and the server's", async () => {
    const compared = await home.verify({ from: "2025-10-24", to: "2025-10-28" });
    expect(compared.frame.height).toBe(5);
    for (const quantity of ["import", "export", "yield"] as const) {
      for (const days of ["local", "utc"] as const) {
        expect(compared.of(quantity, days).frame.columns).toContain("rest_wh");
      }
    }
    expect(compared.reasons.frame.columns).toEqual(["reason", "meaning"]);
    expect(() => compared.of("heat" as "yield"))
      .toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
  });
});

test("home.now() of the demo is a Sunday in October", async () => {
  const { state } = await home.now();
  expect(new Date(state.at).toISOString()).toBe("2025-10-12T11:00:00.000Z");
  const { generation, grid, load } = state.quantities;
  expect(generation.value! + grid.value!).toBeCloseTo(load.value!, 6);
});

/** How many samples are pulled while something is computed. */
async function pulls(run: (counting: Home) => Promise<unknown>): Promise<number> {
  let samples = 0;
  const { source } = home;
  const counted: Source = {
    ...source,
    samples: async (...args) => {
      const pulled = await source.samples(...args);
      samples += pulled.columns.time.length;
      return pulled;
    },
  };
  await run(
    new Home({
      ...{ source: counted, household: home.household, client: null, config: { route: null } },
      ...{ notices: [], isDemo: true, asFlags: false, now: Date.now },
      server: () => Promise.reject(new Error("no server")),
      close: () => Promise.resolve(),
    }),
  );
  expect(samples).toBeGreaterThan(0);
  return samples;
}

describe("home.expression()", () => {
  test("is the expression of a role in the names of the household", async () => {
    await using battery = await openHousehold({ demo: "battery" });
    expect(await home.expression("generation_power")).toBe("max(inverter_ac_active_power_watts)");
    expect(await battery.expression("generation_power")).toBe("max(pv_power_watts)");
  });

  test("is null for a role that the household does not have", async () => {
    expect(await home.expression("battery_power")).toBeNull();
  });

  test("refuses what is not a role", async () => {
    await expect(home.expression("sunshine" as "grid_power"))
      .rejects.toMatchObject({ code: "BAD_OPTION" });
  });
});
