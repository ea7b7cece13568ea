import { dataFlowing, type UnmatchedJob, unmatchedJobs } from "../../client/promql.ts";
import { accessOf } from "../../client/route.ts";
import { eachSeries } from "../../columns.ts";
import { type Check, defineCheck } from "./run_checks.ts";
import type { Identity } from "./server_facts.ts";
import { tryWay } from "./way.ts";
import { howToConfigure, type Route, unknownSettings } from "../../config.ts";
import { failure, type Finding } from "../../terminal/findings.ts";
import { formatSpan } from "../../text.ts";
import { MINUTE, SECOND } from "../../time.ts";

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
          advice: howToConfigure(config),
        }],
        facts: { config },
      };
    }
    const also = config.unknown === undefined ? "" : `.${unknownSettings(config)}`;
    const found = `${NAMES[route.kind]} at ${accessOf(route).address}${also}`;
    return { findings: [{ status: "ok", found }], facts: { config, route } };
  },
});

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

/** Whether the dashboard or gateway accepts our login, and which account it is. */
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
  if (route.kind === "direct") return "the server requires no login";
  const taken = "the dashboard accepts the token";
  if (account !== null) {
    const within = organisation === null ? "" : `, organisation '${organisation}'`;
    return `${taken} of the account ${account}${within}`;
  }
  return organisation === null
    ? `${taken}; it names neither account nor organisation`
    : `${taken}, organisation '${organisation}'; older dashboards do not name the account`;
}

/** Whether there is a server that answers queries, and which one. */
export const datasource: Check = defineCheck({
  id: "datasource",
  title: "Datasource",
  needs: ["way", "access"],
  gives: ["client"],
  run({ way: { stopped, client, datasource, server = "a server" } }) {
    if (stopped) return { findings: [failure(stopped.error)] };
    const found = datasource === undefined ? server : `${datasource}: ${server}`;
    return {
      findings: [{ status: "ok", found: `${found}, answers queries` }],
      ...(client && { facts: { client } }),
    };
  },
});

/** A query for the present finds samples of the last five minutes; a larger skew finds none. */
const FAILS = 5 * MINUTE, WARNS = 30 * SECOND;

/** Whether this machine and the server agree on the time. */
export const clockSkew: Check = defineCheck({
  id: "clock_skew",
  title: "Clocks",
  needs: ["way", "client"],
  gives: ["serverTime"],
  run({ way: { skew = 0 } }, { now }) {
    return { findings: [judgeSkew(skew)], facts: { serverTime: () => Math.round(now() + skew) } };
  },
});

function judgeSkew(skew: number): Finding {
  const size = Math.abs(skew);
  // Some servers return whole seconds only.
  if (size < 2 * SECOND) return { status: "ok", found: "this machine and the server agree" };
  const found = `the server's clock is ${formatSpan(size)} ${skew > 0 ? "ahead of" : "behind"} ` +
    "this machine's";
  if (size < WARNS) return { status: "ok", found };
  return {
    status: size < FAILS ? "warning" : "failure",
    found,
    advice: "Synchronise both clocks (NTP). Until then, 'now' queries the wrong time.",
  };
}

/** Whether the server reaches the exporters. */
export const exporters: Check = defineCheck({
  id: "exporters",
  title: "Exporters",
  needs: ["config", "client", "serverTime"],
  async run({ config: { inverterJob, meterJob }, client, serverTime }, { signal }) {
    if (inverterJob === undefined && meterJob === undefined) {
      const found = "set INVERTER_JOB and METER_JOB to check them";
      return { findings: [{ status: "skipped", found }] };
    }
    const { up } = dataFlowing(inverterJob ?? meterJob!, meterJob ?? inverterJob!);
    const { columns } = await client.query(up, { time: serverTime(), signal });
    const isUp = new Map<string, boolean>();
    for (const { labels, value } of eachSeries(columns)) {
      const job = labels["job"] ?? "";
      // A pod that was replaced may be down for a moment while its successor is up.
      isUp.set(job, isUp.get(job) === true || value.at(-1) === 1);
    }
    if (isUp.size === 0) return { findings: [NO_EXPORTER] };
    const unmatched = await unmatchedJobs({ inverterJob, meterJob }, [...isUp.keys()]);
    return { findings: [...[...isUp].map(judgeJob), ...unmatched.map(noJob)] };
  },
});

const NO_EXPORTER: Finding = {
  status: "failure",
  found: "no job that the server scrapes matches INVERTER_JOB or METER_JOB",
  advice: "Correct the patterns, or add the exporters to the server's scrape configuration.",
};

function noJob({ setting, pattern }: UnmatchedJob): Finding {
  return {
    status: "failure",
    subject: setting,
    found: `no job that the server scrapes matches '${pattern}'`,
    advice: `Correct ${setting}, or add the exporter to the server's scrape configuration.`,
  };
}

function judgeJob([job, isUp]: [string, boolean]): Finding {
  if (isUp) return { status: "ok", subject: job, found: "up" };
  return {
    status: "failure",
    subject: job,
    found: "down: the server cannot scrape it",
    advice: "Read the exporter's log, and check that the server reaches its address.",
  };
}
