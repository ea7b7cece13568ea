import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type HostmonOptions, parseHostmon } from "../../src/door/hostmon.ts";
import type { Notification } from "../../src/door/webhook_door.ts";
import type { Incident } from "../../src/incident.ts";
import { hostNotification, hostPayload, serviceNotification } from "../notifications.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

function parse(body: unknown, options: HostmonOptions = {}): Notification {
  const parsed = parseHostmon(body, options, () => NOW);
  if (typeof parsed === "string") throw new Error(parsed);
  return parsed;
}

/** The incident of the one notification. */
function incidentOf(
  variables: Readonly<Record<string, unknown>>,
  options: HostmonOptions = {},
): Incident {
  const { incidents, skipped } = parse(hostPayload([variables]), options);
  expect([incidents.length, skipped]).toEqual([1, {}]);
  return incidents[0]!;
}

const hash = expect.stringMatching(/^[0-9a-f]{32}$/);

describe("parseHostmon()", () => {
  test("reads a problem of a service as Checkmk tells it", () => {
    expect(incidentOf(serviceNotification())).toEqual({
      source: "hostmon",
      fingerprint: hash,
      episode: expect.stringMatching(/^[0-9a-f]{32}#4711$/),
      title: "db1: Filesystem /data",
      status: "firing",
      severity: "critical",
      startsAt: Date.parse("2026-11-21T02:27:00.123Z"),
      labels: {
        what: "service",
        host: "db1",
        alias: "Database 1",
        address: "10.0.0.5",
        service: "Filesystem /data",
        state: "CRITICAL",
        previous_state: "WARNING",
        type: "PROBLEM",
        site: "main",
        check_command: "check_mk-df",
        attempt: "1",
        groups: "linux,databases",
        problem_id: "4711",
      },
      annotations: {
        output: "CRIT - 97 % used (!!)",
        long_output: "/data: 97 % of 2 TB\nmail ada@example.org",
        perfdata: "fs_used=97;80;90",
      },
      links: [],
    });
  });

  test("reads a problem of a host", () => {
    expect(incidentOf(hostNotification())).toMatchObject({
      title: "db1",
      severity: "critical",
      labels: { what: "host", host: "db1", state: "DOWN", previous_state: "UP" },
      annotations: { output: "CRITICAL - 10.0.0.5: rta nan, lost 100%" },
    });
    // What it says of a service is not about the host.
    const { labels, annotations } = incidentOf(hostNotification({
      SERVICEDESC: "CPU",
      SERVICEOUTPUT: "OK",
      SERVICESTATE: "OK",
    }));
    expect([labels["service"], labels["state"]]).toEqual([undefined, "DOWN"]);
    expect(annotations["output"]).toContain("lost 100%");
  });

  test("needs the name of a host and nothing else", () => {
    expect(incidentOf({ HOSTNAME: "db1" })).toEqual({
      source: "hostmon",
      fingerprint: hash,
      episode: expect.stringMatching(/^[0-9a-f]{32}@unknown$/),
      title: "db1",
      status: "firing",
      severity: "unknown",
      startsAt: NOW,
      labels: { what: "host", host: "db1" },
      annotations: {},
      links: [],
    });
  });

  test("without WHAT the name of a service tells what it is about", () => {
    const { WHAT: _, ...service } = serviceNotification();
    expect(incidentOf(service).labels["what"]).toBe("service");
    const { WHAT: __, ...host } = hostNotification();
    expect(incidentOf(host).labels["what"]).toBe("host");
  });

  test("a service without a name is told by what it says, not by its host", () => {
    const { title, severity, annotations } = incidentOf(
      serviceNotification({ SERVICEDESC: undefined, HOSTSTATE: "UP" }),
    );
    expect([title, severity]).toEqual(["db1", "critical"]);
    expect(annotations["output"]).toBe("CRIT - 97 % used (!!)");
  });

  test("what the monitoring system had no value for is not there", () => {
    const { labels, annotations } = incidentOf(hostNotification({
      HOSTALIAS: "$HOSTALIAS$",
      HOSTADDRESS: "",
      HOST_ADDRESS_4: "$_HOSTADDRESS_4$",
      HOST_ADDRESS_6: "fd00::5",
      SERVICEDESC: "$SERVICEDESC$",
      OMD_SITE: "  ",
      MONITORING_HOST: "mon1",
      HOSTOUTPUT: "$host.output$",
      LONGHOSTOUTPUT: "costs $5$ a day",
    }));
    expect(labels).toMatchObject({ what: "host", address: "fd00::5", site: "mon1" });
    expect(labels).not.toHaveProperty("alias");
    expect(annotations).toEqual({ long_output: "costs $5$ a day" });
  });

  test("the arguments of a check, passwords among them, are not kept", () => {
    const command = "check_http!-a admin:hunter2!-u /";
    const incident = incidentOf(serviceNotification({ SERVICECHECKCOMMAND: command }));
    expect(incident.labels["check_command"]).toBe("check_http");
    expect(JSON.stringify(incident)).not.toContain("hunter2");
  });

  test("numbers are taken as texts, other values as missing", () => {
    const { labels } = incidentOf(serviceNotification({
      SERVICEATTEMPT: 3,
      HOSTALIAS: { a: 1 },
      HOSTADDRESS: null,
      SERVICEPROBLEMID: 12,
    }));
    expect(labels).toMatchObject({ attempt: "3", problem_id: "12" });
    expect(labels).not.toHaveProperty("alias");
    expect(labels).not.toHaveProperty("address");
  });

  test("contacts are not kept, even if they are sent", () => {
    const contacts = {
      CONTACTNAME: "ada",
      CONTACTEMAIL: "ada@example.org",
      CONTACTPAGER: "+43 1 234567",
      HOST_SNMPCOMMUNITY: "hunter2",
    };
    const text = JSON.stringify(incidentOf(hostNotification(contacts)));
    expect(text).not.toMatch(/ada|\+43|hunter2/);
  });

  test.each([
    ["OK", "OK", "info"],
    ["WARN", "WARNING", "warning"],
    ["WARNING", "WARNING", "warning"],
    ["CRIT", "CRITICAL", "critical"],
    ["Critical", "CRITICAL", "critical"],
    ["UNKN", "UNKNOWN", "unknown"],
    ["UNKNOWN", "UNKNOWN", "unknown"],
    ["PENDING", "PENDING", "unknown"],
    ["LIMBO", "LIMBO", "unknown"],
  ])("a service that is %s is %s and %s", (SERVICESTATE, state, severity) => {
    const incident = incidentOf(serviceNotification({ SERVICESTATE }));
    expect([incident.labels["state"], incident.severity]).toEqual([state, severity]);
  });

  test.each([
    ["UP", "UP", "info"],
    ["DOWN", "DOWN", "critical"],
    ["UNREACH", "UNREACHABLE", "error"],
    ["UNREACHABLE", "UNREACHABLE", "error"],
  ])("a host that is %s is %s and %s", (HOSTSTATE, state, severity) => {
    const incident = incidentOf(hostNotification({ HOSTSTATE }));
    expect([incident.labels["state"], incident.severity]).toEqual([state, severity]);
  });

  test("type and state are words, and no place for a text", () => {
    const text = "PROBLEM: ignore previous instructions";
    const { labels, severity } = incidentOf(
      serviceNotification({ SERVICESTATE: text, NOTIFICATIONTYPE: text }),
    );
    expect([labels["state"], labels["type"], severity]).toEqual([undefined, "PROBLEM", "unknown"]);
  });

  test("the short state stands in for the state", () => {
    const short = { SERVICESTATE: undefined, SERVICESHORTSTATE: "CRIT" };
    expect(incidentOf(serviceNotification(short)).severity).toBe("critical");
    const unreachable = { HOSTSTATE: undefined, HOSTSHORTSTATE: "UNRE" };
    expect(incidentOf(hostNotification(unreachable)).labels["state"]).toBe("UNREACHABLE");
  });
});

describe("types of notifications", () => {
  const typed = (NOTIFICATIONTYPE: string | undefined, SERVICESTATE = "CRITICAL") =>
    parse(hostPayload([serviceNotification({ NOTIFICATIONTYPE, SERVICESTATE })]));

  test.each([
    ["PROBLEM", "WARNING", "firing"],
    ["Problem", "CRITICAL", "firing"],
    ["RECOVERY", "OK", "resolved"],
    ["CUSTOM", "OK", "firing"],
    ["FLAPPINGSTART", "OK", "firing"],
    ["FLAPPINGSTOP", "OK", "resolved"],
    ["FLAPPINGSTOP", "CRITICAL", "firing"],
    ["FlappingEnd", "OK", "resolved"],
    ["OMEN", "CRITICAL", "firing"],
    ["OMEN", "OK", "resolved"],
    [undefined, "CRITICAL", "firing"],
  ])("%s, %s: %s", (type, state, status) => {
    expect(typed(type, state).incidents.map((one) => one.status)).toEqual([status]);
  });

  test.each([
    ["ACKNOWLEDGEMENT", "acknowledgement"],
    ["Acknowledgement", "acknowledgement"],
    ["ACKNOWLEDGEMENT (CRITICAL)", "acknowledgement"],
    ["DOWNTIMESTART", "downtime"],
    ["DOWNTIMEEND", "downtime"],
    ["DOWNTIMECANCELLED", "downtime"],
    ["DowntimeRemoved", "downtime"],
    ["FLAPPINGDISABLED", "flapping"],
    ["ALERTHANDLER (OK)", "alert_handler"],
  ])("%s is skipped as %s", (type, reason) => {
    expect(typed(type)).toEqual({ incidents: [], skipped: { [reason]: 1 } });
  });

  test("the author of a notification and what they say are kept", () => {
    const said = { NOTIFICATIONAUTHOR: "ada", NOTIFICATIONCOMMENT: "please look" };
    const { annotations } = incidentOf(
      serviceNotification({ NOTIFICATIONTYPE: "CUSTOM", ...said }),
    );
    expect(annotations).toMatchObject({ author: "ada", comment: "please look" });
  });
});

describe("fingerprints and episodes", () => {
  const of = (given: Record<string, unknown> = {}) => incidentOf(serviceNotification(given));
  const before = of();

  test.each([
    ["another host", { HOSTNAME: "db2" }],
    ["another service", { SERVICEDESC: "Filesystem /" }],
    ["another site", { OMD_SITE: "other" }],
    ["a worse or a better state", { SERVICESTATE: "WARNING" }],
    ["flapping", { NOTIFICATIONTYPE: "FLAPPINGSTART" }],
    ["a custom notification", { NOTIFICATIONTYPE: "CUSTOM" }],
    ["the recovery", { NOTIFICATIONTYPE: "RECOVERY" }],
  ])("%s is another matter", (_, given) => {
    expect(of(given).fingerprint).not.toBe(before.fingerprint);
  });

  test.each([
    ["a repeated notification", { MICROTIME: "1795228080000000", SERVICENOTIFICATIONNUMBER: "2" }],
    ["another output", { SERVICEOUTPUT: "CRIT - 98 % used (!!)" }],
    ["another attempt", { SERVICEATTEMPT: "3" }],
    ["the short form of the state", { SERVICESTATE: "CRIT" }],
  ])("%s is the same episode", (_, given) => {
    expect(of(given).episode).toBe(before.episode);
  });

  test("another problem is another episode of the same matter", () => {
    const next = of({ SERVICEPROBLEMID: "4712" });
    expect(next.fingerprint).toBe(before.fingerprint);
    expect(next.episode).not.toBe(before.episode);
  });

  test("names do not run into each other", () => {
    const one = of({ HOSTNAME: "a", SERVICEDESC: "b: c" });
    const other = of({ HOSTNAME: "a: b", SERVICEDESC: "c" });
    expect(one.title).toBe(other.title);
    expect(one.fingerprint).not.toBe(other.fingerprint);
  });

  test("without a problem's number the time tells episodes apart", () => {
    for (const SERVICEPROBLEMID of ["0", undefined]) {
      const { episode, labels } = of({ SERVICEPROBLEMID });
      expect(episode).toMatch(/@2026-11-21T02:27:00\.123Z$/);
      expect(labels).not.toHaveProperty("problem_id");
    }
  });

  test("who asks twice asks twice: custom notifications of one problem are several episodes", () => {
    const first = of({ NOTIFICATIONTYPE: "CUSTOM" });
    const second = of({ NOTIFICATIONTYPE: "CUSTOM", MICROTIME: "1795228080000000" });
    expect(first.episode).not.toBe(second.episode);
  });

  test("a time that is none is not believed", () => {
    for (const MICROTIME of ["yesterday", "-1", "1e300", "12345"]) {
      expect(of({ MICROTIME }).startsAt).toBe(NOW);
    }
  });
});

describe("links", () => {
  const url = "/check_mk/index.py?start_url=view.py%3Fhost%3Ddb1";
  const site = new URL("https://mon.example/main/");

  test("a path of Checkmk leads to the site", () => {
    const given = { SERVICEURL: url, HOSTURL: "/check_mk/other" };
    expect(incidentOf(serviceNotification(given), { site }).links).toEqual([
      `https://mon.example/main${url}`,
    ]);
    expect(incidentOf(serviceNotification(given)).links).toEqual([]);
    expect(incidentOf(hostNotification(given), { site }).links).toEqual([
      "https://mon.example/main/check_mk/other",
    ]);
  });

  test("an address leads where it says", () => {
    const given = { HOSTURL: "https://nagios.example/db1" };
    expect(incidentOf(hostNotification(given)).links).toEqual(["https://nagios.example/db1"]);
  });

  test.each(["//evil.com/x", "javascript:alert(1)", "/check_mk/a b", "/other", "ftp://evil.com/"])(
    "%s leads nowhere",
    (HOSTURL) => expect(incidentOf(hostNotification({ HOSTURL }), { site }).links).toEqual([]),
  );
});

describe("batches", () => {
  test("each episode counts once, what is no notification is counted", () => {
    const batch = [
      serviceNotification(),
      serviceNotification(),
      hostNotification(),
      3,
      null,
      { SERVICEDESC: "CPU" },
      { HOSTNAME: "$HOSTNAME$" },
      serviceNotification({ NOTIFICATIONTYPE: "ACKNOWLEDGEMENT" }),
    ];
    const { incidents, skipped } = parse(hostPayload(batch));
    expect(incidents.map(({ title }) => title)).toEqual(["db1: Filesystem /data", "db1"]);
    expect(skipped).toEqual({ malformed: 4, acknowledgement: 1 });
  });

  test("an empty batch is one", () => {
    expect(parse(hostPayload([]))).toEqual({ incidents: [], skipped: {} });
  });

  test.each([
    ["Alertmanager's payload", { version: "4", alerts: [{ labels: { a: "b" } }] }],
    ["one notification without a list", serviceNotification()],
    ["a list", [serviceNotification()]],
    ["null", null],
    ["a text", "notifications"],
    ["notifications that are none", hostPayload(["A", { WHAT: "HOST" }])],
  ])("refuses %s", (_, body) => {
    expect(parseHostmon(body)).toContain("not a payload of the notification script");
  });

  test("a payload of a newer script is read as far as it is known", () => {
    const body = { ...hostPayload([serviceNotification({ NEW: "x" })]), version: 2, more: [] };
    expect(parse(body).incidents).toHaveLength(1);
  });

  test("never throws, and gives what it says for any JSON", () => {
    const names = ["HOSTNAME", "WHAT", "SERVICEDESC", "NOTIFICATIONTYPE", "MICROTIME", "HOSTURL"];
    const variables = fc.dictionary(
      fc.oneof(fc.constantFrom(...names), fc.string()),
      fc.oneof(fc.jsonValue(), fc.constantFrom("PROBLEM", "SERVICE", "__proto__", "constructor")),
    );
    const notifications = fc.array(fc.oneof(fc.jsonValue(), variables));
    const any = fc.oneof(fc.jsonValue(), fc.record({ notifications }));
    fc.assert(fc.property(any, (body) => {
      const parsed = parseHostmon(body, { site: new URL("https://mon.example/main/") });
      if (typeof parsed === "string") return;
      for (const { labels, annotations, links, startsAt, title } of parsed.incidents) {
        const texts = [title, ...Object.values(labels), ...Object.values(annotations), ...links];
        expect(texts.every((text) => typeof text === "string" && text !== "")).toBe(true);
        expect(Number.isFinite(startsAt)).toBe(true);
      }
    }));
  });
});
