import { formatSelector } from "../../selector.ts";
import { HOUR, localDay } from "../../time.ts";
import { type Check, defineCheck, type Finding } from "../check.ts";

const DAY = 24 * HOUR;
/** How far it looks back, and how finely: fewer points than servers allow in one answer. [ms] */
const REACH = 10 * 365 * DAY;
/** Prometheus keeps 15 days if nobody says otherwise. */
const FEW_DAYS = 32;

/** How far back the server's samples go. */
export const retention: Check = defineCheck({
  id: "retention",
  title: "Retention",
  needs: ["client", "household", "serverTime", "survey"],
  async run({ client, household, serverTime }, { signal }) {
    const { bindings: { import_energy, grid_power }, zone } = household;
    const bound = import_energy[0] ?? grid_power[0];
    if (!bound) return { findings: [{ status: "skipped", found: "the household has no meter" }] };
    // One instant per day, at the time of day at which a living meter has a sample.
    const end = serverTime();
    const { columns } = await client.queryRange(
      `count(${formatSelector(bound.selector)})`,
      { start: end - REACH, end, step: DAY },
      { signal },
    );
    const first = columns.time[0];
    if (first === undefined) {
      const found = "no sample of the meter on any of the days at this time of day";
      return { findings: [{ status: "skipped", found }] };
    }
    return { findings: [judge(first, columns.time.length, { end, zone })] };
  },
});

function judge(
  first: number,
  days: number,
  { end, zone }: { end: number; zone: string },
): Finding {
  const span = Math.round((end - first) / DAY);
  const found = `the meter's samples go back to ${localDay(first, zone)}, ${span} days` +
    (days <= span ? `, ${span + 1 - days} of them without the meter` : "");
  if (span >= FEW_DAYS) return { status: "ok", found };
  return {
    status: "warning",
    found,
    advice: "If the server is older than that, let it keep more " +
      "(Prometheus: --storage.tsdb.retention.time, VictoriaMetrics: -retentionPeriod).",
  };
}
