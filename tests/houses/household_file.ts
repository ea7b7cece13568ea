/**
 * Writes the household file of a house, with its mistake if it has one.
 *
 * @module
 */

import type { LabelledSamples } from "../../src/columns.ts";
import { random } from "../simulator/house/random.ts";
import { type Battery, type House, PLACES } from "./house.ts";

interface Bound {
  selector: string;
  unit: string;
  sign?: string;
  name?: string;
  capacity_kwh?: number;
}

/** Content of a household file. */
export interface HouseholdFile {
  zone: string;
  latitude?: number;
  longitude?: number;
  strings?: { name: string; kwp: number }[];
  fuse_amperes?: number;
  phases?: number;
  meter_ain_regex?: string;
  battery_coupling?: string;
  roles?: Record<string, Bound | Bound[] | null>;
}

/** The household file of a house. */
export function fileOf(house: House): HouseholdFile {
  const { place, tells, inverters } = house;
  const file: HouseholdFile = { zone: place.zone };
  if (tells.place) Object.assign(file, { latitude: place.latitude, longitude: place.longitude });
  if (tells.strings && inverters.length > 0) {
    file.strings = inverters.flatMap(({ planes }) =>
      planes.map(({ name, kwp }) => ({ name, kwp }))
    );
  }
  if (tells.fuse) Object.assign(file, { fuse_amperes: 63, phases: 3 });
  if (house.usesDefaultNames) {
    file.meter_ain_regex = "12345 0123456(-1)?";
    return file;
  }
  const roles = { ...rolesOf(house), ...consumerRoles(house) };
  const stored = bindingOf(house);
  if (house.battery && stored) {
    Object.assign(roles, batteryRoles(house, house.battery, stored));
    file.battery_coupling = couplingOf(house.battery);
  }
  file.roles = roles;
  if (house.mistake) applyMistake(house, file, roles);
  return file;
}

function rolesOf(house: House): Record<string, Bound | Bound[] | null> {
  const { meter, inverters } = house;
  const list = (all: Bound[]) => all.length === 0 ? null : all.length === 1 ? all[0]! : all;
  const device = (i: number) => inverters.length === 1 ? "" : `{device="${i + 1}"}`;
  const ofInverters = (name: string, unitOf: (i: number) => string | undefined) =>
    list(inverters.flatMap((_, i) => {
      const unit = unitOf(i);
      return unit ? [{ selector: `${name}${device(i)}`, unit }] : [];
    }));
  const registers = (name: string, counter: House["meter"]["imports"]) =>
    list(
      counter === null ? [] : Array.from({ length: meter.tariffs }, (_, t) => ({
        selector: meter.tariffs === 1 ? name : `${name}{tariff="${t + 1}"}`,
        unit: counter.unit,
      })),
    );
  const power: Bound[] = Array.from({ length: meter.phases }, (_, p) => ({
    selector: meter.phases === 1 ? "meter_power" : `meter_power{phase="${p + 1}"}`,
    unit: meter.unit,
    ...meter.sign === "export_positive" && { sign: meter.sign },
  }));
  return {
    grid_power: list(power),
    import_energy: registers("meter_import", meter.imports),
    export_energy: registers("meter_export", meter.exports),
    generation_power: ofInverters("inverter_power", (i) => inverters[i]!.power ?? undefined),
    yield_today: ofInverters("inverter_today", (i) => inverters[i]!.today?.unit),
    yield_total: ofInverters("inverter_total", (i) => inverters[i]!.total?.unit),
    string_power: ofInverters(
      "inverter_string_power",
      (i) => inverters[i]!.strings ? "W" : undefined,
    ),
    logger_online: null,
  };
}

/** How the household file binds the battery; a hybrid inverter's output is told by power only. */
export function bindingOf({ battery, binds }: House): House["binds"]["battery"] {
  const isOutput = battery?.coupling === "dc" && battery.generation === "output";
  return isOutput && binds.battery === "counters" ? "both" : battery ? binds.battery : null;
}

function couplingOf({ coupling, generation }: Battery): string {
  return coupling === "ac" ? "ac" : `hybrid_${generation}`;
}

function batteryRoles(
  { binds }: House,
  { sign, capacity }: Battery,
  by: "power" | "counters" | "both",
): Record<string, Bound> {
  return {
    ...by !== "counters" && { battery_power: { selector: "battery_power", unit: "W", sign } },
    ...by !== "power" && {
      battery_charged_energy: { selector: "battery_charged", unit: "kWh" },
      battery_discharged_energy: { selector: "battery_discharged", unit: "kWh" },
    },
    ...binds.soc && {
      state_of_charge: { selector: "battery_soc", unit: "%", capacity_kwh: capacity / 1000 },
    },
  };
}

function consumerRoles({ binds, wallbox, heatPump }: House): Record<string, Bound[]> {
  const names = [...wallbox > 0 ? ["wallbox"] : [], ...heatPump > 0 ? ["heat_pump"] : []];
  if (binds.consumers === null || names.length === 0) return {};
  const of = (ending: string, unit: string) =>
    names.map((name) => ({ name, selector: `${name}_${ending}`, unit }));
  return {
    ...binds.consumers !== "counters" && { consumer_power: of("power", "W") },
    ...binds.consumers !== "power" && { consumer_energy: of("energy", "kWh") },
  };
}

/** The phase that is bound if only one is. */
export function boundPhase({ seed, meter }: House): number {
  return Math.floor(random(`${seed}/phase`).between(0, meter.phases));
}

