import * as z from "zod";
import type { BatteryWhatIf } from "../../house/what_if.ts";
import { hasData, noSamples, notKnown, periodFacts } from "../answer.ts";
import { type Caveat, caveatsOf, type Subject } from "../caveats.ts";
import { banded, percent, rounded } from "../figures.ts";
import { PERIOD, subjectOf, tool, type ToolContext } from "../tool.ts";

/** Prices change by the quarter hour; finer steps take seconds and change a gain by less than 1 %. */
const STEP = "15m";

/** So many answers are kept: each takes seconds. */
const KEPT = 20;
const kept = new WeakMap<ToolContext["book"], Map<string, Promise<BatteryWhatIf>>>();

/** Another tariff, or a battery that the house does not have. */
export const whatIf = tool({
  name: "what_if",
  title: "Another tariff or a battery in the past",
  description:
    "Use for 'would a battery pay', 'what would another tariff have cost'. Runs the measured past " +
    "through a simulated battery and every configured tariff. History and simulation, no forecast " +
    "and no advice: say so.",
  input: {
    ...PERIOD,
    battery_kwh: z.int().min(1).max(100).describe("usable capacity, default 10").optional(),
    battery_kw: z.int().min(1).max(100).describe("power, default half the capacity").optional(),
  },
  async answer({ battery_kwh = 10, battery_kw, ...asked }, context) {
    const subject = await subjectOf(asked, context);
    if (!hasData(subject)) return { data: noSamples(subject) };
    if (context.tariffs.length === 0) {
      return {
        data: notKnown(
          "No tariff is configured, so nothing can be said about money.",
          "Start the server with --tariff FILE; docs/money.md describes the file.",
          caveatsOf(subject),
        ),
      };
    }
    const kw = battery_kw ?? Math.max(1, Math.round(battery_kwh / 2));
    const result = await context.book.wait(simulated(subject, { kwh: battery_kwh, kw }, context), {
      signal: context.signal,
      late: (time) => `The simulation was not done in ${time}`,
    });
    return { data: answerOf(subject, result) };
  },
});

async function simulated(
  { period: { from, to }, calendar: { today } }: Subject,
  battery: { readonly kwh: number; readonly kw: number },
  { home, book, tariffs }: ToolContext,
): Promise<BatteryWhatIf> {
  const answers = kept.get(book) ?? new Map<string, Promise<BatteryWhatIf>>();
  kept.set(book, answers);
  // A period that ends today has another last day tomorrow.
  const key = JSON.stringify([from, to, today, battery]), found = answers.get(key);
  if (found) return await found;
  const asked = home.whatIf({ battery, tariffs, from, to, step: STEP });
  answers.set(key, asked);
  if (answers.size > KEPT) answers.delete(answers.keys().next().value!);
  asked.catch(() => answers.delete(key));
  return await asked;
}

function answerOf(subject: Subject, { batteries, without, currency }: BatteryWhatIf) {
  const amount = ({ value, low, high }: { value: number; low: number; high: number }) => (
    { amount: rounded(value, 2), low: rounded(low, 2), high: rounded(high, 2) }
  );
  const energy = ({ value, low, high }: { value: number; low: number; high: number }) =>
    banded(value, { low, high });
  const [first] = batteries;
  return {
    period: periodFacts(subject),
    currency,
    battery: { kwh: first?.spec.kwh, kw: first?.spec.kw },
    tariffs: without.map(({ tariff, cost }, index) => {
      const { rule, optimum } = batteries[index]!;
      return {
        tariff,
        energy_cost_without_battery: rounded(cost, 2),
        gain: amount(rule.gain),
        gain_at_best: optimum && amount(optimum.gain),
      };
    }),
    with_battery: first && {
      grid_import: energy(first.rule.imported),
      grid_export: energy(first.rule.exported),
      self_sufficiency_percent: percent(first.rule.autarky),
      full_cycles: rounded(first.rule.cycles, 0),
    },
    without_battery: without[0] && {
      grid_import_kwh: rounded(without[0].imported, 2),
      grid_export_kwh: rounded(without[0].exported, 2),
      self_sufficiency_percent: percent(without[0].autarky),
    },
    caveats: [...caveatsOf(subject), ...LIMITS],
  };
}

const LIMITS: readonly Caveat[] = [
  {
    code: "simulated_battery",
    text:
      "Import, export and prices are history; the battery is simulated in steps of 15 minutes. It " +
      "is no forecast. Costs leave out fixed fees and the price of the battery.",
  },
  {
    code: "bound",
    text: "gain is for a battery that only follows the sun and the load; gain_at_best is a bound " +
      "that needs to know the future.",
  },
];
