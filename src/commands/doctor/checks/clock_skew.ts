import { MINUTE, SECOND } from "../../../time.ts";
import { type Check, defineCheck } from "../run_checks.ts";
import type { Finding } from "../../../terminal/findings.ts";
import { formatSpan } from "../../../text.ts";

/** Samples count for five minutes: a larger skew lets the present look empty. */
const FAILS = 5 * MINUTE, WARNS = 30 * SECOND;

/** Whether this machine and the server agree on the time. */
export const clockSkew: Check = defineCheck({
  id: "clock_skew",
  title: "Clocks",
  needs: ["way", "client"],
  gives: ["serverTime"],
  run({ way: { skew = 0 } }, { now }) {
    return { findings: [judge(skew)], facts: { serverTime: () => Math.round(now() + skew) } };
  },
});

function judge(skew: number): Finding {
  const size = Math.abs(skew);
  // Some servers tell whole seconds only.
  if (size < 2 * SECOND) return { status: "ok", found: "this machine and the server agree" };
  const found = `the server's clock is ${formatSpan(size)} ${skew > 0 ? "ahead of" : "behind"} ` +
    "this machine's";
  if (size < WARNS) return { status: "ok", found };
  return {
    status: size < FAILS ? "warning" : "failure",
    found,
    advice: "Let both synchronise their clocks (NTP). Until then 'now' asks for the wrong instant.",
  };
}
