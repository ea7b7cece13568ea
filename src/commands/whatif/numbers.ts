/**
 * Numbers, lists and ranges on a command line.
 *
 * @module
 */

import { InvalidArgumentError } from "commander";
import type { Range } from "../../money/payback.ts";

/** Most values of a list. */
const MOST = 500;

/** A number. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && !Number.isNaN(value)) return value;
  throw new InvalidArgumentError("Give a number, such as 5 or 0.95.");
}

/** `5`, `5,10` or `2:20:1`: from 2 to 20 in steps of 1. */
export function parseList(text: string): number[] {
  const [from, to, step, ...more] = text.split(":");
  if (to === undefined) {
    const values = text.split(",").map(Number);
    if (
      text.trim() !== "" && text.split(",").every((one) => one.trim() !== "") &&
      !values.some(Number.isNaN)
    ) return values;
    throw badList();
  }
  const [low, high, by] = [from, to, step ?? "1"].map((one) =>
    one!.trim() === "" ? NaN : Number(one)
  ) as [number, number, number];
  if (more.length > 0 || [low, high, by].some(Number.isNaN) || !(by > 0)) throw badList();
  if (high < low) {
    throw new InvalidArgumentError(`It ends at ${high}, below its start ${low}: it is empty.`);
  }
  const count = Math.floor((high - low) / by + 1e-9) + 1;
  if (count > MOST) {
    throw new InvalidArgumentError(`It has ${count} values; give a longer step, at most ${MOST}.`);
  }
  // Steps such as 0.1 add up to 0.30000000000000004.
  return Array.from({ length: count }, (_, i) => Number((low + i * by).toPrecision(12)));
}

function badList() {
  return new InvalidArgumentError("Give a number, a list such as 5,10 or a range such as 2:20:1.");
}

/** `600` or `400:900`. */
export function parseRange(text: string): Range {
  const parts = text.split(":"), [low, high = low] = parts.map(Number);
  const isRange = parts.length <= 2 && parts.every((part) => part.trim() !== "");
  if (isRange && !Number.isNaN(low! + high!)) return { low: low!, high: high! };
  throw new InvalidArgumentError("Give a number or a range from low to high, such as 400:900.");
}
