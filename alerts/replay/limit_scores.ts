import type { Score } from "./checks/check.ts";
import type { Row } from "./row.ts";

/** What an answer may cost and take; absent: anything. */
export interface Limits {
  /** Cost. [USD] */
  readonly usd?: number;
  /** Time that the provider takes. [s] */
  readonly seconds?: number;
}

/** Gates that are made of limits. */
export const LIMIT_GATES = ["cost", "latency"] as const;

/**
 * Judges each answer by what it costs and how long it takes. These are gates of the run, decided as
 * the others are; they change no score.
 */
export function limitScores(rows: readonly Row[], { usd, seconds }: Limits): Score[] {
  return rows.flatMap((row): Score[] => {
    const of = (
      check: string,
      limit: number | undefined,
      value: number | undefined,
      unit: string,
    ) => {
      if (limit === undefined) return [];
      const { case: id, cluster, variant, sample, status } = row;
      const place = { case: id, cluster, variant, sample, check, kind: "gate" as const };
      if (status === "error") {
        return [{ ...place, value: null, isFailedCall: true, reason: "the call failed" }];
      }
      if (value === undefined) return [{ ...place, value: null, reason: "not known" }];
      const said = `${Number(value.toPrecision(3))} ${unit}`;
      return [
        value <= limit
          ? { ...place, value: 1, reason: said }
          : { ...place, value: 0, reason: `${said}, allowed are ${limit}` },
      ];
    };
    const took = row.latency === undefined ? undefined : row.latency / 1000;
    return [...of("cost", usd, row.usd, "USD"), ...of("latency", seconds, took, "s")];
  });
}
