import { type Check, defineCheck } from "../run_checks.ts";
import { failure } from "../../../terminal/findings.ts";
import { tryWay } from "../way.ts";

/** Whether anything answers at the configured address. */
export const reachable: Check = defineCheck({
  id: "reachable",
  title: "Reachable",
  needs: ["route"],
  gives: ["way"],
  async run({ route }, surroundings) {
    const way = await tryWay(route, surroundings);
    if (way.stopped?.edge === "reachable") return { findings: [failure(way.stopped.error)] };
    const version = way.dashboard === undefined
      ? ""
      : `; the dashboard is version ${way.dashboard}`;
    const latency = way.latency === undefined ? "" : ` within ${Math.round(way.latency)} ms`;
    const found = `${route.url.host} answers${latency}${version}`;
    return { findings: [{ status: "ok", found }], facts: { way } };
  },
});
