/**
 * The form of a bill file.
 *
 * @module
 */

import { z } from "zod";
import { vatShare } from "./tariff_schema.ts";

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/).describe("Local day, YYYY-MM-DD");

/** The bill file. Unknown keys are errors. */
export const billSchema = z.strictObject({
  $schema: z.string().optional(),
  tariff: z.string().min(1).describe("Tariff file, from the folder of the bill"),
  flow: z.enum(["import", "export"]).optional().describe("Which register (default import)"),
  readings: z.array(z.strictObject({
    date: day,
    kwh: z.number().nonnegative().describe("Reading in kWh"),
    obtained: z.enum(["read", "estimated", "calculated"])
      .describe("How the bill says that it was obtained"),
    meter: z.string().optional().describe(
      "Number of the meter; after an exchange it is another one",
    ),
  })).min(2).describe("Ascending; after an exchange the last of the old and the first of the new"),
  lines: z.array(z.strictObject({
    text: z.string().min(1).describe("As on the bill"),
    from: day.optional().describe("First day of the line (default: day of the first reading)"),
    to: day.optional().describe(
      "Last day of the line, inclusive (default: before the last reading)",
    ),
    components: z.array(z.string().min(1)).min(1)
      .describe("The ids of the tariff's components that it bills"),
    kwh: z.number().nonnegative().optional().describe("Billed energy; left out for fees"),
    price: z.number().optional().describe("Price per kWh in the currency, as on the bill"),
    amount: z.number().describe("Amount in the currency, as on the bill"),
    vat: vatShare.describe("VAT that is added to it later; 0 if it contains it"),
  })).min(1),
  total: z.number().describe("Sum of the bill with VAT, in the currency"),
});
