import { describe, expect, test } from "vitest";
import {
  consumersOf,
  defaultHousehold,
  hasBattery,
  parseHousehold,
  readHousehold,
} from "../src/household.ts";
import { formatSelector } from "../src/selector.ts";

describe("defaultHousehold()", () => {
  const house = defaultHousehold({ zone: "Europe/Berlin", meterAinRegex: "1165(-1)?" });

  test("binds the specification's metrics, raw ones first", () => {
    const bound = Object.fromEntries(
      Object.entries(house.bindings).map(([role, bindings]) => [
        role,
        bindings.map((one) => [
          formatSelector(one.selector),
          one.factor,
          one.fallback && formatSelector(one.fallback),
        ]),
      ]),
    );
    expect(bound).toEqual({
      grid_power: [
        ['gridbox_ha_multimeter_power_W{ain=~"1165(-1)?"}', 1, "home:power_grid_import:watts"],
      ],
      import_energy: [['gridbox_ha_multimeter_energy_Wh{ain=~"1165(-1)?"}', 0.001, undefined]],
      export_energy: [],
      generation_power: [["inverter_ac_active_power_watts", 1, "home:power_generation:watts"]],
      yield_today: [["inverter_production_today_kwh", 1, undefined]],
      yield_total: [["inverter_production_total_kwh", 1, undefined]],
      string_power: [["inverter_dc_power_watts", 1, undefined]],
      logger_online: [["inverter_logger_online", 1, undefined]],
      battery_power: [],
      battery_charged_energy: [],
      battery_discharged_energy: [],
      state_of_charge: [],
      consumer_power: [],
      consumer_energy: [],
    });
  });

  test("needs a zone", () => {
    expect(() => defaultHousehold({})).toThrow(expect.objectContaining({ code: "ZONE_MISSING" }));
    expect(() => defaultHousehold({ zone: "Berlin" }))
      .toThrow(expect.objectContaining({ code: "BAD_ZONE" }));
  });
});

