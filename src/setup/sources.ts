/**
 * Exporters and integrations whose metric names say what they measure. A name is a hint: setup still
 * compares the samples, because devices disagree about signs and names disagree about units.
 *
 * @module
 */

import type { Candidate } from "./candidates.ts";
import type { SetupRole, SetupUnit, Sign } from "./roles.ts";

/** What a name says about a series. */
export interface NamedAs {
  /** Its role; `null` if the name says that it is none of ours. */
  readonly role: SetupRole | null;
  /** Unit of its values. */
  readonly unit?: SetupUnit;
  /** Direction that counts as positive, where the source documents it. */
  readonly sign?: Sign;
}

/** One metric of a source. */
interface Rule extends NamedAs {
  /** Name of the metric. */
  readonly metric: RegExp;
  /** Labels that it must have. */
  readonly labels?: Readonly<Record<string, RegExp>>;
}

/** A source, with the metrics that it writes. */
interface Source {
  /** Its name, for people. */
  readonly name: string;
  readonly rules: readonly Rule[];
}

const power = (metric: RegExp, role: SetupRole | null, unit: SetupUnit, sign?: Sign): Rule => ({
  metric,
  role,
  unit,
  ...(sign && { sign }),
});
const energy = power;

/** The sources, most specific first. Facts: `houses.md` of the project's references. */
const SOURCES: readonly Source[] = [
  {
    name: "Wattbook's default metrics",
    rules: [
      power(/^gridbox_ha_multimeter_power_W$/, "grid_power", "W", "import_positive"),
      energy(/^gridbox_ha_multimeter_energy_Wh$/, "import_energy", "Wh"),
      power(/^inverter_ac_active_power_watts$/, "generation_power", "W"),
      energy(/^inverter_production_today_kwh$/, "yield_today", "kWh"),
      energy(/^inverter_production_total_kwh$/, "yield_total", "kWh"),
      power(/^inverter_dc_power_watts$/, "string_power", "W"),
      power(/^inverter_dc_(total_power_watts|production_today_kwh)$/, null, "W"),
      power(/^inverter_operating_power_watts$/, null, "W"),
    ],
  },
  {
    name: "FRITZ!",
    rules: [
      power(/^fritz_ha_multimeter_power_W$/, "grid_power", "W"),
      energy(/^fritz_ha_multimeter_energy_Wh$/, "import_energy", "Wh"),
    ],
  },
  {
    name: "Shelly",
    rules: [
      power(/^shelly_meter_power_current_watts$/, "grid_power", "W"),
      energy(/^shelly_meter_power_watthours_total$/, "import_energy", "Wh"),
      energy(/^shelly_meter_power_returned_watthours_total$/, "export_energy", "Wh"),
    ],
  },
  {
    name: "Tasmota",
    rules: [
      power(/^tasmota_energy_power_active_watts$/, "grid_power", "W"),
      energy(/^tasmota_energy_power_kilowatts_total$/, "import_energy", "kWh"),
      energy(/^tasmota_energy_power_kilowatts_(daily|yesterday|today)$/, null, "kWh"),
    ],
  },
  {
    name: "P1 meter (DSMR)",
    rules: [
      power(/^p1_actual_electricity_delivered$/, "grid_power", "kW", "import_positive"),
      power(/^p1_actual_electricity_generated$/, "grid_power", "kW", "export_positive"),
      energy(/^p1_usage_electricity_(high|low)$/, "import_energy", "kWh"),
      energy(/^p1_returned_electricity_(high|low)$/, "export_energy", "kWh"),
      power(/^p1_(electricity_)?current_consumption$/, "grid_power", "W", "import_positive"),
      power(/^p1_(electricity_)?current_return$/, "grid_power", "W", "export_positive"),
      energy(/^p1_electricity_consumed_tariff[12]$/, "import_energy", "kWh"),
      energy(/^p1_electricity_returned_tariff[12]$/, "export_energy", "kWh"),
      power(/^power_draw_watts$/, "grid_power", "W"),
      energy(/^power_meter_watthours$/, "import_energy", "Wh"),
    ],
  },
  {
    name: "HomeWizard P1",
    rules: [
      power(/^homewizard_p1_active_power_watts$/, "grid_power", "W"),
      energy(/^homewizard_p1_power_import_total_kwh$/, "import_energy", "kWh"),
      energy(/^homewizard_p1_power_export_total_kwh$/, "export_energy", "kWh"),
    ],
  },
  {
    name: "SML meter",
    rules: [
      power(/^smartmeter_wirkleistung_w$/, "grid_power", "W"),
      energy(/^smartmeter_wirkarbeit_verbrauch_total_wh$/, "import_energy", "Wh"),
      energy(/^smartmeter_wirkarbeit_(einspeisung|lieferung)_total_wh$/, "export_energy", "Wh"),
      power(/^power_a_milliwatt_hour$/, "grid_power", "mW"),
      power(/^discovergy_milliwatt_total$/, "grid_power", "mW", "import_positive"),
    ],
  },
  {
    name: "Tibber",
    rules: [
      power(/^tibber_power_consumption$/, "grid_power", "W", "import_positive"),
      power(/^tibber_power_production$/, "grid_power", "W", "export_positive"),
      energy(/^tibber_power_consumption_meter_total$/, "import_energy", "kWh"),
      energy(/^tibber_power_production_meter_total$/, "export_energy", "kWh"),
      energy(/^tibber_power_(consumption|production)_day_total$/, null, "kWh"),
      power(/^powerTotal$/, "grid_power", "W", "import_positive"),
      energy(/^energyImportTotal$/, "import_energy", "Wh"),
      energy(/^energyExportTotal$/, "export_energy", "Wh"),
    ],
  },
  {
    name: "OpenDTU",
    rules: [
      { ...power(/^opendtu_Power$/, "generation_power", "W"), labels: { type: /^(AC|INV)$/ } },
      { ...power(/^opendtu_Power$/, "string_power", "W"), labels: { type: /^DC$/ } },
      { ...energy(/^opendtu_YieldDay$/, "yield_today", "Wh"), labels: { type: /^(AC|INV)$/ } },
      { ...energy(/^opendtu_YieldTotal$/, "yield_total", "kWh"), labels: { type: /^(AC|INV)$/ } },
      { ...energy(/^opendtu_Yield(Day|Total)$/, null, "Wh"), labels: { type: /^DC$/ } },
    ],
  },
  {
    name: "AhoyDTU",
    rules: [
      power(/^ahoy_solar_P_AC_watt$/, "generation_power", "W"),
      energy(/^ahoy_solar_YieldDay_wattHours(_total)?$/, "yield_today", "Wh"),
      energy(/^ahoy_solar_YieldTotal_kilowattHours(_total)?$/, "yield_total", "kWh"),
      power(/^ahoy_solar_P_DC_watt$/, "string_power", "W"),
    ],
  },
  {
    name: "Fronius",
    rules: [
      power(/^fronius_site_power_grid$/, "grid_power", "W", "import_positive"),
      power(/^fronius_site_power_photovoltaic$/, "generation_power", "W"),
      power(/^fronius_site_power_accu$/, "battery_power", "W", "discharge_positive"),
      power(/^fronius_site_power_load$/, null, "W"),
      { metric: /^fronius_inverter_soc$/, role: "state_of_charge", unit: "1" },
      energy(/^fronius_site_energy_consumption$/, null, "Wh"),
    ],
  },
  {
    name: "SMA",
    rules: [
      power(/^smahomemanager_real_consumed_watts$/, "grid_power", "W", "import_positive"),
      power(/^smahomemanager_real_supplied_watts$/, "grid_power", "W", "export_positive"),
      energy(/^smahomemanager_real_consumed_watthours$/, "import_energy", "Wh"),
      energy(/^smahomemanager_real_supplied_watthours$/, "export_energy", "Wh"),
      power(/^smartmeter_active_power$/, "grid_power", "W", "import_positive"),
      {
        ...energy(/^smartmeter_energy_total$/, "import_energy", "kWh"),
        labels: { direction: /^(import|consumed|bezug)$/i },
      },
      {
        ...energy(/^smartmeter_energy_total$/, "export_energy", "kWh"),
        labels: { direction: /^(export|supplied|feed)/i },
      },
      power(/^sunny_inverter_ac_power/, "generation_power", "W"),
      energy(/^sunny_inverter_(daily|day)_yield/, "yield_today", "Wh"),
      energy(/^sunny_inverter_total_yield/, "yield_total", "Wh"),
    ],
  },
  {
    name: "SolarEdge",
    rules: [
      power(/^solaredge_ac_power_watts$/, "generation_power", "W"),
      energy(/^solaredge_energy_total_wh$/, "yield_total", "Wh"),
      energy(/^solaredge_energy_today_wh$/, "yield_today", "Wh"),
    ],
  },
  {
    name: "SunSpec",
    rules: [
      power(/^sunspec_Watts_W_W$/, "generation_power", "W"),
      energy(/^sunspec_WattHours_WH_Wh$/, "yield_total", "Wh"),
    ],
  },
  {
    name: "Enphase",
    rules: [
      power(/^envoy_production_watts_now$/, "generation_power", "W"),
      energy(/^envoy_production_wh_lifetime$/, "yield_total", "Wh"),
      energy(/^envoy_production_wh_today$/, "yield_today", "Wh"),
      power(/^envoy_net_consumption_watts_now$/, "grid_power", "W", "import_positive"),
      power(/^envoy_(total_)?consumption_watts_now$/, null, "W"),
      power(/^production-line\d+_P$/, "generation_power", "W"),
      power(/^net-line\d+_P$/, "grid_power", "W", "import_positive"),
    ],
  },
  {
    name: "Powerwall",
    rules: [
      power(/^(http_)?site_instant_power$/, "grid_power", "W", "import_positive"),
      power(/^(http_)?battery_instant_power$/, "battery_power", "W", "discharge_positive"),
      power(/^(http_)?solar_instant_power$/, "generation_power", "W"),
      power(/^(http_)?load_instant_power$/, null, "W"),
    ],
  },
  {
    name: "Victron",
    rules: [
      {
        ...power(/^victron_ac_power_watts$/, "grid_power", "W", "import_positive"),
        labels: { component_type: /^grid$/ },
      },
      {
        ...power(/^victron_ac_power_watts$/, "generation_power", "W"),
        labels: { component_type: /^pv/ },
      },
      { ...energy(/^victron_ac_energy_forward_kwh$/, "import_energy", "kWh"), labels: GRID() },
      { ...energy(/^victron_ac_energy_reverse_kwh$/, "export_energy", "kWh"), labels: GRID() },
      power(/^victron_dc_battery_power_watts$/, "battery_power", "W", "charge_positive"),
      { metric: /^victron_state_of_charge$/, role: "state_of_charge", unit: "%" },
    ],
  },
  {
    name: "GoodWe",
    rules: [
      power(/^(goodwe_)?meter_power_(watts|w)$/, "grid_power", "W"),
      power(/^(goodwe_)?inverter_power_output_watts$/, "generation_power", "W"),
    ],
  },
  {
    name: "Growatt",
    rules: [
      power(/^(growatt_)?output_power$/, "generation_power", "W"),
      energy(/^(growatt_)?energy_today$/, "yield_today", "kWh"),
      energy(/^(growatt_)?energy_total$/, "yield_total", "kWh"),
      // It is the inverter's output, phase by phase, not the grid's power.
      power(/^(growatt_)?grid_power$/, null, "W"),
    ],
  },
  {
    name: "E3DC",
    rules: [
      power(/^e3dc_ems_power_grid$/, "grid_power", "W", "import_positive"),
      power(/^e3dc_ems_power_bat$/, "battery_power", "W", "charge_positive"),
      power(/^e3dc_ems_power_pv$/, "generation_power", "W"),
      power(/^e3dc_ems_power_home$/, null, "W"),
      { metric: /^e3dc_ems_soc$/, role: "state_of_charge", unit: "%" },
    ],
  },
  {
    name: "evcc",
    rules: [
      power(/^gridPower_value$/, "grid_power", "W", "import_positive"),
      power(/^pvPower_value$/, "generation_power", "W"),
      power(/^batteryPower_value$/, "battery_power", "W", "discharge_positive"),
      { metric: /^batterySoc_value$/, role: "state_of_charge", unit: "%" },
      power(/^homePower_value$/, null, "W"),
      power(/^chargePower_value$/, "consumer_power", "W"),
    ],
  },
  {
    name: "SOLECTRUS",
    rules: [
      power(/^(solectrus_)?grid_import_power(_value)?$/, "grid_power", "W", "import_positive"),
      power(/^(solectrus_)?grid_export_power(_value)?$/, "grid_power", "W", "export_positive"),
      power(
        /^(solectrus_)?battery_charging_power(_value)?$/,
        "battery_power",
        "W",
        "charge_positive",
      ),
      power(
        /^(solectrus_)?battery_discharging_power(_value)?$/,
        "battery_power",
        "W",
        "discharge_positive",
      ),
      power(/^(solectrus_)?inverter_power(_value)?$/, "generation_power", "W"),
      power(/^(solectrus_)?house_power(_value)?$/, null, "W"),
    ],
  },
  {
    name: "SENEC",
    rules: [
      power(/^SENEC_grid_power_plus$/, "grid_power", "W", "import_positive"),
      power(/^SENEC_grid_power_minus$/, "grid_power", "W", "export_positive"),
      power(/^SENEC_bat_power_plus$/, "battery_power", "W", "charge_positive"),
      power(/^SENEC_bat_power_minus$/, "battery_power", "W", "discharge_positive"),
      power(/^SENEC_inverter_power$/, "generation_power", "W"),
      power(/^SENEC_house_power$/, null, "W"),
      { metric: /^SENEC_bat_fuel_charge$/, role: "state_of_charge", unit: "%" },
    ],
  },
];

function GRID(): Readonly<Record<string, RegExp>> {
  return { component_type: /^grid$/ };
}

/** A source that a candidate's name gives away, and what it says. */
export interface Recognised extends NamedAs {
  /** Name of the source, for people. */
  readonly source: string;
}

/** Looks a candidate up among the known sources; `null` if its name is none of theirs. */
export function recognise({ metric, labels }: Candidate): Recognised | null {
  for (const { name, rules } of SOURCES) {
    for (const { metric: pattern, labels: wanted = {}, ...said } of rules) {
      const fits = pattern.test(metric) &&
        Object.entries(wanted).every(([label, value]) => value.test(labels[label] ?? ""));
      if (fits) return { source: name, ...said };
    }
  }
  return null;
}
