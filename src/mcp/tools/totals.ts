import { hasData, methodsOf, noSamples, periodFacts, trustOf } from "../answer.ts";
import { caveatsOf, type Subject } from "../caveats.ts";
import type { AmountName } from "../../money/money_table.ts";
import { deviceEnergies, energyOf, figuresOf, rounded, shareOf } from "../figures.ts";
import { PERIOD_WORDS } from "../period.ts";
import { PERIOD, subjectOf, text, tool } from "../tool.ts";

/** The sums of a period: every other answer about days contains them too. */
export function totalsOf({ days }: Pick<Subject, "days">) {
  const figures = figuresOf(days);
  return {
    energy: {
      grid_import: energyOf(figures, "import_kwh"),
      grid_export: energyOf(figures, "export_kwh"),
      pv_yield: energyOf(figures, "yield_kwh"),
      self_consumed: energyOf(figures, "self_consumed_kwh"),
      consumption: energyOf(figures, "consumption_kwh"),
      ...deviceEnergies(figures, days.table),
    },
    self_sufficiency: shareOf(figures, "autarky"),
    self_consumption: shareOf(figures, "self_consumption_rate"),
  };
}

/** What a period cost and earned; a positive net amount was paid. */
function moneyOf({ days: { money } }: Subject) {
  const { total, currency, table: { tariff, hasBattery } } = money;
  if (total === null) return { currency, net: null };
  const amount = (name: AmountName) => ({
    amount: rounded(total[name], 2),
    low: rounded(total.bands[name]?.low, 2),
    high: rounded(total.bands[name]?.high, 2),
  });
  return {
    tariff,
    currency,
    net_paid: amount("net"),
    import_cost: amount("cost"),
    fixed_fees: rounded(total.fees, 2),
    export_revenue: amount("revenue"),
    saved_by_pv: amount("pv_savings"),
    ...hasBattery && { saved_by_battery: amount("battery_savings") },
  };
}

/** How much energy a period had. */
export const totals = tool({
  name: "energy_totals",
  title: "Energy totals of a period",
  description: "Use for 'how much did we import, export, generate or consume', self-sufficiency, " +
    "own use and money (if a tariff is configured) in a period. Sums are complete: never add up rows yourself. Each energy has kwh and the " +
    "band low..high of the truth. Repeat the caveats.",
  input: {
    ...PERIOD,
    period: text(
      `${PERIOD_WORDS.join(", ")}, or 2025, 2025-06, 2025-W23, 2025-06-01. Instead: from and to`,
    ),
  },
  async answer(asked, context) {
    const subject = await subjectOf(asked, context);
    return { data: totalsAnswer(subject) };
  },
});

/** The answer about the sums of a period. */
export function totalsAnswer(subject: Subject) {
  if (!hasData(subject)) return noSamples(subject);
  return {
    period: periodFacts(subject),
    ...totalsOf(subject),
    ...subject.hasMoney && { money: moneyOf(subject) },
    trust: trustOf(subject),
    method: methodsOf(subject),
    caveats: caveatsOf(subject),
  };
}
