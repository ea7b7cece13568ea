/**
 * How sources name a house's series. Each naming shows a quantity as one series or several, in the
 * units and with the signs that the source uses.
 *
 * @module
 */

import type { Labels } from "../../src/columns.ts";
import type { SetupRole } from "../../src/setup/roles.ts";
import type { Random } from "../simulator/house/random.ts";

/** A series of the simulator. */
export interface Quantity {
  readonly role: SetupRole;
  /** Labels of the simulator: device, phase, tariff, string. */
  readonly labels: Labels;
  readonly unit: string;
  readonly sign?: string;
  readonly consumer?: string;
  readonly time: Float64Array;
  readonly value: Float64Array;
}

/** A series of the source. */
export interface Shown {
  readonly labels: Labels;
  readonly unit: string;
  readonly sign?: string;
  /** Only what is positive after the sign: one of two directions. */
  readonly part?: 1;
  /** Whether setup need not find it. */
  readonly isExtra?: boolean;
}

/** A naming. */
export interface Naming {
  readonly name: string;
  /** Whether names and labels say nothing. */
  readonly isScrambled: boolean;
  show(quantity: Quantity, chance: Random): readonly Shown[];
}

type Named = readonly [
  metric: string,
  unit: string,
  more?: { labels?: Labels; sign?: string; pair?: string },
];

/** A naming by a table of roles; what the table lacks gets a name in the style of Home Assistant. */
export function table(name: string, roles: Partial<Record<SetupRole, Named>>): Naming {
  return {
    name,
    isScrambled: false,
    show(quantity) {
      const named = roles[quantity.role];
      if (!named) return homeAssistant.show(quantity, undefined as never);
      const [metric, unit, { labels, sign, pair } = {}] = named;
      const own = { __name__: metric, instance: "exporter:9100", ...labels, ...quantity.labels };
      const shownSign = sign ?? quantity.sign;
      const one: Shown = { labels: own, unit, ...(shownSign && { sign: shownSign }) };
      if (!pair) return [one];
      const back = sign === "import_positive"
        ? "export_positive"
        : sign === "charge_positive"
        ? "discharge_positive"
        : "";
      return [{ ...one, part: 1 }, {
        labels: { ...own, __name__: pair },
        unit,
        sign: back,
        part: 1,
      }];
    },
  };
}

const ENTITIES: Readonly<Record<SetupRole, string>> = {
  grid_power: "sensor.netz_leistung",
  import_energy: "sensor.netzbezug_zaehler",
  export_energy: "sensor.netzeinspeisung_zaehler",
  generation_power: "sensor.pv_leistung",
  yield_today: "sensor.pv_ertrag_heute",
  yield_total: "sensor.pv_ertrag_gesamt",
  string_power: "sensor.pv_string",
  battery_power: "sensor.batterie_leistung",
  battery_charged_energy: "sensor.batterie_geladen",
  battery_discharged_energy: "sensor.batterie_entladen",
  state_of_charge: "sensor.batterie_ladezustand",
  consumer_power: "sensor.{}_leistung",
  consumer_energy: "sensor.{}_energie",
};

const ENGLISH: Readonly<Record<SetupRole, string>> = {
  grid_power: "sensor.grid_power",
  import_energy: "sensor.grid_import_total",
  export_energy: "sensor.grid_export_total",
  generation_power: "sensor.inverter_ac_power",
  yield_today: "sensor.inverter_energy_today",
  yield_total: "sensor.inverter_energy_total",
  string_power: "sensor.inverter_dc_power",
  battery_power: "sensor.battery_power",
  battery_charged_energy: "sensor.battery_energy_charged",
  battery_discharged_energy: "sensor.battery_energy_discharged",
  state_of_charge: "sensor.battery_soc",
  consumer_power: "sensor.{}_power",
  consumer_energy: "sensor.{}_energy",
};

const GERMAN_CONSUMERS: Readonly<Record<string, string>> = {
  wallbox: "wallbox",
  heat_pump: "waermepumpe",
};

function entityOf({ role, labels, consumer = "" }: Quantity, isGerman: boolean): string {
  const base = (isGerman ? ENTITIES : ENGLISH)[role]
    .replace("{}", isGerman ? GERMAN_CONSUMERS[consumer] ?? consumer : consumer);
  const parts = Object.entries(labels).map(([label, value]) =>
    label === "string" ? value : label === "tariff" ? `t${value}` : `${label}_${value}`
  );
  return [base, ...parts].join("_");
}

