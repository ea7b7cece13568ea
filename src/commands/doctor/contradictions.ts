import type { Household } from "../../household.ts";
import type { Finding } from "../../terminal/findings.ts";
import { addDays, localDay } from "../../time.ts";
import { type Check, defineCheck } from "./run_checks.ts";
import type { Survey } from "./survey.ts";

/** How many whole days are looked at. */
const DAYS = 7;

/** Whether the samples of some days say something against the household file. */
export const contradictions: Check = defineCheck({
  id: "contradictions",
  title: "Household file",
  needs: ["client", "household", "zone", "serverTime", "survey"],
  async run({ client, household, zone, serverTime, survey }, { signal }) {
    // Loaded late: the checks before this one need no table.
    const [{ analyseDays }, { serverSource }] = await Promise.all([
      import("../../energy/days.ts"),
      import("../../energy/signals/source.ts"),
    ]);
    const now = serverTime(), today = localDay(now, zone);
    const { table, contradictions } = await analyseDays(
      serverSource(client),
      { ...household, zone },
      { from: addDays(today, -DAYS), to: addDays(today, -1), now, signal },
    );
    const isEmpty = table.rows.every(({ flags }) => flags.includes("no_data"));
    const better = isEmpty || contradictions.length > 0 || isIncomplete(household, survey)
      ? await (await import("./better_series.ts")).betterSeries(client, household, { now, signal })
      : [];
    if (isEmpty) {
      return { findings: [{ status: "skipped", found: `no sample in ${DAYS} days` }, ...better] };
    }
    const findings = contradictions.map(({ flag, says, mend }): Finding => (
      { status: "failure", subject: flag, found: says, advice: `Correct it: ${mend}.` }
    ));
    return {
      findings: findings.length + better.length > 0
        ? [...findings, ...better]
        : [{ status: "ok", found: `the samples of ${DAYS} days do not contradict it` }],
    };
  },
});

/** Whether the server has no sample of a role that the household file binds. */
function isIncomplete({ bindings }: Household, { observations }: Survey): boolean {
  return observations.some(({ probe: { role }, last }) =>
    role !== null && role !== undefined && role !== "logger_online" && bindings[role].length > 0 &&
    last === null
  );
}
