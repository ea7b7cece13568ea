/**
 * What the words in a name and in labels say about a series, in the languages of most exporters'
 * users. Home Assistant, ESPHome, Tasmota and ioBroker let people name things.
 *
 * @module
 */

import type { SetupRole, SetupUnit } from "./roles.ts";

const any = (...words: string[]) => new RegExp(`(?:^| )(?:${words.join("|")})(?= |$)`, "u");

const WALLBOX_WORDS = [
  "wallbox",
  "ev",
  "evse",
  "charger",
  "ladestation",
  "go ?e",
  "goe",
  "easee",
  "zappi",
  "car",
  "auto",
];
const HEAT_PUMP_WORDS = ["heat ?pump", "heatpump", "wärmepumpe", "waermepumpe", "wp"];
const IMMERSION_HEATER_WORDS = ["boiler", "heizstab"];

/** Things that a word names. */
const THINGS = {
  grid: any(
    "grid",
    "netz",
    "hausanschluss",
    "mains?",
    "net",
    "meter",
    "multimeter",
    "smartmeter",
    "smart",
    "p1",
    "dsmr",
    "sml",
    "stromzähler",
    "stromzaehler",
    "zähler",
    "zaehler",
    "hauptzähler",
    "hauptzaehler",
    "slimmelezer",
    "réseau",
    "reseau",
    "red",
    "rete",
    "ehz",
    "utility",
  ),
  imported: any(
    "import(?:ed)?",
    "bezug",
    "netzbezug",
    "bezogen",
    "consumed",
    "consumption",
    "verbrauch",
    "usage",
    "delivered",
    "purchased",
    "from grid",
    "forward",
    "1 8 0",
    "180",
    "afname",
    "soutirage",
  ),
  exported: any(
    "export(?:ed)?",
    "einspeis\\p{L}*",
    "netzeinspeisung",
    "lieferung",
    "feed ?in",
    "feed",
    "feedin",
    "returned?",
    "injection",
    "sold",
    "supplied",
    "to grid",
    "reverse",
    "2 8 0",
    "280",
    "teruglevering",
    "produced",
  ),
  solar: any(
    "pv",
    "pv\\d",
    "solar",
    "photovoltai\\p{L}+",
    "inverter",
    "wechselrichter",
    "wr",
    "panels?",
    "generation",
    "generated",
    "production",
    "yield\\p{L}*",
    "erzeugung",
    "ertrag",
    "sunny",
    "balkonkraftwerk",
    "bkw",
    "hoymiles",
    "zonne\\p{L}+",
    "solaire",
    "fotovoltai\\p{L}+",
  ),
  battery: any(
    "batter(?:y|ie|ij|ia)",
    "bat",
    "akku",
    "speicher",
    "hausspeicher",
    "storage",
    "ess",
    "powerwall",
    "accu",
    "batteriespeicher",
  ),
  charged: any(
    "charged?",
    "charging",
    "laden",
    "geladen",
    "ladung",
    "beladung",
    "into",
    "charge energy",
  ),
  discharged: any("discharged?", "discharging", "entladen", "entladung", "entladen\\p{L}*"),
  soc: any(
    "soc",
    "state of charge",
    "ladezustand",
    "ladestand",
    "füllstand",
    "charge level",
    "level",
  ),
  string: any("string\\d?", "dc", "dc\\d", "mppt\\d?", "mpp", "channel", "tracker"),
  consumer: any(
    ...WALLBOX_WORDS,
    ...HEAT_PUMP_WORDS,
    ...IMMERSION_HEATER_WORDS,
    "dishwasher",
    "washing",
    "geschirrspüler",
    "waschmaschine",
    "trockner",
    "dryer",
    "fridge",
    "kühlschrank",
    "server",
    "plug",
    "steckdose",
    "oven",
    "sauna",
    "pool",
    "aircon",
    "klima",
  ),
  load: any("load", "home", "house", "haus", "hausverbrauch", "household", "last"),
  today: any("today", "day", "daily", "heute", "tag", "tages\\p{L}*", "yield day"),
  forecast: any(
    "forecast",
    "prognose",
    "predicted",
    "estimate",
    "estimated",
    "expected",
    "clear",
    "solcast",
  ),
  weather: any(
    "temperature",
    "temperatur",
    "humidity",
    "irradiance",
    "radiation",
    "lux",
    "illuminance",
    "celsius",
    "wind",
    "rain",
    "pressure",
    "m²",
    "m2",
    "m³",
    "m3",
    "uv",
    "water meter",
    "wasserz(?:ä|ae)hler",
    "gas meter",
    "gasz(?:ä|ae)hler",
    "lit(?:re|er)s?",
  ),
  electrical: any(
    "voltage",
    "volts?",
    "amperes?",
    "amps?",
    "frequency",
    "hertz",
    "hz",
    "factor",
  ),
} as const;

