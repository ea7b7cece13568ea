/**
 * A tariff: what a kilowatt-hour costs and earns at each moment, and the fixed fees.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { hintsOf, problemsOf } from "../file_problems.ts";
import { readJsonFile } from "../json_file.ts";
import { shown } from "../text.ts";
import { MINUTE } from "../time.ts";
import { badTariff, type TariffProblem } from "./bad_tariff.ts";
import { compileComponents, type EnergyComponent, type FixedComponent } from "./components.ts";
import type { Netting, SeriesFile, TariffFile } from "./tariff_file.ts";
import { tariffSchema } from "./tariff_schema.ts";

/** A tariff, checked. Prices that change over time are read by `withPrices()`. */
export interface Tariff {
  /** For people. */
  readonly name: string;
  /** Its file, for messages. */
  readonly file?: string;
  /** Folder of its file, where price series lie. */
  readonly folder?: string;
  /** IANA zone of its dates and windows. */
  readonly zone: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** The longest interval within which no price changes. [ms] */
  readonly step: number;
  /** How export cancels import. */
  readonly netting: Netting;
  /** What a kilowatt-hour costs and earns. */
  readonly energy: readonly EnergyComponent[];
  /** Fixed fees. */
  readonly fixed: readonly FixedComponent[];
  /** Price series, by name. */
  readonly series: Readonly<Record<string, SeriesFile>>;
}

/** Options of {@linkcode parseTariff}. */
export interface TariffOptions {
  /** Name of the file, for messages and as the folder of its price series. */
  readonly file?: string | undefined;
  /** Nameplate power of the house, if the file does not name it. [kWp] */
  readonly kwp?: number | undefined;
}

/**
 * Makes a tariff from the content of a tariff file. All components that apply at a moment are added;
 * components with the same id follow one another in time. A moment at which one of the ids has no
 * price is unpriced, never free.
 *
 * @param json Parsed JSON.
 * @throws {WattbookError} `BAD_TARIFF` with the file, each wrong key, its value and what to do.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseTariff } from "./tariff.ts";
 *
 * const energy = { id: "energy", flow: "import", from: "2026-01-01", unit: "ct/kWh" };
 * const common = { tz: "Europe/Berlin", currency: "EUR" };
 * const tariff = parseTariff({ ...common, components: [{ ...energy, price: 30, vat: 0 }] });
 * assert(tariff.step === 15 * 60_000 && tariff.netting === "none");
 * // 30 EUR instead of 30 ct.
 * const slip = { ...common, components: [{ ...energy, unit: "EUR/kWh", price: 30, vat: 0 }] };
 * assert.throws(() => parseTariff(slip), { code: "BAD_TARIFF" });
 * ```
 */
export function parseTariff(json: unknown, { file, kwp }: TariffOptions = {}): Tariff {
  const parsed = tariffSchema.safeParse(json);
  if (!parsed.success) {
    const hints = hintsOf(parsed.error);
    const problems = problemsOf(parsed.error, json).map((says, i) => (
      { says, ...i === 0 && hints.length > 0 && { hint: hints.join(" ") } }
    ));
    throw badTariff(problems, file, parsed.error);
  }
  const { name, tz, currency, settle = {}, series = {} } = parsed.data;
  const problems: TariffProblem[] = [];
  const compiled = compileComponents(parsed.data, { kwp, problems });
  checkSeries(parsed.data, problems);
  if (problems.length > 0) throw badTariff(problems, file);
  const settled = minutesOf(settle.step ?? "PT15M");
  const netting = settle.netting ?? "none";
  const minutes = [
    settled,
    // Local days may begin at a quarter of an hour.
    ...netting === "step" ? [] : [15],
    ...Object.values(series).map(({ step }) => minutesOf(step)),
    ...compiled.borders,
  ];
  const step = minutes.reduce(greatestDivisor);
  if (netting === "step" && step !== settled) {
    throw badTariff([{
      says: `settle.step: ${settle.step ?? "PT15M"} is longer than ${step} minutes, after which ` +
        "prices change",
      hint: "Netting within a step needs one price per step.",
    }], file);
  }
  return {
    name: shown(name ?? (file === undefined ? "tariff" : basename(file, ".json")), LONGEST_NAME),
    ...(file !== undefined && { file, folder: dirname(file) }),
    zone: tz,
    currency,
    step: step * MINUTE,
    netting,
    energy: compiled.energy,
    fixed: compiled.fixed,
    series,
  };
}

/** Longer names are cut. */
const LONGEST_NAME = 120;

/** Length of an ISO 8601 step of the schema. [min] */
export function minutesOf(step: SeriesFile["step"]): number {
  return step === "PT1H" ? 60 : Number(step.slice(2, -1));
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

function checkSeries({ series = {} }: TariffFile, problems: TariffProblem[]): void {
  for (const [name, one] of Object.entries(series)) {
    if (!("mean_of" in one)) continue;
    const whole = series[one.mean_of], key = `series.${name}.mean_of`;
    if (!whole || "mean_of" in whole) {
      problems.push({
        says: `${key}: '${one.mean_of}' is not a price series with a metric or a file`,
        hint: `Name one of ${Object.keys(series).filter((other) => other !== name).join(", ")}.`,
      });
    } else if (minutesOf(one.step) % minutesOf(whole.step) !== 0) {
      problems.push({
        says: `series.${name}.step: ${one.step} is not a multiple of ${whole.step}, the step of ` +
          `'${one.mean_of}'`,
      });
    }
  }
}

const TARIFF_FILE = { code: "BAD_TARIFF", what: "tariff", page: "docs/money.md" } as const;

/**
 * Reads a tariff file.
 *
 * @param file Path of a JSON file.
 * @throws {WattbookError} As {@linkcode parseTariff}; `BAD_TARIFF` if the file cannot be read or is
 * not JSON.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readTariff } from "./tariff.ts";
 *
 * await assert.rejects(readTariff("nowhere.json"), { code: "BAD_TARIFF" });
 * ```
 */
export async function readTariff(
  file: string,
  options: Omit<TariffOptions, "file"> = {},
  readTextFile: (path: string) => Promise<string> = (path) => readFile(path, "utf8"),
): Promise<Tariff> {
  return parseTariff(await readJsonFile(file, TARIFF_FILE, readTextFile), {
    ...options,
    file,
  });
}
