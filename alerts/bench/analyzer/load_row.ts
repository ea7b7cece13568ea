import { type Row, toRow } from "../../../bench/benchmark.ts";
import type { LoadRun } from "./load_run.ts";

/** A row of how one server did: its latencies, the 99th percentile, and the answers by status. */
export function toLoadRow(contender: string, run: LoadRun): Row {
  const statuses = Object.entries(run.statuses).map(([status, count]) => `${count} × ${status}`);
  const p99 = `p99 ${percentile(run, 99).toPrecision(3)} ms`;
  return toRow(contender, run.latencies, `${p99}, ${statuses.join(", ")}`);
}

/** A percentile of the latencies. [ms] */
export function percentile({ latencies }: LoadRun, percent: number): number {
  return latencies.toSorted((a, b) => a - b)[Math.ceil(latencies.length * percent / 100) - 1]!;
}
