import type { Score } from "./checks/check.ts";
import type { Row } from "./row.ts";

export interface Limits {
  readonly usd?: number;
  /** How long the provider takes. [s] */
  readonly seconds?: number;
}

/** Gates made from limits. */
export const LIMIT_GATES = ["cost", "latency"] as const;

/** Judges cost and latency of each answer. These gates affect the run, not the score. */
export function limitScores(rows: readonly Row[], { usd, seconds }: Limits): Score[] {
  return rows.flatMap((row): Score[] => {
    const { case: id, cluster, variant, sample, status, latency } = row;
    const judge = (check: string, limit?: number, value?: number, unit?: string): Score[] => {
      if (limit === undefined) return [];
      const place = { case: id, cluster, variant, sample, check, kind: "gate" as const };
      if (status === "error") {
        return [{ ...place, value: null, isFailedCall: true, reason: "the call failed" }];
      }
      if (value === undefined) return [{ ...place, value: null, reason: "not known" }];
      const said = `${Number(value.toPrecision(3))} ${unit}`;
      return value <= limit
        ? [{ ...place, value: 1, reason: said }]
        : [{ ...place, value: 0, reason: `${said}, allowed are ${limit}` }];
    };
    const took = latency === undefined ? undefined : latency / 1000;
    return [...judge("cost", usd, row.usd, "USD"), ...judge("latency", seconds, took, "s")];
  });
}