/** A thing that a word names. */
export type Thing = keyof typeof THINGS;

/** The things that the words of a candidate name. */
export function thingsIn(words: string): ReadonlySet<Thing> {
  return new Set(
    (Object.keys(THINGS) as Thing[]).filter((thing) => THINGS[thing].test(words)),
  );
}

/**
 * How well the words fit a role: above 0 if they speak for it, below if they speak against it. Words
 * of another thing speak against it: the "battery of the inverter" is no generation.
 */
export function fitOf(role: SetupRole, has: ReadonlySet<Thing>): number {
  if (has.has("weather") || has.has("forecast")) return -3;
  if (has.has("electrical")) return -3;
  if (has.has("consumer") && !role.startsWith("consumer")) return -3;
  const score = (yes: readonly Thing[], no: readonly Thing[]) =>
    yes.filter((one) => has.has(one)).length - no.filter((one) => has.has(one)).length;
  const others: readonly Thing[] = ["soc"];
  switch (role) {
    case "grid_power":
      return score(["grid"], ["solar", "battery", "string", "load", ...others]);
    case "import_energy":
      return score(["grid", "imported"], [
        "solar",
        "battery",
        "exported",
        "today",
        "load",
        ...others,
      ]);
    case "export_energy":
      return score(["grid", "exported"], [
        "solar",
        "battery",
        "imported",
        "today",
        "load",
        ...others,
      ]);
    case "generation_power":
      return score(["solar"], ["battery", "string", "grid", "load", "exported", ...others]);
    case "yield_today":
      return score(["solar", "today"], [
        "battery",
        "string",
        "grid",
        "load",
        "exported",
        ...others,
      ]);
    case "yield_total":
      return score(["solar"], [
        "battery",
        "string",
        "grid",
        "load",
        "today",
        "exported",
        ...others,
      ]);
    case "string_power":
      return score(["string", "solar"], ["battery", "grid", "load", ...others]);
    case "battery_power":
      return score(["battery"], ["grid", "load", "string", ...others]);
    case "battery_charged_energy":
      return score(["battery", "charged"], ["discharged", "grid", "today", ...others]);
    case "battery_discharged_energy":
      return score(["battery", "discharged"], ["charged", "grid", "today", ...others]);
    case "state_of_charge":
      return score(["battery", "soc"], ["grid", "solar"]);
    case "consumer_power":
      return score(["consumer"], ["grid", "solar", "battery", "load"]);
    case "consumer_energy":
      return score(["consumer"], ["grid", "solar", "battery", "load", "today"]);
  }
}

const UNIT_WORDS: readonly (readonly [SetupUnit, RegExp])[] = [
  ["kWh", any("kwh", "kilo ?watt ?hours?", "kilowatthours?")],
  ["mWh", any("milliwatt ?hours?")],
  ["Wh", any("wh", "watt ?hours?", "watthours?")],
  ["J", any("j", "joules?")],
  ["kW", any("kw", "kilo ?watts?")],
  ["mW", any("milliwatts?")],
  ["W", any("w", "watts?")],
  ["%", any("%", "percent", "prozent")],
];

/** The unit that the words name. */
export function unitIn(words: string): SetupUnit | null {
  return UNIT_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

const CONSUMERS: readonly (readonly [string, RegExp])[] = [
  ["wallbox", any(...WALLBOX_WORDS)],
  ["heat_pump", any(...HEAT_PUMP_WORDS)],
  ["immersion_heater", any(...IMMERSION_HEATER_WORDS)],
];

/** A name for a consumer, from its words; `null` if they name none that a house has one of. */
export function consumerName(words: string): string | null {
  return CONSUMERS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
