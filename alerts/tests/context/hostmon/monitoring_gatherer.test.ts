import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactFinding } from "../../../src/case_redactor.ts";
import { newCaseRedactor } from "../../../src/case_redactor.ts";
import { monitoringGatherer } from "../../../src/context/hostmon/monitoring_gatherer.ts";
import { checkAccess } from "../../../src/context/hostmon/check_access.ts";
import type { HostmonStandIn, StandInHost } from "../../../src/demo/hostmon_stand_in.ts";
import { hostmonProblem } from "../../../src/demo/hostmon_stand_in.ts";
import { incidentOf } from "../incident_of.ts";
import { accessTo, SITE_SECRET, stalled, startSite } from "./sites.ts";

const NOW = Date.parse("2026-11-21T02:27:00Z");
/** Seconds of a moment some minutes ago, as the site writes it. */
const ago = (minutes: number) => NOW / 1000 - minutes * 60;
const iso = (minutes: number) => new Date(ago(minutes) * 1000).toISOString();

const SERVICE = {
  description: "Filesystem /",
  state: 2,
  plugin_output: "97 % used, ask hunter2",
  long_plugin_output: "used: 97 %\nfree: 3 %",
  perf_data: "used=97;80;90",
  check_command: "check_mk-df!secret argument",
  last_state_change: ago(10),
  last_check: ago(1),
  last_time_ok: ago(11),
  last_time_critical: ago(1),
  last_time_warning: 0,
  last_hard_state: 0,
  current_attempt: 1,
  max_check_attempts: 3,
  acknowledged: 0,
  scheduled_downtime_depth: 1,
  is_flapping: 1,
  percent_state_change: 12.5,
  in_check_period: 1,
};
const DB1: StandInHost = {
  columns: {
    state: 0,
    plugin_output: "Packet received",
    alias: "Database",
    last_state_change: ago(6000),
    acknowledged: 0,
    parents: ["switch1"],
    num_services_crit: 1,
  },
  services: [
    SERVICE,
    { description: "CPU", state: 1, last_state_change: ago(20), acknowledged: 1 },
    { description: "NTP", state: 3, last_state_change: ago(9000) },
    { description: "Memory", state: 0, last_state_change: ago(30), last_time_ok: ago(1) },
    { description: "Ping", state: 0, last_state_change: ago(9000) },
  ],
  comments: [
    {
      id: 1,
      comment: "disk was full before",
      author: "ada",
      entry_time: "2026-11-01T10:00:00+00:00",
    },
    {
      id: 2,
      comment: "growing, see hunter2",
      author: "bob",
      entry_time: "2026-11-20T10:00:00+00:00",
      is_service: true,
      service_description: "Filesystem /",
    },
  ],
  downtimes: [{
    start_time: "2026-11-21T02:00:00Z",
    end_time: "2026-11-21T04:00:00Z",
    author: "ada",
    comment: "new disk",
    is_service: "no",
    recurring: "no",
  }],
};
const LABELS = { what: "service", host: "db1", service: "Filesystem /", state: "CRITICAL" };

const redactor = { redact: (text: string) => text.replaceAll("hunter2", "[KEY#1]") };
async function gather(
  site: Pick<HostmonStandIn, "site">,
  labels: Record<string, string> = LABELS,
  { timeout = 20_000, signal = AbortSignal.timeout(60_000) } = {},
) {
  const gatherer = monitoringGatherer({ ...accessTo(site), timeout }, () => NOW);
  const incident = incidentOf({ source: "hostmon", labels });
  return await gatherer.gather(incident, { signal, redactor });
}

