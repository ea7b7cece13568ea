import { type Check, defineCheck } from "../run_checks.ts";
import type { Finding } from "../../../terminal/findings.ts";
import { formatSpan } from "../../../text.ts";
import { isSilent, judgeSilence, loggerOnline } from "../silence.ts";
import type { Survey } from "../survey.ts";

/** Whether the inverter's logger answers, or may sleep. */
export const logger: Check = defineCheck({
  id: "logger",
  title: "Logger",
  needs: ["household", "survey"],
  run({ household, survey }) {
    const one = (finding: Finding) => ({ findings: [finding] });
    if (household.bindings.logger_online.length === 0) {
      return one({ status: "skipped", found: "the household binds no such series" });
    }
    const online = loggerOnline(survey);
    if (online === true) return one({ status: "ok", found: "online" });
    const state = online === null ? unheard(survey) : "offline";
    const power = survey.observations.find(({ probe }) => probe.role === "generation_power");
    if (power === undefined || power.last === null) {
      return one({
        status: online === null ? "skipped" : "failure",
        found: `${state}; the inverter has not been heard within 60 days either`,
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
      found: `${state}, and the inverter should be awake: ${why}`,
      advice: online === null
        ? "Look at the inverter's exporter first: without its series nothing tells of the logger."
        : RESTART,
    });
  },
});

const RESTART = "Look whether the logger stick has power and its network; restart it.";

/** What is known where the logger's own series says nothing now. */
function unheard({ at, observations }: Survey): string {
  const last = Math.max(
    ...observations.filter(({ probe }) => probe.role === "logger_online")
      .map(({ last }) => last ?? -Infinity),
  );
  return last === -Infinity
    ? "its series has no sample within 60 days"
    : `its series is silent for ${formatSpan(at - last)}`;
}
