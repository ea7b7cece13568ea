import type { Route } from "../../../config.ts";
import { type Check, defineCheck } from "../run_checks.ts";
import { failure } from "../../../terminal/findings.ts";
import type { Identity } from "../identity.ts";

/** Whether what guards the server accepts who we are, and who that is. */
export const access: Check = defineCheck({
  id: "access",
  title: "Access",
  needs: ["route", "way"],
  gives: ["access"],
  run({ route, way }) {
    if (way.stopped?.edge === "access") return { findings: [failure(way.stopped.error)] };
    const found = whoAmI(route, way.identity);
    return { findings: [{ status: "ok", found }], facts: { access: true } };
  },
});

const UNKNOWN: Identity = { account: null, organisation: null };

function whoAmI(route: Route, { account, organisation }: Identity = UNKNOWN): string {
  if (route.kind === "gateway") {
    return `the gateway accepts the account '${route.user}' (HTTP Basic)`;
  }
  if (route.kind === "direct") return "the server asks for no login";
  const taken = "the dashboard accepts the token";
  if (account !== null) {
    const within = organisation === null ? "" : `, organisation '${organisation}'`;
    return `${taken} of the account ${account}${within}`;
  }
  return organisation === null
    ? `${taken}; it tells neither account nor organisation`
    : `${taken}, organisation '${organisation}'; which account it is, older dashboards do not tell`;
}
