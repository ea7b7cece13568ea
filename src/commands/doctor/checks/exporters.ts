import { dataFlowing } from "../../../client/promql.ts";
import { eachSeries } from "../../../columns.ts";
import { type Check, defineCheck } from "../run_checks.ts";
import type { Finding } from "../../../terminal/findings.ts";

/** Whether the server reaches the exporters. */
export const exporters: Check = defineCheck({
  id: "exporters",
  title: "Exporters",
  needs: ["config", "client", "serverTime"],
  async run({ config: { inverterJob, meterJob }, client, serverTime }, { signal }) {
    if (inverterJob === undefined && meterJob === undefined) {
      const found = "set INVERTER_JOB and METER_JOB to have them looked at";
      return { findings: [{ status: "skipped", found }] };
    }
    const { up } = dataFlowing(inverterJob ?? meterJob!, meterJob ?? inverterJob!);
    const { columns } = await client.query(up, { time: serverTime(), signal });
    const isUp = new Map<string, boolean>();
    for (const { labels, value } of eachSeries(columns)) {
      const job = labels["job"] ?? "";
      // A pod that was replaced may be down for a moment while its successor is up.
      isUp.set(job, isUp.get(job) === true || value.at(-1) === 1);
    }
    return { findings: isUp.size === 0 ? [NONE] : [...isUp].map(judge) };
  },
});

const NONE: Finding = {
  status: "failure",
  found: "the server scrapes nothing whose job matches INVERTER_JOB or METER_JOB",
  advice: "Correct the patterns, or add the exporters to the server's scrape configuration.",
};

function judge([job, isUp]: [string, boolean]): Finding {
  if (isUp) return { status: "ok", subject: job, found: "up" };
  return {
    status: "failure",
    subject: job,
    found: "down: the server cannot scrape it",
    advice: "Look at the exporter's log, and whether the server reaches its address.",
  };
}
