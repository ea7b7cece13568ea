/**
 * What samples do not say: zone, place, ratings, how the battery is connected.
 *
 * @module
 */

import { BATTERY_COUPLINGS } from "../../catalogue/roles.ts";
import type { HouseFacts } from "../../setup/household_file.ts";
import type { Proposal } from "../../setup/proposal.ts";
import type { FoundPlace } from "../../setup/place.ts";
import type { FoundHouse } from "../../setup/recognise_house.ts";
import type { FoundCoupling } from "../../setup/storage.ts";
import { shown } from "../../text.ts";
import { checkZone, HOUR, offsetAt } from "../../time.ts";
import type { Dialog } from "./dialog.ts";

/** The zone of this machine. */
function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** How far the sun's noon may be from 12 o'clock local time, with summer time and wide zones. [h] */
const NOON = 2.6;

/** A remark if a zone does not fit the sun's noon, or is none that a house has; else `null`. */
function zoneRemark({ noon, at }: FoundHouse, zone: string): string | null {
  if (!isHouseZone(zone)) {
    return `Setup uses ${zone} as the time zone of the house, but hardly any house keeps that time. ` +
      "If it is wrong, days begin at the wrong hour. Give the zone of the house with --zone.";
  }
  if (noon === null) return null;
  const local = (noon + offsetAt(at, zone) / HOUR + 24) % 24;
  if (Math.abs(local - 12.5) <= NOON) return null;
  const hours = Math.floor(local), minutes = Math.floor(60 * (local % 1));
  return `The sun is highest at ${hours}:${String(minutes).padStart(2, "0")} in ${zone}: ` +
    "either this is not the zone of the house, or the panels face east or west.";
}

const COUPLINGS: Readonly<Record<typeof BATTERY_COUPLINGS[number], string>> = {
  ac: "with an inverter of its own (AC)",
  hybrid_output: "behind the solar inverter, whose power includes the battery",
  hybrid_panels: "behind the solar inverter, whose power is that of the panels alone",
};

/** What is known without asking: what the server states, or the samples prove. */
export function factsWithoutAsking(house: FoundHouse, given: string | undefined): HouseFacts {
  const { place, coupling } = house, phases = phasesOf(house.proposals);
  return {
    zone: given ?? machineZone(),
    ...(place?.source === "stated" && { place: coordinatesOf(place) }),
    ...(phases !== undefined && { phases }),
    ...(coupling && { batteryCoupling: coupling.value }),
  };
}

/** What was assumed or left out without asking, each with what to do about it. */
export function assumptions(house: FoundHouse, { zone, place }: HouseFacts): string[] {
  const { coupling } = house, remark = zoneRemark(house, zone);
  const hasBattery = house.proposals.some(({ role }) => role === "battery_power");
  return [
    ...remark ? [remark] : [],
    ...house.place && !place
      ? [
        `Judging by the hours of sunlight, the house is ${aboutText(house.place)}. ` +
        'Add "latitude" and "longitude" to household.json for exact nights.',
      ]
      : [],
    ...coupling && !coupling.isProved
      ? [
        `Setup assumes that the battery is connected ${
          COUPLINGS[coupling.value]
        }, because ${coupling.reason}. ` +
        'If it has an inverter of its own, write "battery_coupling": "ac". The energies stay the ' +
        "same, and their error bands become narrower.",
      ]
      : [],
    ...hasBattery && !coupling
      ? [
        "The battery is left out. It hardly discharged in the last days, so the samples " +
        "do not show how it is connected. Run 'deno task setup' without --yes to be asked, or run it again " +
        "after a day on which it was used.",
      ]
      : [],
  ];
}

/** Three series for the grid are three phases. */
function phasesOf(accepted: readonly Proposal[]): number | undefined {
  const grid = accepted.find(({ role }) => role === "grid_power");
  const signs = new Set(grid?.series.map(({ sign }) => sign));
  return grid?.series.length === 3 && signs.size === 1 ? 3 : undefined;
}

