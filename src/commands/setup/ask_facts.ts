/**
 * What samples do not say: zone, place, ratings, how the battery is connected.
 *
 * @module
 */

import { BATTERY_COUPLINGS } from "../../catalogue.ts";
import type { HouseFacts } from "../../setup/household_file.ts";
import type { Proposal } from "../../setup/proposal.ts";
import type { FoundHouse } from "../../setup/recognise_house.ts";
import { shown } from "../../text.ts";
import { checkZone, HOUR, offsetAt } from "../../time.ts";
import type { Dialog } from "./dialog.ts";

/** The zone of this machine. */
function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** How far the sun's noon may be from 12 o'clock local time, with summer time and wide zones. [h] */
const NOON = 2.6;

/** A remark if the sun's noon does not fit a zone; `null` if it does. */
export function zoneRemark({ noon, at }: FoundHouse, zone: string): string | null {
  if (noon === null) return null;
  const local = (noon + offsetAt(at, zone) / HOUR + 24) % 24;
  if (Math.abs(local - 12.5) <= NOON) return null;
  const hours = Math.floor(local), minutes = Math.floor(60 * (local % 1));
  return `The panels give most at ${hours}:${String(minutes).padStart(2, "0")} in ${zone}: ` +
    "either that is not the zone of the house, or the panels face far east or west.";
}

const COUPLINGS: Readonly<Record<typeof BATTERY_COUPLINGS[number], string>> = {
  ac: "with an inverter of its own (AC)",
  hybrid_output: "behind the solar inverter, whose power includes the battery",
  hybrid_panels: "behind the solar inverter, whose power is that of the panels alone",
};

/** What is known without asking. A battery is bound only if a person says how it is connected. */
export function factsWithoutAsking(house: FoundHouse, given: string | undefined): HouseFacts {
  return {
    zone: given ?? machineZone(),
    ...(house.coupling && { batteryCoupling: house.coupling }),
  };
}

/** Asks for what the samples do not say. An empty answer leaves it out. */
export async function askFacts(
  house: FoundHouse,
  accepted: readonly Proposal[],
  given: string | undefined,
  dialog: Dialog,
): Promise<HouseFacts> {
  const has = (role: string) => accepted.some((one) => one.role === role);
  await dialog.say("");
  const zone = await dialog.line("Time zone of the house", {
    standard: given ?? machineZone(),
    check: (text) => isZone(text) ? null : `'${text}' is no IANA time zone, such as Europe/Berlin.`,
  });
  const remark = zoneRemark(house, zone);
  if (remark) await dialog.say(remark);
  const place = has("generation_power") || has("yield_total") || has("yield_today")
    ? await askPlace(dialog)
    : undefined;
  const strings = await askStrings(accepted, dialog);
  const fuse = await number(dialog, "Main fuse per phase in ampere (empty if you do not know)");
  const coupling = has("battery_power") ? house.coupling ?? await askCoupling(dialog) : undefined;
  return {
    zone,
    ...(place && { place }),
    ...(strings.length > 0 && { strings }),
    ...(fuse !== undefined && { fuseAmperes: fuse }),
    ...(coupling && { batteryCoupling: coupling }),
  };
}

function isZone(text: string): boolean {
  try {
    checkZone(text);
    return true;
  } catch {
    return false;
  }
}

async function askPlace(dialog: Dialog): Promise<HouseFacts["place"]> {
  const text = await dialog.line(
    "Latitude and longitude, such as 50.6 9.7: then nights are known (empty to leave out)",
    {
      check: (text) =>
        text === "" || placeOf(text)
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
  const names = accepted.filter(({ role }) => role === "string_power")
    .flatMap(({ series }) => series.flatMap(({ candidate }) => candidate.labels["string"] ?? []));
  const strings: { name: string; kwp: number }[] = [];
  for (const name of names) {
    const kwp = await number(
      dialog,
      `Peak power of string ${shown(name, 40)} in kWp (empty to leave out)`,
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

async function askCoupling(dialog: Dialog): Promise<string> {
  await dialog.say("How is the battery connected?");
  const index = await dialog.choose("Choose", BATTERY_COUPLINGS.map((one) => COUPLINGS[one]));
  return BATTERY_COUPLINGS[index]!;
}
