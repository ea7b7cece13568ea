import { accessOf } from "../../../client/route.ts";
import type { Route } from "../../../config.ts";
import { type Check, defineCheck } from "../run_checks.ts";

const NAMES: Readonly<Record<Route["kind"], string>> = {
  dashboard: "the dashboard (Route A)",
  gateway: "the gateway (Route B)",
  direct: "the server itself",
};

/** Which route the settings describe. */
export const configuration: Check = defineCheck({
  id: "configuration",
  title: "Configuration",
  needs: [],
  gives: ["config", "route"],
  run(_facts, { settings }) {
    const config = settings();
    const { route } = config;
    if (route === null) {
      return {
        findings: [{
          status: "failure",
          found: "no server is configured",
          advice:
            "Set DASHBOARD_URL and SERVICE_ACCOUNT_TOKEN, or METRICS_URL with AGENT_USER and " +
            "AGENT_PASSWORD, or METRICS_URL alone, in the environment or in .env.",
        }],
        facts: { config },
      };
    }
    const found = `${NAMES[route.kind]} at ${accessOf(route).address}`;
    return { findings: [{ status: "ok", found }], facts: { config, route } };
  },
});