/** Asks for what the samples do not say. An empty answer takes what is proposed, or leaves it out. */
export async function askFacts(
  house: FoundHouse,
  accepted: readonly Proposal[],
  given: string | undefined,
  dialog: Dialog,
): Promise<HouseFacts> {
  const has = (role: string) => accepted.some((one) => one.role === role);
  const machine = isHouseZone(machineZone()) ? machineZone() : "";
  await dialog.say("");
  const zone = await dialog.line("Time zone of the house, such as Europe/Berlin", {
    standard: given ?? machine,
    check: (text) =>
      isZone(text) ? null : `'${text}' is not an IANA time zone. An example is Europe/Berlin.`,
  });
  const remark = zoneRemark(house, zone);
  if (remark) await dialog.say(remark);
  const place = has("generation_power") || has("yield_total") || has("yield_today")
    ? await askPlace(house.place, dialog)
    : undefined;
  const strings = await askStrings(accepted, dialog);
  const fuse = await number(dialog, "Main fuse per phase in ampere (empty if you do not know)");
  const coupling = has("battery_power") ? await askCoupling(house.coupling, dialog) : undefined;
  const phases = phasesOf(accepted);
  return {
    zone,
    ...(place && { place }),
    ...(strings.length > 0 && { strings }),
    ...(fuse !== undefined && { fuseAmperes: fuse }),
    ...(phases !== undefined && { phases }),
    ...(coupling && { batteryCoupling: coupling }),
  };
}

/** Machines that run in UTC say nothing about the house. */
function isHouseZone(zone: string): boolean {
  return !/^(?:Etc\/.*|UTC|GMT|Universal|Zulu)$/.test(zone);
}

function isZone(text: string): boolean {
  try {
    checkZone(text);
    return true;
  } catch {
    return false;
  }
}

/** Where an estimated place lies, in words. */
function aboutText({ latitude, longitude }: FoundPlace): string {
  return `about ${Math.abs(Math.round(latitude))}° ${latitude < 0 ? "south" : "north"} and ` +
    `${Math.abs(Math.round(longitude))}° ${longitude < 0 ? "west" : "east"}`;
}

function coordinatesOf({ latitude, longitude }: FoundPlace) {
  return { latitude, longitude };
}

async function askPlace(found: FoundPlace | null, dialog: Dialog): Promise<HouseFacts["place"]> {
  if (found?.source === "stated") {
    await dialog.say("Home Assistant knows the position of the house.");
  } else if (found) {
    await dialog.say(
      `Judging by the hours of sunlight, the house is ${aboutText(found)}. This is usually ` +
        "within 2°, but can be off by more than 5°. Better take it from a map.",
    );
  }
  await dialog.say("Wattbook needs the position to know when it is night.");
  const text = await dialog.line(
    `Latitude and longitude, such as 50.6 9.7 (${found ? "-" : "empty"} to leave out)`,
    {
      standard: found ? `${found.latitude} ${found.longitude}` : "",
      check: (text) =>
        text === "" || text === "-" || placeOf(text)
          ? null
          : "Please type two numbers, from -90 to 90 and from -180 to 180.",
    },
  );
  return placeOf(text) ?? undefined;
}

function placeOf(text: string): { latitude: number; longitude: number } | null {
  const numbers = text.split(/[\s,;]+/).filter(Boolean).map(Number);
  const [latitude, longitude] = numbers;
  const isPlace = numbers.length === 2 && Math.abs(latitude!) <= 90 && Math.abs(longitude!) <= 180;
  return isPlace ? { latitude: latitude!, longitude: longitude! } : null;
}

async function askStrings(
  accepted: readonly Proposal[],
  dialog: Dialog,
): Promise<{ name: string; kwp: number }[]> {
  const all = accepted.find(({ role }) => role === "string_power")?.series ?? [];
  const strings: { name: string; kwp: number }[] = [];
  for (const { candidate, peak } of all) {
    const name = candidate.labels["string"];
    if (name === undefined) continue;
    const seen = peak === undefined ? "" : `highest so far: ${peak.toFixed(1)} kW; `;
    const kwp = await number(
      dialog,
      `Peak power of string ${shown(name, 40)} in kWp (${seen}empty to leave it out)`,
    );
    if (kwp !== undefined) strings.push({ name, kwp });
  }
  return strings;
}

async function number(dialog: Dialog, question: string): Promise<number | undefined> {
  const text = await dialog.line(question, {
    check: (text) => text === "" || Number(text) > 0 ? null : "Please type a number above zero.",
  });
  return text === "" ? undefined : Number(text);
}

async function askCoupling(found: FoundCoupling | null, dialog: Dialog): Promise<string> {
  if (found?.isProved) {
    await dialog.say(`The battery is connected ${COUPLINGS[found.value]}: ${found.reason}.`);
    return found.value;
  }
  await dialog.say("How is the battery connected?");
  const standard = found ? BATTERY_COUPLINGS.indexOf(found.value) : 0;
  const choices = BATTERY_COUPLINGS.map((one) => COUPLINGS[one]);
  return BATTERY_COUPLINGS[await dialog.choose("Choose", choices, standard)]!;
}
