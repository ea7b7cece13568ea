import { eachSeries } from "../../columns.ts";
import { mergeRestarts } from "../../frames/restarts.ts";
import { counted } from "../../command/counted.ts";
import { formatInstant, HOUR } from "../../time.ts";
import { type Check, defineCheck, type Finding } from "../check.ts";
import { counterResets, type OddReset } from "../counter_resets.ts";
import { formatSpan } from "../format_span.ts";

/** So many days of the counter are looked at. [ms] */
const REACH = 5 * 24 * HOUR;

/** Whether the inverter's day begins when the household's does. */
export const inverterClock: Check = defineCheck({
  id: "inverter_clock",
  title: "Inverter clock",
  needs: ["client", "household", "zone", "serverTime", "survey"],
  async run({ client, household, zone, serverTime }, { signal }) {
    const [bound] = household.bindings.yield_today;
    if (!bound) {
      return { findings: [{ status: "skipped", found: "the household has no day counter" }] };
    }
    const end = serverTime();
    const { columns } = await client.samples(bound.selector, { start: end - REACH, end }, {
      signal,
    });
    const [counter] = eachSeries(mergeRestarts(columns));
    if (!counter) {
      return { findings: [{ status: "skipped", found: "no sample of the day counter in 5 days" }] };
    }
    const { factor } = bound;
    const kwh = { time: counter.time, value: counter.value.map((one) => one * factor) };
    const { count, odd } = counterResets(kwh, zone);
    return { findings: [judge(count, odd, zone)] };
  },
});

function judge(count: number, odd: readonly OddReset[], zone: string): Finding {
  if (count === 0) {
    return { status: "skipped", found: "the day counter has not been reset in 5 days" };
  }
  if (odd.length === 0) {
    const resets = counted(count, "reset");
    return { status: "ok", found: `${resets} of the day counter in 5 days, none but at midnight` };
  }
  const last = odd.at(-1)!;
  const { kind, offset } = last;
  const same = odd.filter((one) => one.kind === kind).length;
  const when = `${formatSpan(Math.abs(offset))} ${offset < 0 ? "before" : "after"} midnight, at ` +
    formatInstant(last.at, zone);
  return {
    status: "warning",
    found: `${STORIES[kind]} ${when}; so ${same} of ${counted(count, "reset")} in 5 days`,
    advice: ADVICE[kind],
  };
}

const STORIES: Readonly<Record<OddReset["kind"], string>> = {
  late: "after a night the day counter showed the day before until",
  shifted: "the day counter was reset",
  restart: "the day counter was reset in the middle of the day,",
};

const ADVICE: Readonly<Record<OddReset["kind"], string>> = {
  late: "'report' leaves the old readings out and flags the day. Nothing else is to be done.",
  shifted: "Set the inverter's clock, zone and summer time, and check HOUSEHOLD_ZONE.",
  restart:
    "The inverter restarted. 'report' repairs it where the lifetime counter is known; if it " +
    "happens often, look at the inverter's log.",
};
