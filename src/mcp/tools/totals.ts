import { hasData, methodsOf, noSamples, periodFacts, trustOf } from "../answer.ts";
import { caveatsOf, type Subject } from "../caveats.ts";
import { deviceEnergies, energyOf, figuresOf, shareOf } from "../figures.ts";
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

/** How much energy a period had. */
export const totals = tool({
  name: "energy_totals",
  title: "Energy totals of a period",
  description:
    "Use for 'how much did we import, export, generate or consume', self-sufficiency and own use " +
    "in a period. Sums are complete: never add up rows yourself. Each energy has kwh and the " +
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
    trust: trustOf(subject),
    method: methodsOf(subject),
    caveats: caveatsOf(subject),
  };
}
