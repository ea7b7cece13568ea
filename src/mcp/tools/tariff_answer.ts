/**
 * What the configured tariffs would have cost on the same past.
 *
 * @module
 */

import { isWattbookError } from "../../errors.ts";
import type { TariffComparison } from "../../house/tariff_comparison.ts";
import type { ComparedTariff, TariffDifference } from "../../money/compare_tariffs.ts";
import { notKnown, periodFacts } from "../answer.ts";
import { type Caveat, caveatsOf, type Subject } from "../caveats.ts";
import { rounded } from "../figures.ts";
import type { ToolContext } from "../tool.ts";

/** More tariffs would not fit into an answer. */
const LISTED = 6;

/** So many hours and months are named: those that make the most of a difference. */
const DRIVERS = 3;

/** Longer names are cut. */
const LONGEST_NAME = 60;

/** The tariffs on the days of a period; waits at most as long as the book does. */
export async function tariffAnswer(
  subject: Subject,
  compared: () => Promise<TariffComparison>,
  { book, tariffs, signal }: ToolContext,
): Promise<object> {
  if (tariffs.length < 2) {
    return notKnown(
      "Only one tariff is configured, so there is nothing to compare it with.",
      "Start the server with --tariff for each tariff; the first one is the house's own.",
      caveatsOf(subject),
    );
  }
  try {
    const result = await book.wait(compared(), {
      signal,
      late: (time) => `The comparison did not finish within ${time}`,
    });
    return answerOf(subject, result);
  } catch (error) {
    if (!isWattbookError(error) || error.code !== "NO_DATA") throw error;
    return {
      period: periodFacts(subject),
      ...notKnown(
        "There is no day of the period on which all tariffs price all energy.",
        "Ask for days on which all configured tariffs apply.",
        caveatsOf(subject),
      ),
    };
  }
}

function answerOf(subject: Subject, { table }: TariffComparison) {
  const { currency, days, left_out, tariffs, hours, months } = table, [own, ...others] = tariffs;
  // The cheapest ones first.
  const listed = others.toSorted((a, b) => a.difference - b.difference).slice(0, LISTED - 1);
  const isYearly = table.notices.some((text) => text.includes("Export cancels import"));
  return {
    period: periodFacts(subject),
    currency,
    compared_days: days,
    left_out_days: left_out,
    tariffs: [
      amountsOf(own!),
      ...listed.map((one) => ({
        ...amountsOf(one),
        more_than_first: {
          amount: rounded(one.difference, 2),
          low: rounded(one.difference_band?.low, 2),
          high: rounded(one.difference_band?.high, 2),
          of_it_fees: rounded(one.fees_difference, 2),
          by_hour: driversOf(hours, one, (at) => `${String(at).padStart(2, "0")}:00`),
          by_month: driversOf(months, one, (at) => MONTHS[at - 1]!),
        },
      })),
    ],
    tariffs_not_listed: tariffs.length - 1 - listed.length,
    caveats: [...caveatsOf(subject), ...LIMITS, ...isYearly ? [PART_YEAR] : []],
  };
}

function amountsOf(one: ComparedTariff) {
  return {
    tariff: one.tariff.slice(0, LONGEST_NAME),
    net: {
      amount: rounded(one.net, 2),
      low: rounded(one.net_band?.low, 2),
      high: rounded(one.net_band?.high, 2),
    },
    import_cost: rounded(one.cost, 2),
    fixed_fees: rounded(one.fees, 2),
    export_revenue: rounded(one.revenue, 2),
    mean_import_price_per_kwh: rounded(one.import_price, 4),
    gain_by_shifting_at_most: rounded(one.shift_gain, 2),
  };
}

/** What the strongest hours or months add to the difference, without fees. */
function driversOf(
  parts: readonly TariffDifference[],
  { tariff }: ComparedTariff,
  nameOf: (at: number) => string,
): Record<string, number | null> {
  const strongest = parts.filter((part) => part.tariff === tariff)
    .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference)).slice(0, DRIVERS);
  return Object.fromEntries(
    strongest.map(({ at, difference }) => [nameOf(at), rounded(difference, 2)]),
  );
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

const LIMITS: readonly Caveat[] = [
  {
    code: "simulated_tariff",
    text:
      "The energies are history, and each tariff is simulated on them, as if the house had used " +
      "the same energy at the same times. It is not a forecast.",
  },
  {
    code: "bound",
    text:
      "gain_by_shifting_at_most is a bound: a tenth of each day's import moved within the day to " +
      "the best moments, as if they had been known.",
  },
];

const PART_YEAR: Caveat = {
  code: "part_year",
  text: "A tariff lets export cancel import within a calendar year, and these days are not whole " +
    "years.",
};
