import type { Role } from "../../catalogue/roles.ts";
import type { Client } from "../../client/client.ts";
import { type Check, defineCheck } from "./run_checks.ts";
import type { Household } from "../../household.ts";
import { formatSelector, type MetricSelector } from "../../selector.ts";
import type { Finding } from "../../terminal/findings.ts";
import { counted, formatSpan } from "../../text.ts";
import { formatInstant, HOUR, localDay } from "../../time.ts";

const DAY = 24 * HOUR;
/** How far it looks back. [ms] */
const REACH = 10 * 365 * DAY;
/** Distance and length of the looks: a night or an outage of hours hides no day. [ms] */
const STEP = 6 * HOUR, LOOK = HOUR;
/** Prometheus keeps 15 days by default, which is too few. [ms] */
const FEW = 32 * DAY;
/** Series to look at: the meter's, which continue at night, or the inverter's without a meter. */
const TELLING: readonly Role[] = ["import_energy", "grid_power", "yield_today", "generation_power"];

/** How far back the server's samples go, and how long it keeps them. */
export const retention: Check = defineCheck({
  id: "retention",
  title: "Retention",
  needs: ["client", "household", "serverTime", "survey", "way"],
  async run({ client, household, serverTime, way: { retention } }, { signal }) {
    const series = tellingSeries(household);
    if (series === null) {
      return { findings: [{ status: "skipped", found: "the household has no series" }] };
    }
    const oldest = await oldestSample(client, series, { at: serverTime(), signal });
    if (oldest === null) {
      const found = `no sample of ${formatSelector(series)} within ${formatSpan(REACH)}`;
      return { findings: [{ status: "skipped", found }] };
    }
    const { metric } = series;
    return { findings: [judge({ ...oldest, metric, retention, zone: household.zone })] };
  },
});

function tellingSeries({ bindings }: Household): MetricSelector | null {
  const role = TELLING.find((one) => bindings[one].length > 0);
  return role === undefined ? null : bindings[role][0]!.selector;
}

interface Oldest {
  /** Age of the oldest sample. [ms] */
  readonly age: number;
  /** When it was. [ms] */
  readonly time: number;
  /** Days since then without samples. */
  readonly emptyDays: number;
}

/** A coarse look at ten years, then a fine one at its first day. */
async function oldestSample(
  client: Pick<Client, "queryRange" | "samples">,
  series: MetricSelector,
  { at, signal }: { at: number; signal: AbortSignal },
): Promise<Oldest | null> {
  const { columns: { time: seen } } = await client.queryRange(
    `count(last_over_time(${formatSelector(series)}[${LOOK / HOUR}h]))`,
    { start: at - REACH, end: at, step: STEP },
    { signal },
  );
  if (seen.length === 0) return null;
  const start = seen[0]! - STEP - LOOK;
  const { columns } = await client.samples(series, { start, end: seen[0]! }, { signal });
  const time = columns.time.reduce((least, one) => Math.min(least, one), seen[0]!);
  const days = new Set([...seen].map((one) => Math.floor((at - one) / DAY)));
  return { age: at - time, time, emptyDays: Math.floor((at - time) / DAY) + 1 - days.size };
}

interface Known extends Oldest {
  readonly metric: string;
  readonly retention: string | undefined;
  readonly zone: string;
}

function judge({ age, time, emptyDays, metric, retention, zone }: Known): Finding {
  const kept = retention === undefined ? "" : `the server keeps ${retention}; `;
  const gaps = emptyDays === 0 ? "" : `; ${counted(emptyDays, "day")} since then without samples`;
  const when = `${localDay(time, zone)} ${formatInstant(time, zone).slice(11, 16)}`;
  const found = `${kept}the oldest sample of ${metric} is ${formatSpan(age)} old (${when})${gaps}`;
  const limit = retention === undefined ? null : lengthOf(retention);
  if (limit === null ? age >= FEW : limit >= FEW) return { status: "ok", found };
  return {
    status: "warning",
    found,
    advice: `${limit === null ? "If the server is older than that, let" : "Let"} it keep more ` +
      "(Prometheus: --storage.tsdb.retention.time, VictoriaMetrics: -retentionPeriod).",
  };
}

const UNITS: Readonly<Record<string, number>> = { y: 365 * DAY, w: 7 * DAY, d: DAY, h: HOUR };

/** A length of time as Prometheus writes it, `1y30d`; `null` if only the size is limited. [ms] */
function lengthOf(retention: string): number | null {
  const [duration] = /^(\d+(ms|[ywdhms]))+(?= |$)/.exec(retention) ?? [];
  if (duration === undefined) return null;
  const parts = [...duration.matchAll(/(\d+)([a-z]+)/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit!] ?? 0), 0);
}
