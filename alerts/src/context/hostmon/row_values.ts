/**
 * Values of columns: versions and cores differ in what they send, so nothing is taken for granted.
 *
 * @module
 */

import { z } from "zod";

/** A number, also as a text; absent if it is none. */
export const number = z.union([
  z.number(),
  z.string().regex(/^-?\d{1,15}(\.\d+)?$/).transform(Number),
]).optional().catch(undefined);

/** A text; absent if it is none or says nothing. */
export const text = z.string().optional().catch(undefined)
  .transform((value) => value === "" ? undefined : value);

/** Yes or no; absent if it is neither. */
export const flag = z.union([
  z.boolean(),
  z.number().transform((value) => value !== 0),
  z.enum(["yes", "no"]).transform((value) => value === "yes"),
]).optional().catch(undefined);

/** Far beyond any date of a monitoring site, and within what JavaScript knows. [s] */
const LAST_INSTANT = 8e12;

/** An instant as ISO 8601, from Unix seconds or a text; absent if it never was. */
export const instant = z.union([
  z.number().positive().max(LAST_INSTANT).transform((seconds) =>
    new Date(seconds * 1000).toISOString()
  ),
  // Others write a date without its zone: it is kept as it is.
  z.string().min(1).max(40),
]).optional().catch(undefined);

const stateName = (names: readonly string[]) => number.transform((state) => names[state ?? -1]);

/** State of a host. */
export const hostState = stateName(["UP", "DOWN", "UNREACHABLE"]);

/** State of a service. */
export const serviceState = stateName(["OK", "WARNING", "CRITICAL", "UNKNOWN"]);
