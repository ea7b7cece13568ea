import { type Check, defineCheck } from "./run_checks.ts";
import { judgeSilence, loggerOnline } from "./silence.ts";
import { isSilent, type Survey } from "./survey.ts";
import {
  dayClock,
  type DayReset,
  dayResets,
  offsetText,
  resetOffset,
} from "../../frames/day_counter.ts";
import { mergeRestarts } from "../../frames/restarts.ts";
import { present } from "../../frames/samples.ts";
import type { Finding } from "../../terminal/findings.ts";
import { counted, formatSpan } from "../../text.ts";
import { formatInstant, HOUR, localDay, localDays } from "../../time.ts";

/** How many days of the counter are checked. */
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
            found: `the day counter is reset ${offsetText(clock)} of ${zone}, every day`,
            advice: `Set the inverter's clock, zone and summer time; or, if ${zone} is not the ` +
              "zone of the house, correct HOUSEHOLD_ZONE or the household file. Until then " +
              "'report' takes the yield from the lifetime counter.",
          }
          : judgeResets(resets, zone),
      ],
    };
  },
});

/** The finding about single resets that are not at midnight. */
function judgeResets(resets: readonly DayReset[], zone: string): Finding {
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
      found: `${all} of the day counter in ${DAYS} days, all at midnight`,
    };
  }
  const kind = last.isLate ? "late" : "restart";
  const same = odd.filter(({ isLate }) => isLate === last.isLate).length;
  return {
    status: "warning",
    found: `${STORIES[kind]} ${offsetText(last.offset)}, at ${formatInstant(last.at, zone)}; ` +
      `the same at ${same} of ${all} in ${DAYS} days`,
    advice: ADVICE[kind],
  };
}

const STORIES = {
  late: "after a night the day counter still showed the previous day until",
  restart: "the day counter was reset",
} as const;

const ADVICE = {
  late: "'report' leaves out the old readings and flags the day. You need not do anything.",
  restart:
    "The inverter restarted. 'report' continues to count and flags the day. If it happens often, look at " +
    "the inverter's log; if it happens at the same hour, its clock may be wrong.",
} as const;

/** Whether the inverter's logger answers, or is asleep. */
export const logger: Check = defineCheck({
  id: "logger",
  title: "Logger",
  needs: ["household", "survey"],
  run({ household, survey }) {
    const one = (finding: Finding) => ({ findings: [finding] });
    if (household.bindings.logger_online.length === 0) {
      return one({ status: "skipped", found: "the household file binds no logger" });
    }
    const online = loggerOnline(survey);
    if (online === true) return one({ status: "ok", found: "online" });
    const state = online === null ? unheard(survey) : "offline";
    const power = survey.observations.find(({ probe }) => probe.role === "generation_power");
    if (power === undefined || power.last === null) {
      return one({
        status: online === null ? "skipped" : "failure",
        found: `${state}; the inverter sent nothing within 60 days either`,
        ...(online === false && { advice: RESTART }),
      });
    }
    if (!isSilent(power, survey.at)) {
      return one({
        status: "warning",
        found: `${state}, although values of the inverter arrive`,
        advice: "Run it again in ten minutes: an exporter repeats its last values for a while.",
      });
    }
    const { verdict, why } = judgeSilence(power, { survey, household });
    if (verdict === "asleep") {
      return one({ status: "ok", found: `${state}, and so is the inverter: ${why}` });
    }
    return one({
      status: online === false && verdict === "broken" ? "failure" : "warning",
      found: `${state}, but the inverter should be on: ${why}`,
      advice: online === null
        ? "Check the inverter's exporter first: without its series the logger's state is unknown."
        : RESTART,
    });
  },
});

const RESTART = "Check that the logger stick has power and network; restart it.";

/** How long the logger's series has been silent. */
function unheard({ at, observations }: Survey): string {
  const last = Math.max(
    ...observations.filter(({ probe }) => probe.role === "logger_online")
      .map(({ last }) => last ?? -Infinity),
  );
  return last === -Infinity
    ? "its series has no sample within 60 days"
    : `its series is silent for ${formatSpan(at - last)}`;
}
