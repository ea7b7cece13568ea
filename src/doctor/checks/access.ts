import type { Route } from "../../config.ts";
import { type Check, defineCheck } from "../check.ts";
import { failure } from "../failure.ts";

const PASSED: Readonly<Record<Route["kind"], string>> = {
  dashboard: "the dashboard accepts the token",
  gateway: "the gateway accepts the account (HTTP Basic)",
  direct: "the server asks for no credentials",
};

/** Whether what guards the server accepts who we are. */
export const access: Check = defineCheck({
  id: "access",
  title: "Access",
  needs: ["route", "way"],
  gives: ["access"],
  run({ route, way }) {
    if (way.stopped?.edge === "access") return { findings: [failure(way.stopped.error)] };
    return { findings: [{ status: "ok", found: PASSED[route.kind] }], facts: { access: true } };
  },
});
