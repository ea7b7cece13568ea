/**
 * The form of a household file.
 *
 * @module
 */

import { z } from "zod";
import { type Role, ROLES } from "./catalogue.ts";

const binding = z.strictObject({
  selector: z.string().min(1).describe('PromQL series selector, e.g. p1_power_kw{site="home"}'),
  unit: z.enum(["W", "kW", "Wh", "kWh", "J", "1"]).describe("Unit of the values"),
  sign: z.enum(["import_positive", "export_positive"]).optional().describe(
    "Grid power only: which direction is positive (default import_positive)",
  ),
});
const role = z.union([binding, z.array(binding).min(1), z.null()]).describe(
  "A series, several that are added, or null where the house has none",
);
/** The roles, by their names. */
export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];

/** The household file. Every key is optional; unknown keys are errors. */
export const householdSchema = z.strictObject({
  $schema: z.string().optional(),
  zone: z.string().optional().describe("IANA zone of the local days, e.g. Europe/Berlin"),
  latitude: z.number().min(-90).max(90).optional().describe("Degrees north"),
  longitude: z.number().min(-180).max(180).optional().describe("Degrees east"),
  strings: z.array(z.strictObject({ name: z.string().min(1), kwp: z.number().positive() }))
    .optional().describe("PV strings that are connected, with their nameplate power in kWp"),
  fuse_amperes: z.number().positive().optional().describe("Main fuse per phase in A"),
  phases: z.int().min(1).max(3).optional().describe("Phases of the grid connection"),
  meter_ain_regex: z.string().optional().describe("Matches both forms of the meter's identifier"),
  roles: z.partialRecord(z.enum(ROLE_NAMES), role).optional().describe("Series per role"),
});

/** A series as the file binds it to a role. */
export type BoundSeries = z.infer<typeof binding>;

/**
 * What is wrong with a file, one problem a line, each with its path.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { householdSchema, problemsOf } from "./household_schema.ts";
 *
 * const { error } = householdSchema.safeParse({ latitude: 99 });
 * assert(problemsOf(error!).startsWith("latitude: "));
 * ```
 */
export function problemsOf(error: z.ZodError): string {
  return error.issues.flatMap((issue) => lines(issue, [])).join("\n");
}

function lines(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union") {
    // Of several forms, the one that came furthest is the one that was meant.
    const depth = (issues: readonly z.core.$ZodIssue[]) =>
      Math.max(0, ...issues.map((one) => one.path.length));
    const meant = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0];
    if (meant?.length) return meant.flatMap((one) => lines(one, path));
  }
  return [path.length > 0 ? `${path.map(String).join(".")}: ${issue.message}` : issue.message];
}
