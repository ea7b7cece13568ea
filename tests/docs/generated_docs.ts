/**
 * Files under `docs/` that are rendered from the code.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { z } from "zod";
import { apiReference } from "./api.ts";
import { withDrawing } from "./architecture.ts";
import { householdSchema } from "../../src/household_schema.ts";
import { billSchema } from "../../src/money/bill_schema.ts";
import { tariffSchema } from "../../src/money/tariff_schema.ts";
import { nomenclature } from "./nomenclature.ts";

/**
 * Path and text of each generated file. A test compares them with what is committed.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { generatedDocs } from "./generated_docs.ts";
 *
 * assert("docs/nomenclature.md" in generatedDocs());
 * ```
 */
export function generatedDocs(): Record<string, string> {
  return {
    "docs/api.md": apiReference(),
    "docs/architecture.md": withDrawing(readFileSync("docs/architecture.md", "utf8")),
    "docs/nomenclature.md": nomenclature(),
    "docs/household.schema.json": schemaText(householdSchema),
    "docs/tariff.schema.json": schemaText(tariffSchema),
    "docs/bill.schema.json": schemaText(billSchema),
  };
}

function schemaText(schema: z.ZodType): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { io: "input" }), null, 2)}\n`;
}
