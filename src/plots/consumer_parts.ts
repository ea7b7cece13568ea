/**
 * Which consumers a picture shows by name, and in which colour.
 *
 * @module
 */

import { colourOfNth, type Palette } from "./theme.ts";

/** One or several consumers that a picture shows in one colour. */
export interface ConsumerPart {
  /** What a legend calls it. */
  readonly label: string;
  /** Names of its consumers. */
  readonly names: readonly string[];
  colourOf(palette: Palette): string;
}

/** There are so many colours that everyone can tell apart. */
const COLOURS = 6;

/**
 * The parts of a picture of consumers, in the order of the household file. If there are more than
 * six, the smallest share the last colour.
 *
 * @param names Names of the consumers, in the order of the household file.
 * @param energyOf What a consumer used, in any unit.
 */
export function consumerParts(
  names: readonly string[],
  energyOf: (name: string) => number,
): ConsumerPart[] {
  const largest = names.length <= COLOURS
    ? names
    : names.toSorted((a, b) => energyOf(b) - energyOf(a)).slice(0, COLOURS - 1);
  const own = names.filter((name) => largest.includes(name));
  const others = names.filter((name) => !largest.includes(name));
  return [
    ...own.map((name) => ({ label: name.replaceAll("_", " "), names: [name] })),
    ...others.length === 0 ? [] : [{ label: `${others.length} smaller consumers`, names: others }],
  ].map((part, index) => ({ ...part, colourOf: (palette) => colourOfNth(palette, index) }));
}