/** The counter whose unit is wrong. */
function yieldOfWrongUnit({ seed, inverters }: House): "yield_today" | "yield_total" {
  const { today, total } = inverters[0]!;
  const isToday = total === null || (today !== null && random(`${seed}/yield`).chance(0.5));
  return isToday ? "yield_today" : "yield_total";
}

/** UTC offset of a zone in the middle of the month. [h] */
export function hoursEast(zone: string, { month }: House): number {
  const noon = Temporal.PlainDateTime.from(`${month}-15T12:00`).toZonedDateTime(zone);
  return noon.offsetNanoseconds / 3.6e12;
}

function isTossed({ seed, place }: House): boolean {
  return Math.abs(place.longitude) > 15 && random(`${seed}/place`).chance(0.5);
}

const WATT_HOURS = new Map([["Wh", "kWh"], ["kWh", "Wh"]]);

function applyMistake(
  house: House,
  file: HouseholdFile,
  roles: Record<string, Bound | Bound[] | null>,
): void {
  const { mistake, place, inverters } = house;
  const each = (role: string) => [roles[role] ?? []].flat();
  const setUnit = (role: string, unit: string) => each(role).forEach((one) => one.unit = unit);
  switch (mistake) {
    case "reversed_sign":
      for (const one of each("grid_power")) {
        if (one.sign) delete one.sign;
        else one.sign = "export_positive";
      }
      break;
    case "kilowatts_for_watts":
      return setUnit("grid_power", "kW");
    case "watts_for_kilowatts":
      return setUnit("grid_power", "W");
    case "generation_kilowatts_for_watts":
      return setUnit("generation_power", "kW");
    case "generation_watts_for_kilowatts":
      return setUnit("generation_power", "W");
    case "register_unit":
      for (const one of each("import_energy")) one.unit = WATT_HOURS.get(one.unit)!;
      break;
    case "swapped_registers":
      [roles["import_energy"], roles["export_energy"]] = [
        roles["export_energy"]!,
        roles["import_energy"]!,
      ];
      break;
    case "export_register_unit":
      for (const one of each("export_energy")) one.unit = WATT_HOURS.get(one.unit)!;
      break;
    case "yield_unit": {
      const role = yieldOfWrongUnit(house);
      for (const one of each(role)) one.unit = WATT_HOURS.get(one.unit)!;
      break;
    }
    case "one_phase":
      roles["grid_power"] = each("grid_power")[boundPhase(house)]!;
      break;
    case "two_meters":
      roles["grid_power"] = [...each("grid_power"), { selector: "wallbox_power", unit: "W" }];
      if (roles["import_energy"]) {
        roles["import_energy"] = [
          ...each("import_energy"),
          { selector: "wallbox_energy", unit: "kWh" },
        ];
      }
      break;
    case "meter_twice":
      roles["grid_power"] = [...each("grid_power"), ...each("grid_power")];
      break;
    case "generation_is_grid":
      roles["generation_power"] = each("grid_power").map(({ selector, unit }) => ({
        selector,
        unit,
      }));
      break;
    case "yield_is_import":
      roles["yield_total"] = roles["import_energy"]!;
      break;
    case "wrong_zone": {
      const others = PLACES.map(({ zone }) => zone)
        .filter((zone) => Math.abs(hoursEast(zone, house) - hoursEast(place.zone, house)) >= 3);
      file.zone = others[Math.floor(random(`${house.seed}/zone`).between(0, others.length))]!;
      break;
    }
    case "neighbouring_zone": {
      const off = random(`${house.seed}/zone`).chance(0.5) ? 1 : -1;
      const hours = Math.max(-12, Math.min(14, Math.round(hoursEast(place.zone, house)) + off));
      // These names count hours west of Greenwich.
      file.zone = hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
      break;
    }
    case "wrong_place":
      // A sign makes no difference at the date line, and little near Greenwich.
      if (Math.abs(place.longitude) > 170) file.longitude = place.longitude / 10;
      else if (Math.abs(place.longitude) > 90 || isTossed(house)) file.longitude = -place.longitude;
      else [file.latitude, file.longitude] = [place.longitude, place.latitude];
      break;
    case "consumer_as_generation":
    case "consumer_as_yield": {
      const consumer = house.wallbox > 0 ? "wallbox" : "heat_pump";
      roles["generation_power"] = mistake === "consumer_as_yield"
        ? null
        : { selector: `${consumer}_power`, unit: "W" };
      roles["yield_today"] = null;
      roles["yield_total"] = { selector: `${consumer}_energy`, unit: "kWh" };
      break;
    }
    case "two_devices":
    case "two_devices_and_a_third":
    case null:
      break;
  }
  if (inverters.length === 0) delete file.strings;
}

/** Adds the series of further devices if the mistake is that a selector matches them. */
export function addDevices(
  { mistake }: House,
  series: readonly LabelledSamples[],
): LabelledSamples[] {
  if (mistake !== "two_devices" && mistake !== "two_devices_and_a_third") return [...series];
  return series.flatMap((one) => {
    const { labels, time, value } = one;
    if (!labels["__name__"]!.startsWith("meter_") || time.length < 1000) return [one];
    const second = {
      labels: { ...labels, site: "b" },
      time: time.map((at) => at + 7),
      value: value.map((v) => v * 0.37),
    };
    const first = { ...one, labels: { ...labels, site: "a" } };
    if (mistake === "two_devices") return [first, second];
    // The third series starts between the other two and ends after about an hour.
    const third = {
      labels: { ...labels, site: "c" },
      time: time.slice(1, 40),
      value: value.slice(1, 40),
    };
    return [first, third, {
      ...second,
      time: second.time.slice(60),
      value: second.value.slice(60),
    }];
  });
}
