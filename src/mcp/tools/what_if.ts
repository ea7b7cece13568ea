import * as z from "zod";
import type { BatteryWhatIf } from "../../house/what_if.ts";
import { hasData, noSamples, notKnown, periodFacts } from "../answer.ts";
import { type Caveat, caveatsOf, type Subject } from "../caveats.ts";
import { banded, percent, rounded } from "../figures.ts";
import { PERIOD, subjectOf, tool, type ToolContext } from "../tool.ts";
import { tariffAnswer } from "./tariff_answer.ts";

/** Prices change by the quarter hour; finer steps take seconds and change a gain by less than 1 %. */
const STEP = "15m";

/** So many answers are kept: each takes seconds. */
const KEPT = 20;
const kept = new WeakMap<ToolContext["book"], Map<string, Promise<unknown>>>();

/** Another tariff, or a battery that the house does not have. */
export const whatIf = tool({
  name: "what_if",
  title: "Another tariff or a battery in the past",
  description:
    "Use for 'would a battery pay' (change: battery) and 'what would another tariff have cost, and " +
    "why' (change: tariff). Runs the measured past through a simulated battery, or through every " +
    "configured tariff. History and simulation, no forecast and no advice: say so.",
  input: {
    ...PERIOD,
    change: z.enum(["battery", "tariff"]).describe("default battery").optional(),
    battery_kwh: z.int().min(1).max(100).describe("usable capacity, default 10").optional(),
    battery_kw: z.int().min(1).max(100).describe("power, default half the capacity").optional(),
  },
  async answer({ change = "battery", battery_kwh = 10, battery_kw, ...asked }, context) {
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
    if (change === "tariff") {
      const { home, tariffs } = context, { from, to } = subject.period;
      const compared = () =>
        keptAnswer(subject, "tariff", context, () => home.compareTariffs({ tariffs, from, to }));
      return { data: await tariffAnswer(subject, compared, context) };
    }
    const kw = battery_kw ?? Math.max(1, Math.round(battery_kwh / 2));
    const battery = { kwh: battery_kwh, kw }, { home, tariffs } = context;
    const { from, to } = subject.period;
    const simulated = keptAnswer(
      subject,
      battery,
      context,
      () => home.whatIf({ battery, tariffs, from, to, step: STEP }),
    );
    const result = await context.book.wait(simulated, {
      signal: context.signal,
      late: (time) => `The simulation did not finish within ${time}`,
    });
    return { data: answerOf(subject, result) };
  },
});

/** An answer that was computed before, or a new one. */
async function keptAnswer<T>(
  { period: { from, to }, calendar: { today } }: Subject,
  change: unknown,
  { book, tariffs }: ToolContext,
  compute: () => Promise<T>,
): Promise<T> {
  const answers = kept.get(book) ?? new Map<string, Promise<unknown>>();
  kept.set(book, answers);
  // A period that ends today has another last day tomorrow.
  const key = JSON.stringify([from, to, today, tariffs, change]), found = answers.get(key);
  // The key says what was asked, and so of which kind the answer is.
  if (found) return await (found as Promise<T>);
  const asked = compute();
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
      "is not a forecast. Costs leave out fixed fees and the price of the battery.",
  },
  {
    code: "no_converter_losses",
    text: "The losses of a real converter at small power and its standby are not in it; they can " +
      "take a third of the gain.",
  },
  {
    code: "bound",
    text: "gain is for a battery that only follows the sun and the load; gain_at_best is a bound " +
      "that needs to know the future.",
  },
];
