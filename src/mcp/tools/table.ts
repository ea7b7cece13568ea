import * as z from "zod";
import type { EnergyRow } from "../../energy/table.ts";
import { QuestionError } from "../failure.ts";
import { counted } from "../../text.ts";
import { type PeriodKind, periodLabel } from "../../time.ts";
import { hasData, noSamples, periodFacts, trustOf } from "../answer.ts";
import { caveatsOf, type Subject } from "../caveats.ts";
import { ENERGIES, type EnergyName, percent, rounded } from "../figures.ts";
import { PERIOD, subjectOf, tool } from "../tool.ts";
import { totalsOf } from "./totals.ts";

/** More rows would fill the memory of a small model. */
const MOST_ROWS = 31;

const KINDS: readonly PeriodKind[] = ["day", "week", "month", "year"];
const NAMES = Object.keys(ENERGIES) as EnergyName[];

/** A row per day, week, month or year. */
export const table = tool({
  name: "energy_table",
  title: "Energy per day, week, month or year",
  description:
    "Use for the course of a period: which days, how it developed. Gives at most 31 rows as columns " +
    "and rows in kWh (null is unknown), and the totals. Not for sums: use energy_totals.",
  input: {
    ...PERIOD,
    by: z.enum(["auto", "day", "week", "month", "year"]).describe("length of a row").optional(),
  },
  async answer({ by = "auto", ...asked }, context) {
    const subject = await subjectOf(asked, context);
    if (!hasData(subject)) return { data: noSamples(subject) };
    const kind = by === "auto" ? shortest(subject) : by;
    const count = countOf(subject, kind);
    if (count > MOST_ROWS) {
      throw new QuestionError("RANGE_TOO_LONG", `by: ${kind} would give ${count} rows`, {
        hint: `At most ${MOST_ROWS} rows are allowed: ask by ${
          shortest(subject)
        }, or for a shorter period.`,
      });
    }
    const { rows } = subject.days.rollUp(kind);
    return {
      data: {
        period: periodFacts(subject),
        by: kind,
        columns: [kind, ...NAMES.map((name) => `${name}_kwh`), "self_sufficiency_%", "complete"],
        rows: rows.map(cells),
        totals: totalsOf(subject).energy,
        trust: trustOf(subject),
        caveats: caveatsOf(subject),
      },
    };
  },
});

function cells(row: EnergyRow): (string | number | boolean | null)[] {
  return [
    row.date,
    ...NAMES.map((name) => rounded(row[ENERGIES[name]], 2)),
    percent(row.autarky),
    row.complete,
  ];
}

function countOf({ days }: Subject, kind: PeriodKind): number {
  return new Set(days.rows.map(({ date }) => periodLabel(date, kind))).size;
}

/** The shortest kind of row of which there are not too many. */
function shortest(subject: Subject): PeriodKind {
  const kind = KINDS.find((one) => countOf(subject, one) <= MOST_ROWS);
  if (kind !== undefined) return kind;
  throw new QuestionError(
    "RANGE_TOO_LONG",
    `${counted(countOf(subject, "year"), "year")} are too many rows`,
    { hint: `Ask for at most ${MOST_ROWS} years.` },
  );
}
