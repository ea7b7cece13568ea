import { describe, expect, test } from "vitest";
import type { Candidate } from "../../src/setup/candidates.ts";
import { recognise } from "../../src/setup/sources.ts";
import { consumerName, fitOf, thingsIn, unitIn } from "../../src/setup/words.ts";
import { selector } from "../../src/selector.ts";

function candidate(metric: string, labels: Record<string, string> = {}): Candidate {
  return { metric, labels, selector: selector(metric), words: "" };
}

describe("known sources", () => {
  test.each([
    ["fritz_ha_multimeter_power_W", {}, "FRITZ!", "grid_power", "W"],
    ["opendtu_Power", { type: "AC" }, "OpenDTU", "generation_power", "W"],
    ["opendtu_Power", { type: "DC" }, "OpenDTU", "string_power", "W"],
    ["opendtu_YieldTotal", { type: "INV" }, "OpenDTU", "yield_total", "kWh"],
    ["homewizard_p1_power_import_total_kwh", {}, "HomeWizard P1", "import_energy", "kWh"],
    ["discovergy_milliwatt_total", {}, "SML meter", "grid_power", "mW"],
    ["fronius_inverter_soc", {}, "Fronius", "state_of_charge", "1"],
    ["victron_ac_power_watts", { component_type: "grid" }, "Victron", "grid_power", "W"],
    ["gridPower_value", {}, "evcc", "grid_power", "W"],
    // The name says grid, but it is the inverter's output.
    ["grid_power", {}, "Growatt", null, "W"],
    // The name says consumption, but it is generation.
    ["fronius_site_energy_consumption", {}, "Fronius", null, "Wh"],
  ])("%s %j is of %s: %s in %s", (metric, labels, source, role, unit) => {
    expect(recognise(candidate(metric, labels))).toMatchObject({ source, role, unit });
  });

  test.each([
    ["fronius_site_power_grid", "import_positive"],
    ["p1_actual_electricity_generated", "export_positive"],
    ["e3dc_ems_power_bat", "charge_positive"],
    ["batteryPower_value", "discharge_positive"],
  ])("%s documents its sign: %s", (metric, sign) => {
    expect(recognise(candidate(metric))?.sign).toBe(sign);
  });

  test("a name of no source is not recognised", () => {
    expect(recognise(candidate("opendtu_Power", { type: "XX" }))).toBeNull();
    expect(recognise(candidate("my_power"))).toBeNull();
  });
});

describe("words", () => {
  test.each(
    [
      ["sensor netz leistung", "grid_power", true],
      ["sensor netzbezug zaehler", "import_energy", true],
      ["sensor netz einspeisung gesamt", "export_energy", true],
      ["pv leistung", "generation_power", true],
      ["solar forecast power", "generation_power", false],
      ["wallbox grid power", "grid_power", false],
      ["grid voltage volts", "grid_power", false],
      ["batterie ladezustand", "state_of_charge", true],
      ["outdoor temperature celsius", "grid_power", false],
      ["water meter litres total", "import_energy", false],
      ["keller gaszaehler m3", "import_energy", false],
    ] as const,
  )("'%s' fits %s: %s", (words, role, isFitting) => {
    expect(fitOf(role, thingsIn(words)) > 0).toBe(isFitting);
  });

  test.each([
    ["power kw", "kW"],
    ["energy wh", "Wh"],
    ["energy kilowatt hours", "kWh"],
    ["power watts", "W"],
    ["kilowatthours", "kWh"],
    ["level", null],
  ])("'%s' states the unit %s", (words, unit) => expect(unitIn(words)).toBe(unit));

  test("names of consumers are those of a household file", () => {
    expect(consumerName("keller waermepumpe leistung")).toBe("heat_pump");
    expect(consumerName("go e charger power")).toBe("wallbox");
    expect(consumerName("fernseher")).toBeNull();
  });
});
