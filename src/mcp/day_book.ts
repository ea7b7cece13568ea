/**
 * The days of a household as an assistant asks for them: again and again, in any range. Each calendar
 * month is read once and kept, so later answers need no samples.
 *
 * @module
 */

import { isWattbookError } from "../errors.ts";
import { gapsWithin } from "../energy/day.ts";
import type { HouseholdGaps } from "../energy/findings.ts";
import { joinPower, powerOfDays, type PowerTable } from "../energy/power.ts";
import { QuestionError } from "./failure.ts";
import { Days } from "../house/days.ts";
import type { Home } from "../house/home.ts";
import { Money } from "../house/money.ts";
import { Power } from "../house/power.ts";
import { addDays, HOUR, localDay, MINUTE, startOfDay, type TimeRange } from "../time.ts";
import { counted } from "../text.ts";
import type { Calendar } from "./period.ts";

/** What a household must be able to do here. */
export type AskedHome = Pick<Home, "days" | "household" | "source" | "zone" | "isDemo">;

/** How long an answer of a server stays true: samples may arrive late. [ms] */
const KEPT = { finished: HOUR, running: MINUTE } as const;

/** A longer range is a slip of the model, and would keep a server busy for hours. */
const MOST_MONTHS = 20 * 12;

/** Step of the mean power that peaks and base load are taken from. */
const STEP = "15m";

/** How a book is kept. */
export interface DayBookOptions {
  /** The clock, Unix time. [ms] */
  readonly now: () => number;
  /** How long an asker waits at the most. [ms] @default {8000} */
  readonly patience?: number;
  /** Path of a tariff file: the days know what they cost. @default {none} */
  readonly tariff?: string | undefined;
}

interface KeptMonth {
  readonly days: Promise<Days>;
  /** Until when it may be used; without end until it has been read. [ms] */
  until: number;
  /** Begins to read it. */
  readonly read: () => Promise<void>;
}

/** The months that were read so far. */
export class DayBook {
  readonly #home: AskedHome;
  readonly #now: () => number;
  readonly #patience: number;
  readonly #tariff: string | undefined;
  readonly #months = new Map<string, KeptMonth>();
  /** Months to read, one after the other: two at once would each take twice as long. */
  #queue: string[] = [];
  #isReading = false;
  #waiting = 0;

  constructor(home: AskedHome, { now, patience = 8000, tariff }: DayBookOptions) {
    this.#home = home;
    this.#now = now;
    this.#patience = patience;
    this.#tariff = tariff;
  }

