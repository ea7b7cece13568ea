/**
 * Samples on disk as Parquet: one archive, one that a server continues, or those of many households.
 *
 * @example A folder of households
 * ```ts
 * import assert from "node:assert/strict";
 * import { householdFolder } from "./mod.ts";
 *
 * assert.equal(householdFolder("homes", "weber"), "homes/household=weber");
 * ```
 *
 * @module
 */

export { householdNames } from "./contents.ts";
export * from "./join_sources.ts";
export { householdFolder } from "./layout.ts";
export * from "./open_archive.ts";
export { writeArchive } from "./write_archive.ts";
