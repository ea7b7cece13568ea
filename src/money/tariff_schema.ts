/**
 * The form of a tariff file.
 *
 * @module
 */

import { z } from "zod";
import { readBy } from "../read_by.ts";
import { parseMetricSelector } from "../selector.ts";
import { checkDay, checkZone } from "../time.ts";

const day = readBy(checkDay);

/** First and last day of a validity: local, without the last day itself. */
const validity = {
  from: day.describe("First local day, YYYY-MM-DD"),
  to: day.optional().describe("First local day after it (default: open)"),
};

/** Units of a price per energy, without the currency: `EUR/kWh` and `EUR/MWh` are added to them. */
export const MINOR_UNITS: Readonly<Record<string, readonly string[]>> = {
  "ct/kWh": ["EUR", "USD"],
  "p/kWh": ["GBP"],
  "Rp/kWh": ["CHF"],
};

const energyUnit = z.string().regex(/^([A-Z]{3}\/(kWh|MWh)|ct\/kWh|p\/kWh|Rp\/kWh)$/)
  .describe("Unit of every price in it: ct/kWh, p/kWh, Rp/kWh, EUR/kWh, EUR/MWh, …");

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/)
  .describe("Local wall-clock time, HH:MM; 24:00 is the end of the day");

const window = z.strictObject({
  months: z.array(z.int().min(1).max(12)).min(1).optional()
    .describe("Months, 1 to 12 (default: all)"),
  days: z.array(z.int().min(1).max(7)).min(1).optional()
    .describe("Weekdays, 1 is Monday (default: all)"),
  at: z.tuple([clock, clock]).optional()
    .describe("From and until; may cross midnight (default: all day)"),
  price: z.number().optional().describe("Price in the window, instead of the component's"),
  add: z.number().optional().describe("Replaces `add` of a price series in the window"),
});

const unless = z.strictObject({
  series: z.string().min(1).describe("Name of a price series"),
  op: z.enum(["<", "<=", ">", ">="]).describe("How its value is compared"),
  value: z.number().describe("With what, in the series' own unit"),
  price: z.number().describe("The price while that holds"),
});

/** A VAT, as a share. */
export const vatShare = z.number().min(0).max(0.5, {
  error: ({ input }) =>
    typeof input === "number" && input > 1
      ? `write ${input} % as ${Number((input / 100).toPrecision(12))}`
      : undefined,
});

const vat = vatShare
  .describe("Value added tax as a share: 0.19; 0 for prices that contain it");

const tier = z.strictObject({
  up_to_kwp: z.number().positive().describe("Upper end of the band of nameplate power in kWp"),
  price: z.number().describe("Price of the share of the power that lies in the band"),
});

/** What a component of either direction has. */
const energyKeys = {
  id: z.string().min(1).describe("Name; components with the same id follow one another in time"),
  ...validity,
  unit: energyUnit,
  price: z.number().optional().describe("Price outside of the windows; without VAT"),
  series: z.string().min(1).optional()
    .describe("Name of a price series: price = factor × series + add, at most max"),
  factor: z.number().optional().describe("Multiplies the series (default 1)"),
  add: z.number().optional().describe("Is added to the series, in this component's unit"),
  max: z.number().optional().describe("Greatest price, in this component's unit"),
  vat,
  windows: z.array(window).min(1).max(255).optional().describe("Prices at certain local times"),
  unless: unless.optional().describe("A condition under which another price applies"),
};

const importComponent = z.strictObject({ flow: z.literal("import"), ...energyKeys });

const exportComponent = z.strictObject({
  flow: z.literal("export"),
  ...energyKeys,
  tiers: z.array(tier).min(1).optional().describe(
    "Prices by nameplate power, mixed by the share of the plant's power in each band",
  ),
  commissioned: z.strictObject(validity).optional()
    .describe("Counts only for plants commissioned within these days"),
});

const fixedComponent = z.strictObject({
  id: z.string().min(1).describe("Name; components with the same id follow one another in time"),
  flow: z.literal("fixed"),
  ...validity,
  per: z.enum(["day", "month", "year"]).describe("What the price is for"),
  unit: z.string().regex(/^[A-Z]{3}$/).describe("The currency: EUR"),
  price: z.number().describe("Fee; without VAT. Negative for a bonus"),
  vat,
});

const step = z.enum(["PT1M", "PT5M", "PT10M", "PT15M", "PT30M", "PT1H"])
  .describe("Length of an interval, ISO 8601");

const priceSeries = z.union([
  z.strictObject({
    metric: readBy(parseMetricSelector).describe("PromQL selector of the prices"),
    unit: energyUnit,
    step,
  }),
  z.strictObject({
    csv: z.string().min(1).describe(
      "File beside the tariff: a header, then start of the interval (ISO 8601 with offset) and price",
    ),
    unit: energyUnit,
    step,
  }),
  z.strictObject({
    mean_of: z.string().min(1).describe("Name of another series of which this is the mean"),
    step,
  }),
]);

/** The tariff file. Unknown keys are errors. */
export const tariffSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().min(1).optional().describe("Shown to people (default: the name of the file)"),
  about: z.string().optional().describe("Where the prices come from, and of which day"),
  tz: readBy(checkZone).describe("IANA zone of its dates and windows"),
  currency: z.string().regex(/^[A-Z]{3}$/).describe("ISO 4217 code, e.g. EUR"),
  settle: z.strictObject({
    source: z.literal("register").optional().describe("Energy follows the registers"),
    step: step.optional().describe("Interval in which energy is priced (default PT15M)"),
    netting: z.enum(["none", "step", "year"]).optional().describe(
      "Whether export cancels import: none (both registers count), within a step, or within a " +
        "calendar year (default none)",
    ),
  }).optional(),
  plant: z.strictObject({
    kwp: z.number().positive().optional()
      .describe("Nameplate power in kWp (default: the strings of the household file)"),
    commissioned: day.optional().describe("Local day of commissioning"),
  }).optional().describe("The PV plant, for feed-in prices by date and size"),
  components: z.array(z.discriminatedUnion("flow", [
    importComponent,
    exportComponent,
    fixedComponent,
  ])).min(1).describe("All that apply at a time are added up"),
  series: z.record(z.string(), priceSeries).optional().describe("Prices that change, by name"),
});