describe("parseHousehold()", () => {
  test.each(
    [
      ["W", undefined, 1],
      ["kW", "import_positive", 1000],
      ["kW", "export_positive", -1000],
      ["mW", undefined, 0.001],
    ] as const,
  )("turns grid power in %s, %s, by %d", (unit, sign, factor) => {
    const { bindings } = parseHousehold({
      zone: "UTC",
      roles: { grid_power: { selector: "p", unit, ...(sign && { sign }) } },
    });
    expect(bindings.grid_power).toEqual([{ selector: { metric: "p", matchers: [] }, factor }]);
  });

  test.each([["kWh", 1], ["Wh", 1 / 1000], ["J", 1 / 3_600_000]])(
    "turns energy in %s by %d",
    (unit, factor) => {
      const { bindings } = parseHousehold({
        zone: "UTC",
        roles: { export_energy: { selector: "e", unit } },
      });
      expect(bindings.export_energy[0]!.factor).toBe(factor);
    },
  );

  test("takes several series of a role, and none", () => {
    const { bindings } = parseHousehold({
      zone: "UTC",
      roles: {
        import_energy: [{ selector: "t1", unit: "kWh" }, { selector: "t2", unit: "kWh" }],
        yield_today: null,
      },
    });
    expect(bindings.import_energy.map(({ selector }) => selector.metric)).toEqual(["t1", "t2"]);
    expect(bindings.yield_today).toEqual([]);
  });

  test("the file goes before what the environment says", () => {
    const json = { zone: "Asia/Kolkata", meter_ain_regex: "1" };
    const house = parseHousehold(json, { zone: "UTC", meterAinRegex: "2" });
    expect(house.zone).toBe("Asia/Kolkata");
    expect(formatSelector(house.bindings.grid_power[0]!.selector)).toContain('ain=~"1"');
  });

  test("keeps coordinates, strings and ratings", () => {
    expect(parseHousehold({
      zone: "UTC",
      latitude: 52.5,
      longitude: 13.4,
      strings: [{ name: "pv1", kwp: 5 }],
      fuse_amperes: 35,
      phases: 3,
    })).toMatchObject({
      latitude: 52.5,
      longitude: 13.4,
      strings: [{ name: "pv1", kwp: 5 }],
      fuseAmperes: 35,
      phases: 3,
    });
  });

  test.each([
    [{ zone: "UTC", zoen: "x" }, "BAD_HOUSEHOLD", "zoen: there is no such key"],
    [{ zone: "Mars" }, "BAD_HOUSEHOLD", "zone: 'Mars' is not an IANA time zone"],
    [{ zone: "UTC", latitude: 99, longitude: 0 }, "BAD_HOUSEHOLD", "at most 90, not 99"],
    [{ zone: "UTC", latitude: 9 }, "BAD_HOUSEHOLD", "longitude: it is missing"],
    [
      { zone: "UTC", strings: [{ name: "pv1", kwp: "5" }] },
      "BAD_HOUSEHOLD",
      'strings[0].kwp: must be a number, not "5"',
    ],
    [{ zone: "UTC", meter_ain_regex: "(1" }, "BAD_HOUSEHOLD", "meter_ain_regex: "],
    [
      { zone: "UTC", roles: { yield_today: { selector: "y" } } },
      "BAD_HOUSEHOLD",
      "roles.yield_today.unit: it is missing",
    ],
    [
      { zone: "UTC", roles: { grid: { selector: "p", unit: "W" } } },
      "BAD_HOUSEHOLD",
      "roles.grid: there is no such key",
    ],
    [
      { zone: "UTC", roles: { grid_power: { selector: "p", unit: "kWh" } } },
      "BAD_HOUSEHOLD",
      'roles.grid_power.unit: must be W, kW or mW, not "kWh"',
    ],
    [
      { zone: "UTC", roles: { import_energy: { selector: "p", unit: "W" } } },
      "BAD_HOUSEHOLD",
      "Wh",
    ],
    [
      { zone: "UTC", roles: { grid_power: { selector: "p", unit: "MW" } } },
      "BAD_HOUSEHOLD",
      "unit",
    ],
    [
      {
        zone: "UTC",
        roles: { import_energy: { selector: "p", unit: "Wh", sign: "export_positive" } },
      },
      "BAD_HOUSEHOLD",
      "sign",
    ],
    [
      { zone: "UTC", roles: { grid_power: { selector: "p[5m]", unit: "W" } } },
      "BAD_HOUSEHOLD",
      "roles.grid_power.selector: Cannot use 'p[5m]'",
    ],
    [{ zone: "UTC", roles: { grid_power: [] } }, "BAD_HOUSEHOLD", "grid_power"],
    ["text", "BAD_HOUSEHOLD", "object"],
  ])("refuses %j with %s, naming %s", (json, code, named) => {
    const error = expect.objectContaining({ code, message: expect.stringContaining(named) });
    expect(() => parseHousehold(json)).toThrow(error);
  });
});

describe("readHousehold()", () => {
  const read = (text: string) => readHousehold("house.json", {}, () => Promise.resolve(text));

  test("reads JSON", async () => {
    expect((await read('{"zone":"UTC"}')).zone).toBe("UTC");
  });

  test("tells all mistakes at once, and the file", async () => {
    const text = '{"latitude":99,"roles":{"grid_power":{"selector":"p","unit":"MW"}}}';
    await expect(read(text)).rejects.toThrow(expect.objectContaining({
      code: "BAD_HOUSEHOLD",
      message: [
        "The household file 'house.json' is not usable, for 3 reasons:",
        "latitude: must be at most 90, not 99",
        'roles.grid_power.unit: must be W, kW or mW, not "MW"',
        "zone: it is missing here, in the settings and in the options",
      ].join("\n  "),
    }));
  });

  test("names the file that lacks a zone, if nothing else does", async () => {
    await expect(read('{"fuse_amperes":35}')).rejects.toThrow(expect.objectContaining({
      code: "ZONE_MISSING",
      message: expect.stringContaining("'house.json'"),
      hint: expect.stringContaining("Write it into the file"),
    }));
  });

  test("names the file that is no JSON or cannot be read", async () => {
    const error = expect.objectContaining({
      code: "BAD_HOUSEHOLD",
      message: expect.stringContaining("house.json"),
    });
    await expect(read("{")).rejects.toThrow(error);
    await expect(read("PK\u0003\u001b[31m")).rejects.toThrow("PK\\u{3}\\u{1b}[31m");
    await expect(readHousehold("house.xlsx", {}, () => Promise.resolve("PK\u0003"))).rejects
      .toThrow(
        "The household file 'house.xlsx' is a spreadsheet, not JSON",
      );
    const fails = () =>
      Promise.reject(Object.assign(new Error("no such file"), { code: "ENOENT" }));
    await expect(readHousehold("house.json", {}, fails)).rejects.toThrow(error);
  });
});

