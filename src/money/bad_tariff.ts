/**
 * The error of a tariff file.
 *
 * @module
 */

import { WattbookError } from "../errors.ts";

/** What is wrong, and where. */
export interface TariffProblem {
  /** Path of the key and what is wrong with its value. */
  readonly says: string;
  /** What to do. */
  readonly hint?: string;
}

/** One error for all problems of a tariff: the file, each key with its value, and what to do. */
export function badTariff(
  problems: readonly TariffProblem[],
  file: string | undefined,
  cause?: unknown,
): WattbookError {
  const what = file === undefined ? "The tariff" : `The tariff '${file}'`;
  const message = problems.length === 1
    ? `${what} is not usable: ${problems[0]!.says}`
    : `${what} is not usable, for ${problems.length} reasons:\n  ${
      problems.map(({ says }) => says).join("\n  ")
    }`;
  const hints = [...new Set(problems.flatMap(({ hint }) => hint ?? []))];
  return new WattbookError("BAD_TARIFF", message, {
    hint: hints.length > 0
      ? hints.join(" ")
      : "Correct the file; docs/tariff.schema.json lists every key, and editors can check it.",
    cause,
  });
}

/** One error for all problems of a bill. */
export function badBill(
  problems: readonly string[],
  file: string | undefined,
  cause?: unknown,
): WattbookError {
  const what = file === undefined ? "The bill" : `The bill '${file}'`;
  return new WattbookError("BAD_BILL", `${what} is not usable: ${problems.join("; ")}`, {
    hint: "Correct the file; docs/bill.schema.json lists every key, and editors can check it.",
    cause,
  });
}