describe("monitoringGatherer()", () => {
  test.each(["POST", "GET"] as const)("finds out about host and service (%s)", async (forms) => {
    await using site = startSite({ hosts: { db1: DB1, web1: DB1 }, forms });
    const findings = await gather(site);
    expect(findings.every(({ kind, error }) => kind === "host" && error === undefined)).toBe(true);
    const data = Object.fromEntries(findings.map(({ title, data }) => [title, data]));
    expect(Object.keys(data)).toEqual([
      "State of the host db1",
      "Services of db1 that are not OK",
      "Last state changes on db1",
      "Comments on db1 and its services",
      "Downtimes of db1 and its services",
      "Service Filesystem / of db1 in detail",
    ]);
    expect(data["State of the host db1"]).toStrictEqual({
      state: "UP",
      output: "Packet received",
      since: iso(6000),
      isAcknowledged: false,
      alias: "Database",
      parents: ["switch1"],
      services: { critical: 1 },
    });
    expect(data["Services of db1 that are not OK"]).toMatchObject({
      total: 3,
      services: [
        {
          service: "Filesystem /",
          state: "CRITICAL",
          output: "97 % used, ask [KEY#1]",
          since: iso(10),
          isAcknowledged: false,
          isInDowntime: true,
        },
        { service: "NTP", state: "UNKNOWN" },
        { service: "CPU", state: "WARNING", isAcknowledged: true },
      ],
    });
    expect(data["Last state changes on db1"]).toMatchObject({
      total: 3,
      changes: [
        { service: "Filesystem /", lastHardState: "OK", lastOk: iso(11) },
        { service: "CPU" },
        { service: "Memory", state: "OK" },
      ],
      note: "Only the last change of each service is known: the API has no history of events",
    });
    expect(data["Comments on db1 and its services"]).toEqual({
      total: 2,
      comments: [
        {
          time: "2026-11-20T10:00:00+00:00",
          author: "bob",
          service: "Filesystem /",
          comment: "growing, see [KEY#1]",
        },
        { time: "2026-11-01T10:00:00+00:00", author: "ada", comment: "disk was full before" },
      ],
    });
    expect(data["Downtimes of db1 and its services"]).toStrictEqual({
      total: 1,
      downtimes: [{
        from: "2026-11-21T02:00:00Z",
        to: "2026-11-21T04:00:00Z",
        author: "ada",
        comment: "new disk",
        isRecurring: false,
      }],
    });
    expect(data["Service Filesystem / of db1 in detail"]).toMatchObject({
      longOutput: "used: 97 %\nfree: 3 %",
      perfdata: "used=97;80;90",
      checkCommand: "check_mk-df",
      attempt: 1,
      maxAttempts: 3,
      lastSeen: { ok: iso(11), critical: iso(1) },
      isFlapping: true,
      stateChanges: 12.5,
      isInCheckPeriod: true,
    });
  });

  test("asks for no service where the notification is about a host", async () => {
    await using site = startSite({ hosts: { db1: DB1 } });
    expect(await gather(site, { what: "host", host: "db1" })).toHaveLength(5);
    expect(site.requests.some(({ path }) => path.includes("show_service"))).toBe(false);
  });

  test("asks nothing where there is no host", async () => {
    await using site = startSite();
    expect(await gather(site, { alertname: "Down" })).toEqual([]);
    expect(site.requests).toEqual([]);
  });

  test("tells what could not be read, and why, beside what could", async () => {
    await using site = startSite({
      hosts: { db1: DB1 },
      fault: ({ path }) =>
        path.includes("/comment/") ? hostmonProblem(404, "Not Found", "") : undefined,
    });
    const findings = await gather(site);
    expect(findings.map(({ error }) => error).filter(Boolean)).toEqual(["404: Not Found"]);
  });

  test("says so of an unknown host", async () => {
    await using site = startSite({ hosts: {} });
    const findings = await gather(site);
    expect(findings[0]).toMatchObject({
      title: "State of the host db1",
      error: "404: Not Found (Host not found: 'db1')",
    });
  });

  test("does not wait for one source longer than it may, and asks all at once", async () => {
    await using site = startSite({
      hosts: { db1: DB1 },
      fault: ({ path }) => path.includes("/downtime/") ? stalled() : undefined,
    });
    // All others have far more time than they need.
    const findings = await gather(site, LABELS, { timeout: 2000 });
    expect(findings.map(({ error }) => error).filter(Boolean)).toEqual(["timed out after 2 s"]);
  });

  test("ends with the gathering", async () => {
    const over = new AbortController();
    await using site = startSite({
      fault: () => {
        over.abort();
        return stalled();
      },
    });
    const findings = await gather(site, LABELS, { signal: over.signal });
    expect(new Set(findings.map(({ error }) => error)))
      .toEqual(new Set(["ended before there was an answer"]));
  });

  test("says once that the site itself cannot be asked", async () => {
    await using site = startSite({ fault: () => new Response("<html>", { status: 503 }) });
    const findings = await gather(site, LABELS);
    expect(findings).toMatchObject([
      { title: "What the monitoring site knows of db1", error: expect.stringMatching(/^503/) },
    ]);
  });

  test("keeps lists short and texts too, the worst and the latest", async () => {
    const services = Array.from({ length: 200 }, (_, index) => ({
      description: `s${index}`,
      state: index % 4,
      last_state_change: ago(index / 10),
      plugin_output: "x".repeat(9000),
    }));
    await using site = startSite({ hosts: { db1: { services } } });
    const findings = await gather(site, { host: "db1" });
    const [, notOk, changes] = findings.map(({ data }) => data) as [
      unknown,
      { total: number; services: { service: string; state: string; output: string }[] },
      { total: number; changes: { service: string }[] },
    ];
    expect(notOk.total).toBe(150);
    expect(notOk.services).toHaveLength(40);
    expect(notOk.services[0]).toMatchObject({ service: "s2", state: "CRITICAL" });
    expect(notOk.services[0]!.output).toHaveLength(300);
    expect(changes.changes).toHaveLength(30);
    expect(changes.changes[0]!.service).toBe("s0");
  });

  test.each(["", ".", "..", "a\nb", "x".repeat(254), "\ud800"])(
    "asks nothing about what cannot be a host (%j)",
    async (host) => {
      await using site = startSite();
      const [finding] = await gather(site, { ...LABELS, host });
      expect(finding!.error).toMatch(/is not the name of a host$/);
      expect(site.requests).toEqual([]);
    },
  );

  test("asks about the host only where the service has no name that can be", async () => {
    await using site = startSite({ hosts: { db1: DB1 } });
    const findings = await gather(site, { ...LABELS, service: "x".repeat(501) });
    expect(findings).toHaveLength(6);
    expect(findings.at(-1)!.error).toMatch(/^'x+…' is not the name of a service$/);
  });

  test("names of hosts and services stay names", async () => {
    await using site = startSite();
    const labels = { host: 'a/../../version?"}', service: 'x&columns=secret"],"op":"' };
    await gather(site, labels);
    for (const { path, body } of site.requests) {
      const { pathname, searchParams } = new URL(path, site.url);
      expect(pathname).toMatch(
        /^\/main\/check_mk\/api\/1\.0\/(objects\/host\/a%2F\.\.%2F\.\.%2Fversion%3F%22%7D|domain-types)/,
      );
      expect(searchParams.getAll("columns")).not.toContain("secret");
      if (body !== "") expect(Object.keys(JSON.parse(body))).toEqual(["columns", "query"]);
    }
    const downtimes = site.requests.find(({ path }) => path.includes("/downtime/"))!;
    expect(JSON.parse(new URL(downtimes.path, site.url).searchParams.get("query")!))
      .toEqual({ op: "=", left: "host_name", right: labels.host });
  });

  test("never fails, whatever the site answers, and never shows the secret", async () => {
    let answer: unknown;
    await using site = startSite({ fault: () => Response.json(answer) });
    const leaf = fc.oneof(fc.jsonValue(), fc.constantFrom(SITE_SECRET, 1e300, -1, "2"));
    const row = fc.record({
      extensions: fc.dictionary(
        fc.constantFrom(...Object.keys(SERVICE), "comment", "entry_time", "start_time"),
        leaf,
      ),
    });
    const anything = fc.oneof(leaf, row, fc.record({ value: fc.array(fc.oneof(row, leaf)) }));
    await fc.assert(
      fc.asyncProperty(anything, async (given) => {
        answer = given;
        const findings = await gather(site);
        expect(findings).toHaveLength(6);
        const redactor = newCaseRedactor();
        expect(() => findings.map((finding) => redactFinding(finding, redactor))).not.toThrow();
        expect(JSON.stringify(findings)).not.toContain(JSON.stringify(SITE_SECRET).slice(1, -1));
      }),
      { numRuns: 60 },
    );
  });
});

describe("checkAccess()", () => {
  test.each(["POST", "GET"] as const)("tells version and hosts (%s)", async (forms) => {
    await using site = startSite({ hosts: { db1: {}, web1: {} }, forms });
    expect(await checkAccess(accessTo(site), AbortSignal.timeout(20_000))).toEqual({
      version: "2.4.0p14.cre",
      edition: "cre",
      site: "main",
      hosts: ["db1", "web1"],
    });
  });

  test("says what is wrong", async () => {
    await using site = startSite({ secret: "another" });
    await expect(checkAccess(accessTo(site), AbortSignal.timeout(20_000)))
      .rejects.toMatchObject({ code: "HOSTMON_REFUSED" });
  });
});
