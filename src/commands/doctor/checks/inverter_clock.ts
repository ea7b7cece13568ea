import { offsetText } from "../../../energy/repairs.ts";
import { dayClock, type DayReset, dayResets, resetOffset } from "../../../frames/day_counter.ts";
import { mergeRestarts } from "../../../frames/restarts.ts";
import { present } from "../../../frames/samples.ts";
import type { Finding } from "../../../terminal/findings.ts";
import { counted } from "../../../text.ts";
import { formatInstant, HOUR, localDay, localDays } from "../../../time.ts";
import { type Check, defineCheck } from "../run_checks.ts";

/** So many days of the counter are looked at. */
const DAYS = 7;
const REACH = DAYS * 24 * HOUR;

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
    const [counter] = mergeRestarts(columns);
    if (!counter) {
      return {
        findings: [{ status: "skipped", found: `no sample of the day counter in ${DAYS} days` }],
      };
    }
    const { factor } = bound;
    const kwh = { time: counter.time, value: counter.value.map((one) => one * factor) };
    const days = localDays(localDay(end - REACH, zone), localDay(end, zone), zone);
    const resets = dayResets(present(kwh));
    const clock = dayClock(resets, days, { zone });
    return {
      findings: [
        clock
          ? {
            status: "warning",
            found: `the day counter is reset ${offsetText(clock)} of ${zone}, day after day`,
            advice: `Set the inverter's clock, zone and summer time; or, if ${zone} is not the ` +
              "zone of the house, correct HOUSEHOLD_ZONE or the household file. Until then " +
              "'report' takes the yield from the lifetime counter.",
          }
          : judge(resets, zone),
      ],
    };
  },
});

/** Single resets that are not at midnight. */
function judge(resets: readonly DayReset[], zone: string): Finding {
  if (resets.length === 0) {
    return { status: "skipped", found: `the day counter has not been reset in ${DAYS} days` };
  }
  const odd = resets.map((reset) => ({ ...reset, offset: resetOffset(reset, zone) }))
    .filter(({ offset: { earliest, latest } }) => earliest !== 0 || latest !== 0);
  const all = counted(resets.length, "reset");
  const last = odd.at(-1);
  if (!last) {
    return {
      status: "ok",
      found: `${all} of the day counter in ${DAYS} days, none but at midnight`,
    };
  }
  const kind = last.isLate ? "late" : "restart";
  const same = odd.filter(({ isLate }) => isLate === last.isLate).length;
  return {
    status: "warning",
    found: `${STORIES[kind]} ${offsetText(last.offset)}, at ${formatInstant(last.at, zone)}; ` +
      `so ${same} of ${all} in ${DAYS} days`,
    advice: ADVICE[kind],
  };
}

const STORIES = {
  late: "after a night the day counter showed the day before until",
  restart: "the day counter was reset",
} as const;

const ADVICE = {
  late: "'report' leaves the old readings out and flags the day. Nothing else is to be done.",
  restart:
    "The inverter restarted. 'report' counts on and flags the day. If it happens often, look at " +
    "the inverter's log; if it happens at the same hour, its clock may be wrong.",
} as const;