function kindOf({ role, unit }: Quantity): "power" | "energy" | "battery" {
  if (role === "state_of_charge") return "battery";
  return unit.endsWith("h") ? "energy" : "power";
}

/** Home Assistant's Prometheus exporter. */
const homeAssistant: Naming = {
  name: "Home Assistant exporter",
  isScrambled: false,
  show(quantity) {
    const kind = kindOf(quantity);
    const unit = quantity.unit === "%" ? "percent" : quantity.unit.toLowerCase();
    const entity = entityOf(quantity, true);
    return [{
      labels: {
        __name__: kind === "battery"
          ? "homeassistant_sensor_battery_percent"
          : `homeassistant_sensor_${kind}_${unit}`,
        domain: "sensor",
        entity,
        friendly_name: entity.slice(7).replaceAll("_", " "),
        instance: "homeassistant:8123",
        job: "hass",
      },
      unit: quantity.unit,
      ...(quantity.sign && { sign: quantity.sign }),
    }];
  },
};

/** Home Assistant into VictoriaMetrics over the Influx line protocol. */
const homeAssistantInflux: Naming = {
  name: "Home Assistant, Influx line protocol",
  isScrambled: false,
  show(quantity) {
    const entity = entityOf(quantity, false).slice(7);
    return [{
      labels: {
        __name__: `${quantity.unit}_value`,
        db: "homeassistant",
        domain: "sensor",
        entity_id: entity,
      },
      unit: quantity.unit,
      ...(quantity.sign && { sign: quantity.sign }),
    }];
  },
};

/** ESPHome: one metric, the unit in a label. */
const espHome: Naming = {
  name: "ESPHome",
  isScrambled: false,
  show(quantity) {
    const entity = entityOf(quantity, false).slice(7);
    return [{
      labels: {
        __name__: "esphome_sensor_value",
        id: entity,
        name: entity.replaceAll("_", " "),
        unit: quantity.unit,
      },
      unit: quantity.unit,
      ...(quantity.sign && { sign: quantity.sign }),
    }];
  },
};

const CONSONANTS = "bcdfghklmnprstvz", VOWELS = "aiouy";

/** Names without meaning. Series that differ in one label still do. */
function scrambled(name: string, hasUnits: boolean): Naming {
  const words = new Map<string, string>();
  return {
    name,
    isScrambled: true,
    show(quantity, chance) {
      const key = `${quantity.role}/${quantity.consumer ?? ""}`;
      const draw = (text: string) => text[Math.floor(chance.between(0, text.length))]!;
      const word = words.get(key) ??
        Array.from({ length: 3 }, () => draw(CONSONANTS) + draw(VOWELS)).join("");
      words.set(key, word);
      const unit = hasUnits ? `_${quantity.unit.replace("%", "percent").toLowerCase()}` : "";
      return [{
        labels: { __name__: `x_${word}${unit}`, ...quantity.labels },
        unit: quantity.unit,
        ...(quantity.sign && { sign: quantity.sign }),
      }];
    },
  };
}

/** Namings without meaning, made anew for each house. */
export function scrambledNamings(): Naming[] {
  return [scrambled("scrambled", false), scrambled("scrambled, units in the name", true)];
}

