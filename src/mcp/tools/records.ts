import { formatInstant } from "../../time.ts";
import { hasData, noSamples, periodFacts } from "../answer.ts";
import { caveatsOf } from "../caveats.ts";
import { ENERGIES, type EnergyName, percent, rounded } from "../figures.ts";
import { PERIOD, subjectOf, tool } from "../tool.ts";

const TITLES: Readonly<Record<string, EnergyName>> = Object.fromEntries(
  Object.entries(ENERGIES).map(([name, column]) => [column, name as EnergyName]),
);

/** Best and worst days, peaks, base load. */
export const records = tool({
  name: "records_and_peaks",
  title: "Records, peaks and base load",
  description:
    "Use for the best, worst, highest or lowest day, power peaks (means of 15 minutes), standby or " +
    "base load, and specific yield. Days that are not complete hold no record.",
  input: PERIOD,
  async answer(asked, context) {
    const subject = await subjectOf(asked, context);
    if (!hasData(subject)) return { data: noSamples(subject) };
    const { days } = subject, { figures, battery, records } = days.kpis();
    const peak = (name: "peak_import" | "peak_export") => {
      const { value, time } = figures[name];
      return {
        w: rounded(value, 0),
        at: time === undefined ? null : formatInstant(time, days.zone).slice(0, 16),
      };
    };
    return {
      data: {
        period: periodFacts(subject),
        days: Object.fromEntries(
          [...Map.groupBy(records, ({ column }) => column)].map(([column, both]) => [
            TITLES[column] ?? "self_sufficiency",
            Object.fromEntries(
              both.map(({ kind, date, value }) => [
                kind,
                column === "autarky"
                  ? { date, percent: percent(value) }
                  : { date, kwh: rounded(value, 2) },
              ]),
            ),
          ]),
        ),
        peak_import: peak("peak_import"),
        peak_export: peak("peak_export"),
        base_load: { w: rounded(figures.base_load.value, 0), basis: figures.base_load.basis },
        specific_yield: {
          kwh_per_kwp: rounded(figures.specific_yield.value, 1),
          basis: figures.specific_yield.basis,
        },
        load_factor_percent: percent(figures.load_factor.value),
        ...battery && {
          battery: {
            full_cycles: rounded(battery.battery_cycles.value, 1),
            efficiency_percent: percent(battery.battery_efficiency.value),
            charged_from_grid_percent: percent(battery.grid_charge_share.value),
          },
        },
        caveats: caveatsOf(subject),
      },
    };
  },
});
