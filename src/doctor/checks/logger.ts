import { type Check, defineCheck, type Finding } from "../check.ts";
import { isSilent, judgeSilence, loggerOnline } from "../silence.ts";

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
    const power = survey.observations.find(({ probe }) => probe.role === "generation_power");
    const state = online === null ? "silent" : "offline";
    if (power && !isSilent(power, survey.at)) {
      return one({
        status: "warning",
        found: `${state}, although values of the inverter arrive`,
        advice: "Run it again in ten minutes: an exporter repeats its last values for a while.",
      });
    }
    const silence = power && judgeSilence(power, { survey, household });
    if (silence?.verdict === "asleep") {
      return one({ status: "ok", found: `${state}, and so is the inverter: ${silence.why}` });
    }
    const isGone = online === false && silence?.verdict !== "doubtful";
    return one({
      status: isGone ? "failure" : "warning",
      found: silence ? `${state}, and the inverter should be awake: ${silence.why}` : state,
      advice: online === null
        ? "Nothing tells whether the logger answers; see the metric of the logger above."
        : "Look whether the logger stick has power and its network; restart it.",
    });
  },
});
