import { WattbookError } from "../errors.ts";
import type { Source } from "../energy/signals/source.ts";
import { addDays, localDay, MINUTE, startOfDay } from "../time.ts";

/** What a person asked for, and the clock. */
export interface PickDaysOptions {
  /** First local day, if the person named one. */
  readonly from?: string | undefined;
  /** Last local day, if the person named one. */
  readonly to?: string | undefined;
  /** Whether the running day counts; `null` if the command cannot take it. */
  readonly includeToday: boolean | null;
  /** The present. [ms] */
  readonly now: number;
  /**
   * Whether messages name options as a command line spells them.
   *
   * @default {false}
   */
  readonly asFlags?: boolean | undefined;
}

/** First and last local day, both inclusive, and what to tell about them. */
export interface PickedDays {
  /** First local day. */
  readonly from: string;
  /** Last local day. */
  readonly to: string;
  /** What a person would wonder about. */
  readonly notices: readonly string[];
}

/** How many days of a server are read if nobody says. */
const DAYS_OF_A_SERVER = 30;

/** A day whose samples begin or end this close to its borders counts as whole. [ms] */
const NEARLY = 5 * MINUTE;

/**
 * Decides which local days a report covers. An archive: the days that lie wholly within its
 * samples, or all that it touches if none does. A server: its last 30 complete days.
 *
 * @throws {WattbookError} `NO_DATA` if an archive is empty, `BAD_RANGE` if no day is left.
 */
export async function pickDays(
  source: Source,
  zone: string,
  { from, to, includeToday, now, asFlags = false }: PickDaysOptions,
): Promise<PickedDays> {
  const today = localDay(now, zone), yesterday = addDays(today, -1);
  const lastDay = includeToday ? today : yesterday;
  const extent = source.extent ? await extentOf(source, zone) : null;
  const wholeDays = extent && clip(extent, lastDay, includeToday === true);
  const picked = {
    from: from ?? wholeDays?.first ??
      addDays(to !== undefined && to < yesterday ? to : yesterday, 1 - DAYS_OF_A_SERVER),
    to: to ?? wholeDays?.last ?? lastDay,
  };
  const hasToday = extent === null || extent.touched.last >= today;
  const flag = asFlags ? "--" : "";
  const addsToday = asFlags ? "--include-today adds" : "includeToday: true adds";
  const hint = includeToday === false && hasToday ? `${addsToday} the running day` : null;
  if (picked.from > lastDay || picked.from > picked.to) {
    const whole = extent ? "whole day of the archive" : includeToday ? "day" : "complete day";
    // A server has no first day that is known; its `from` goes with `to`.
    const message = from === undefined
      ? `${flag}to ${to} is before the first ${whole} (${picked.from})`
      : `${flag}from ${from} is after the last ${whole} (${wholeDays?.last ?? lastDay})`;
    throw new WattbookError("BAD_RANGE", message, {
      hint: hint !== null && picked.from <= today ? `${hint}.` : "Choose other days.",
    });
  }
  const left = picked.to <= lastDay ? [] : [
    `Days from ${addDays(lastDay, 1)} on are not over, so they are left out${
      hint ? `; ${hint}` : ""
    }`,
  ];
  // A server may have what its archive has not.
  const beyond = source.kind === "joined" ? [] : beyondData(picked, extent);
  return { ...picked, notices: [...beyond, ...left] };
}

interface Extent {
  /** Days of which the archive has at least one sample. */
  readonly touched: { readonly first: string; readonly last: string };
  /** Days that lie wholly within its samples; `first` may be after `last`. */
  readonly whole: { readonly first: string; readonly last: string };
}

async function extentOf(source: Source, zone: string): Promise<Extent> {
  const extent = await source.extent!();
  if (!extent) {
    throw new WattbookError("NO_DATA", `There are no samples in ${source.description}`, {
      hint:
        "Check the folder; an archive has folders metric=NAME/month=YYYY-MM/ with Parquet files.",
    });
  }
  const first = localDay(extent.start, zone), last = localDay(extent.end, zone);
  const startsWhole = extent.start <= startOfDay(first, zone) + NEARLY;
  const endsWhole = extent.end >= startOfDay(addDays(last, 1), zone) - NEARLY;
  return {
    touched: { first, last },
    whole: {
      first: startsWhole ? first : addDays(first, 1),
      last: endsWhole ? last : addDays(last, -1),
    },
  };
}

function clip({ whole, touched }: Extent, lastDay: string, includeToday: boolean) {
  const { first, last } = whole.first <= whole.last ? whole : touched;
  // The running day is never whole; whoever asks for it wants the part that there is.
  const until = includeToday && touched.last === lastDay ? touched.last : last;
  return { first, last: until < lastDay ? until : lastDay };
}

function beyondData({ from, to }: { from: string; to: string }, extent: Extent | null): string[] {
  if (!extent || (from >= extent.touched.first && to <= extent.touched.last)) return [];
  const { touched, whole } = extent;
  const parts = [touched.first, touched.last].filter((day) =>
    day < whole.first || day > whole.last
  );
  const days = whole.first > whole.last
    ? `has parts of ${[...new Set(parts)].join(" and ")} only`
    : `has whole days from ${whole.first} to ${whole.last}` +
      (parts.length > 0 ? ` and parts of ${parts.join(" and ")}` : "") + ", no others";
  return [`The archive ${days}`];
}