  /** The calendar of the house. */
  async calendar(): Promise<Calendar> {
    const { zone, source } = this.#home;
    const extent = await source.extent?.() ?? null;
    const first = extent && firstWholeDay(extent.start, zone);
    return { today: localDay(this.#now(), zone), first };
  }

  /**
   * Some days, with their gaps, repairs, bands and mean power.
   *
   * @param range First and last local day, both inclusive.
   * @throws {WattbookError} `TIMEOUT` if they cannot be read in time. What was read until then is
   * kept, so the same question takes less the next time.
   */
  async days(
    { from, to }: { readonly from: string; readonly to: string },
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Days> {
    const months = monthsOf(from, to);
    if (months.length > MOST_MONTHS) {
      throw new QuestionError("RANGE_TOO_LONG", `${from} to ${to} are ${months.length} months`, {
        hint: `Ask for at most ${MOST_MONTHS / 12} years.`,
      });
    }
    const asked = this.#ask(months);
    let read = 0;
    this.#waiting++;
    try {
      const all = Promise.all(asked.map(async (month) => {
        const days = await month;
        read++;
        return days;
      }));
      const parts = await this.wait(all, {
        signal,
        late: (time) => `${read} of ${counted(months.length, "month")} were read in ${time}`,
      });
      const { household } = this.#home;
      return joinMonths(parts, { from, to }, { household, hasTariff: this.#tariff !== undefined });
    } catch (error) {
      const isPart = from > `${months[0]!}-01` || to < lastDay(months.at(-1)!);
      if (!isPart || !isWattbookError(error, "BAD_TARIFF")) throw error;
      // The prices may reach over the asked days, but not over the whole months.
      return await this.wait(this.#pull(from, to), {
        signal,
        late: (time) => `The days could not all be read within ${time}`,
      });
    } finally {
      this.#waiting--;
    }
  }

  /**
   * Waits for some work, which goes on if it is too slow.
   *
   * @param late Says what is late, after so much time.
   * @throws {WattbookError} `TIMEOUT`
   */
  async wait<T>(
    work: Promise<T>,
    { signal, late }: { readonly signal?: AbortSignal | undefined; late(time: string): string },
  ): Promise<T> {
    const limit = AbortSignal.timeout(this.#patience);
    const ended = AbortSignal.any([limit, ...signal ? [signal] : []]);
    const { promise, reject } = Promise.withResolvers<never>();
    const end = () => reject(ended.reason);
    if (ended.aborted) end();
    ended.addEventListener("abort", end, { once: true });
    work.catch(() => {});
    try {
      return await Promise.race([promise, work]);
    } catch (cause) {
      if (!limit.aborted || signal?.aborted) throw cause;
      throw new QuestionError("TIMEOUT", late(`${this.#patience / 1000} s`), {
        hint: "Ask again, because reading continues, or ask for a shorter period.",
        cause,
      });
    } finally {
      ended.removeEventListener("abort", end);
    }
  }

  /** Reads the latest months ahead, as long as nobody waits for an answer. */
  async readAhead(count: number): Promise<void> {
    const { today, first } = await this.calendar();
    const months = monthsOf(first ?? today, addDays(today, -1)).slice(-count).reverse();
    for (const month of months) {
      // An error is told to whoever asks for this month.
      if (this.#waiting === 0) await this.#ask([month])[0]!.catch(() => {});
    }
  }

  /** The days of some months. Those that must be read go ahead of months that were asked for before. */
  #ask(months: readonly string[]): Promise<Days>[] {
    const asked = months.map((month) => {
      const kept = this.#months.get(month);
      if (kept && this.#now() < kept.until) return kept;
      this.#queue.push(month);
      return this.#keep(month);
    });
    // A question about today does not wait for twenty years that somebody asked for before it.
    const [first, others] = [true, false].map((isAsked) =>
      this.#queue.filter((month) => months.includes(month) === isAsked)
    );
    this.#queue = [...first!.sort(), ...others!];
    void this.#work();
    return asked.map(({ days }) => days);
  }

  async #work(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    for (let month = this.#queue.shift(); month !== undefined; month = this.#queue.shift()) {
      await this.#months.get(month)!.read();
    }
    this.#isReading = false;
  }

  /** A month that waits for its turn, or is slow, is not read a second time. */
  #keep(month: string): KeptMonth {
    const { promise: days, resolve, reject } = Promise.withResolvers<Days>();
    // Whoever asked is told.
    days.catch(() => {});
    const read = async () => {
      try {
        const { days, until } = await this.#read(month);
        entry.until = until;
        resolve(days);
      } catch (error) {
        // A failure is not kept.
        this.#months.delete(month);
        reject(error);
      }
    };
    const entry: KeptMonth = { days, until: Infinity, read };
    this.#months.set(month, entry);
    return entry;
  }

  async #read(month: string): Promise<{ readonly days: Days; readonly until: number }> {
    const { zone, source } = this.#home;
    const today = localDay(this.#now(), zone), last = lastDay(month), isRunning = last >= today;
    // Looked up before the month is read: a sync may add samples meanwhile.
    const isFixed = !isRunning && source.kind === "archive" && await this.#isCovered(month);
    const days = await this.#pull(`${month}-01`, last);
    if (isFixed) return { days, until: Infinity };
    // A sync may bring what an archive lacks of a finished month, as a new day may a running one.
    const isOpen = isRunning || source.kind === "archive";
    const age = isOpen ? KEPT.running : KEPT.finished;
    return { days, until: Math.min(this.#now() + age, startOfDay(addDays(today, 1), zone)) };
  }

  #pull(from: string, to: string): Promise<Days> {
    const today = localDay(this.#now(), this.#home.zone), includeToday = to >= today;
    return this.#home.days({
      ...{ from, to: includeToday ? today : to, includeToday, strings: false },
      ...{ power: STEP, tariff: this.#tariff },
    });
  }

  /** Whether the samples begin before a month and go on behind it, so that nothing is added to it. */
  async #isCovered(month: string): Promise<boolean> {
    const { zone, source } = this.#home, extent = await source.extent?.() ?? null;
    return extent !== null && extent.start < startOfDay(`${month}-01`, zone) &&
      extent.end >= startOfDay(addDays(lastDay(month), 1), zone);
  }
}

/** The first local day that lies wholly behind a moment, give or take five minutes. */
function firstWholeDay(start: number, zone: string): string {
  const day = localDay(start, zone);
  return start <= startOfDay(day, zone) + 5 * MINUTE ? day : addDays(day, 1);
}

/** `2025-06` and so on, from the month of one day to that of another. */
function monthsOf(from: string, to: string): string[] {
  const months: string[] = [];
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = addDays(lastDay(day.slice(0, 7)), 1)) {
    months.push(day.slice(0, 7));
  }
  return months;
}

function lastDay(month: string): string {
  return addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);
}

/** The asked days of some months in a row, as if they had been read together. */
function joinMonths(
  months: readonly Days[],
  { from, to }: { readonly from: string; readonly to: string },
  { household, hasTariff }: Pick<AskedHome, "household"> & { readonly hasTariff: boolean },
): Days {
  const analyses = months.map(({ analysis }) => analysis!);
  const isAsked = ({ date }: { readonly date: string }) => date >= from && date <= to;
  const { rows: _, ...first } = months[0]!.table;
  const rows = analyses.flatMap(({ table }) => table.rows.filter(isAsked));
  const range = { start: rows[0]?.start ?? 0, end: rows.at(-1)?.end ?? 0 };
  const notices = [...new Set(months.flatMap(({ table }) => table.notices))];
  const table = { ...first, rows, notices };
  const power = powerOfDays(joinTables(analyses.map(({ power }) => power[0]!)), from, to);
  return new Days({
    table,
    analysis: {
      ...analyses.at(-1)!,
      table,
      gaps: joinGaps(analyses.map(({ gaps }) => gaps), range),
      repairs: analyses.flatMap(({ repairs }) => repairs)
        .filter(({ time, until = time }) => until >= range.start && time < range.end),
      reconciled: analyses.flatMap(({ reconciled }) => reconciled.filter(isAsked)),
      contradictions: analyses.flatMap(({ contradictions }) => contradictions),
      power: [power],
    },
    power: new Power({ table: power, household, notices: [] }),
    money: hasTariff ? joinMoney(months, { from, to }) : null,
    household,
  });
}

function joinMoney(
  months: readonly Days[],
  { from, to }: { readonly from: string; readonly to: string },
): Money {
  const tables = months.map(({ money }) => money.table);
  const isAsked = (date: string) => date >= from && date <= to;
  return new Money({
    ...tables[0]!,
    rows: tables.flatMap(({ rows }) => rows.filter(({ date }) => isAsked(date))),
    days: tables.flatMap(({ days }) => days.filter(({ day }) => isAsked(day.label))),
    notices: [...new Set(tables.flatMap(({ notices }) => notices))],
  });
}

/** A gap that goes on in the next month is found by both. */
function joinGaps(parts: readonly HouseholdGaps[], range: TimeRange): HouseholdGaps {
  const join = (of: (gaps: HouseholdGaps) => HouseholdGaps["grid"]) => {
    const byStart = new Map(parts.flatMap((part) => of(part).map((gap) => [gap.start, gap])));
    return gapsWithin([...byStart.values()], range);
  };
  const names = new Set(parts.flatMap(({ devices = {} }) => Object.keys(devices)));
  return {
    grid: join(({ grid }) => grid),
    generation: join(({ generation }) => generation),
    ...names.size > 0 && {
      devices: Object.fromEntries(
        [...names].map((name) => [name, join(({ devices }) => devices?.[name] ?? [])]),
      ),
    },
  };
}

function joinTables(tables: readonly PowerTable[]): PowerTable {
  return joinPower(tables, {
    ...tables[0]!,
    days: tables.flatMap(({ days }) => days),
    gaps: {
      grid: tables.flatMap(({ gaps }) => gaps.grid),
      generation: tables.flatMap(({ gaps }) => gaps.generation),
    },
    notices: [],
  });
}
