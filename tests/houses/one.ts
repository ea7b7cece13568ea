/**
 * Judges one house and prints the result.
 *
 * ```sh
 * deno run -A tests/houses/one.ts 17                  # house 17
 * deno run -A tests/houses/one.ts 17 --shrink far     # simplify it while it stays wrong
 * deno run -A tests/houses/one.ts '{"meter": …}'      # the plain house with other traits
 * ```
 *
 * The argument of `--shrink` is `far`, `complete`, `flagged`, `nan`, `load`, a column (its bands contain
 * the truth too rarely) or a flag (of an incomplete day).
 *
 * @module
 */

import { BANDED, type Banded } from "../../src/catalogue/columns.ts";
import { drawHouse, type House, houseWithDefaultNames, PLAIN } from "./house.ts";
import { judgeHouse, type Verdict } from "./judge.ts";
import { LEAST_COMPLETE, LEAST_INSIDE } from "./limits.ts";
import { shrinkHouse } from "./shrink.ts";

const [which = "0", , what] = Deno.args;
const house = which.startsWith("{") ? changed(PLAIN, JSON.parse(which)) : drawHouse(Number(which));
if (what === undefined) tell(house, await judgeHouse(house));
else {
  const { house: plainer, odd } = await shrinkHouse(
    house,
    async (one) => isWrong(await judgeHouse(one), what),
  );
  tell(plainer, await judgeHouse(plainer));
  console.log(`not plain: ${odd.join("; ")}`);
  console.log(`deno run -A tests/houses/one.ts '${JSON.stringify(difference(PLAIN, plainer))}'`);
}

function isWrong(verdict: Verdict, what: string): boolean {
  const { days, complete, columns, leastLoad, incomplete } = verdict;
  if (BANDED.includes(what as Banded)) {
    const { known, inside } = columns[what as Banded];
    return inside / known < LEAST_INSIDE;
  }
  switch (what) {
    case "far":
      return verdict.wrongDays > 0;
    case "complete":
      return complete / days < LEAST_COMPLETE;
    case "flagged":
      return verdict.flagged > 0;
    case "nan":
      return verdict.hasNaN;
    case "load":
      return verdict.loads.off > 3 || (leastLoad ?? 0) < -300;
  }
  return what in incomplete;
}

/** A house with some traits changed. */
function changed(plain: House, { inverters, meter, ...rest }: Partial<House>): House {
  const house = {
    ...plain,
    ...rest,
    meter: { ...plain.meter, ...meter },
    inverters: inverters?.map((one) => ({ ...plain.inverters[0]!, ...one })) ?? plain.inverters,
  };
  return house.usesDefaultNames ? houseWithDefaultNames(house) : house;
}

/** The traits in which a house differs from another. */
function difference(plain: House, house: House): Partial<House> {
  const of = <T extends object>(a: T, b: T) =>
    Object.fromEntries(
      Object.entries(b).filter(([key, value]) =>
        JSON.stringify(value) !== JSON.stringify(a[key as keyof T])
      ),
    );
  const { meter, inverters, ...rest } = of(plain, house) as Partial<House>;
  return {
    ...rest,
    ...meter && { meter: of(plain.meter, meter) as unknown as House["meter"] },
    ...inverters && {
      inverters: inverters.map((one) =>
        of(plain.inverters[0]!, one)
      ) as unknown as House["inverters"],
    },
  };
}

function tell({ month, place }: House, verdict: Verdict): void {
  const { wrong, columns, tags, ...rest } = verdict;
  console.log(`${month} ${place.zone}; ${tags.join("; ")}`);
  console.log(rest);
  for (const [name, { widths, ...counts }] of Object.entries(columns)) {
    const sorted = widths.toSorted((a, b) => a - b);
    console.log(name, { ...counts, width: sorted[sorted.length >> 1] });
  }
  for (const { date, column, is, says, low, high } of wrong.slice(0, 12)) {
    const [a, b, c, d] = [is, says, low, high].map((one) => one.toFixed(3));
    console.log(`${date} ${column}: says ${b} (${c} to ${d}), is ${a}`);
  }
}