describe("battery and consumers", () => {
  const power = (sign?: string) => ({ selector: "b", unit: "W", ...(sign && { sign }) });
  const house = (roles: object, more: object = { battery_coupling: "ac" }) =>
    parseHousehold({ zone: "UTC", roles, ...more });

  test.each([["discharge_positive", 1], ["charge_positive", -1]])(
    "battery power is positive while it discharges: %s has the factor %d",
    (sign, factor) => {
      const found = house({ battery_power: power(sign) });
      expect(found.bindings.battery_power[0]!.factor).toBe(factor);
      expect(found.batteryCoupling).toBe("ac");
      expect(hasBattery(found)).toBe(true);
    },
  );

  test("two powers of one direction each have opposite signs", () => {
    const found = house({ battery_power: [power("discharge_positive"), power("charge_positive")] });
    expect(found.bindings.battery_power.map(({ factor }) => factor)).toEqual([1, -1]);
  });

  test.each([["%", 0.01], ["1", 1]])("a state of charge in %s is a share", (unit, factor) => {
    const found = house({ state_of_charge: { selector: "s", unit, capacity_kwh: 9.6 } });
    expect(found.bindings.state_of_charge[0]).toMatchObject({ factor, capacityKwh: 9.6 });
    // Without power or energy nothing is known of the battery's part in the balance.
    expect(hasBattery(found)).toBe(false);
  });

  test("consumers have names, in the order of the file", () => {
    const found = house({
      consumer_power: [
        { name: "wallbox", selector: "w1", unit: "kW" },
        { name: "wallbox", selector: "w2", unit: "kW" },
      ],
      consumer_energy: { name: "heat_pump", selector: "h", unit: "kWh" },
    }, {});
    expect(consumersOf(found)).toEqual(["wallbox", "heat_pump"]);
    expect(found.bindings.consumer_power[1]).toMatchObject({ name: "wallbox", factor: 1000 });
  });

  test.each([
    ["a sign", { battery_power: power() }, "roles.battery_power.sign: it is missing"],
    [
      "a direction of the grid",
      { battery_power: power("import_positive") },
      "roles.battery_power.sign:",
    ],
    ["a name", { consumer_power: power() }, "roles.consumer_power.name: it is missing"],
    [
      "a name that makes a column",
      { consumer_power: { name: "heat pump", ...power() } },
      "'heat pump' is not a valid name of a consumer",
    ],
    [
      "a name of its own",
      { consumer_energy: { name: "import", selector: "b", unit: "kWh" } },
      "another column is named like it",
    ],
    [
      "a unit of a share",
      { state_of_charge: { selector: "s", unit: "kWh" } },
      "roles.state_of_charge.unit",
    ],
  ])("needs %s", (_, roles, problem) => {
    expect(() => house(roles)).toThrow(problem);
  });

  test("needs to know how the battery is connected", () => {
    expect(() => house({ battery_power: power("charge_positive") }, {}))
      .toThrow("battery_coupling: it is missing; write ac");
  });
});