/** The known namings. */
export const NAMINGS: readonly Naming[] = [
  table("FRITZ! and the specification's inverter", {
    grid_power: ["fritz_ha_multimeter_power_W", "W", {
      labels: { ain: "11657 0240192", device_name: "Zähler" },
    }],
    import_energy: ["fritz_ha_multimeter_energy_Wh", "Wh", {
      labels: { ain: "11657 0240192", device_name: "Zähler" },
    }],
    generation_power: ["inverter_ac_active_power_watts", "W"],
    yield_today: ["inverter_production_today_kwh", "kWh"],
    yield_total: ["inverter_production_total_kwh", "kWh"],
    string_power: ["inverter_dc_power_watts", "W"],
  }),
  homeAssistant,
  homeAssistantInflux,
  espHome,
  table("Shelly", {
    grid_power: ["shelly_meter_power_current_watts", "W", { labels: { name: "em" } }],
    import_energy: ["shelly_meter_power_watthours_total", "Wh", { labels: { name: "em" } }],
    export_energy: ["shelly_meter_power_returned_watthours_total", "Wh", {
      labels: { name: "em" },
    }],
  }),
  table("P1, two directions", {
    grid_power: ["p1_actual_electricity_delivered", "kW", {
      sign: "import_positive",
      pair: "p1_actual_electricity_generated",
    }],
    import_energy: ["p1_electricity_consumed", "kWh"],
    export_energy: ["p1_electricity_returned", "kWh"],
  }),
  table("OpenDTU and an SML meter", {
    grid_power: ["smartmeter_wirkleistung_w", "W"],
    import_energy: ["smartmeter_wirkarbeit_verbrauch_total_wh", "Wh"],
    export_energy: ["smartmeter_wirkarbeit_einspeisung_total_wh", "Wh"],
    generation_power: ["opendtu_Power", "W", { labels: { type: "AC", channel: "0" } }],
    yield_today: ["opendtu_YieldDay", "Wh", { labels: { type: "AC", channel: "0" } }],
    yield_total: ["opendtu_YieldTotal", "kWh", { labels: { type: "AC", channel: "0" } }],
    string_power: ["opendtu_Power", "W", { labels: { type: "DC" } }],
  }),
  table("Fronius", {
    grid_power: ["fronius_site_power_grid", "W", { sign: "import_positive" }],
    generation_power: ["fronius_site_power_photovoltaic", "W"],
    battery_power: ["fronius_site_power_accu", "W", { sign: "discharge_positive" }],
    state_of_charge: ["fronius_inverter_soc", "1"],
  }),
  table("SMA", {
    grid_power: ["smahomemanager_real_consumed_watts", "W", {
      sign: "import_positive",
      pair: "smahomemanager_real_supplied_watts",
    }],
    import_energy: ["smahomemanager_real_consumed_watthours", "Wh"],
    export_energy: ["smahomemanager_real_supplied_watthours", "Wh"],
    generation_power: ["sunny_inverter_ac_power_watts", "W"],
    yield_total: ["sunny_inverter_total_yield_wh", "Wh"],
  }),
  table("SolarEdge and HomeWizard", {
    grid_power: ["homewizard_p1_active_power_watts", "W"],
    import_energy: ["homewizard_p1_power_import_total_kwh", "kWh"],
    export_energy: ["homewizard_p1_power_export_total_kwh", "kWh"],
    generation_power: ["solaredge_ac_power_watts", "W"],
    yield_today: ["solaredge_energy_today_wh", "Wh"],
    yield_total: ["solaredge_energy_total_wh", "Wh"],
  }),
  table("Victron", {
    grid_power: ["victron_ac_power_watts", "W", {
      labels: { component_type: "grid" },
      sign: "import_positive",
    }],
    import_energy: ["victron_ac_energy_forward_kwh", "kWh", { labels: { component_type: "grid" } }],
    export_energy: ["victron_ac_energy_reverse_kwh", "kWh", { labels: { component_type: "grid" } }],
    generation_power: ["victron_ac_power_watts", "W", { labels: { component_type: "pvinverter" } }],
    battery_power: ["victron_dc_battery_power_watts", "W", { sign: "charge_positive" }],
    state_of_charge: ["victron_state_of_charge", "%"],
  }),
  table("evcc", {
    grid_power: ["gridPower_value", "W", { sign: "import_positive" }],
    generation_power: ["pvPower_value", "W"],
    battery_power: ["batteryPower_value", "W", { sign: "discharge_positive" }],
    state_of_charge: ["batterySoc_value", "%"],
  }),
  table("SENEC", {
    grid_power: ["SENEC_grid_power_plus", "W", {
      sign: "import_positive",
      pair: "SENEC_grid_power_minus",
    }],
    generation_power: ["SENEC_inverter_power", "W"],
    battery_power: ["SENEC_bat_power_plus", "W", {
      sign: "charge_positive",
      pair: "SENEC_bat_power_minus",
    }],
    state_of_charge: ["SENEC_bat_fuel_charge", "%"],
  }),
  table("Tibber and Growatt", {
    grid_power: ["tibber_power_consumption", "W", {
      sign: "import_positive",
      pair: "tibber_power_production",
    }],
    import_energy: ["tibber_power_consumption_meter_total", "kWh"],
    export_energy: ["tibber_power_production_meter_total", "kWh"],
    generation_power: ["output_power", "W"],
    yield_today: ["energy_today", "kWh"],
    yield_total: ["energy_total", "kWh"],
  }),
];
