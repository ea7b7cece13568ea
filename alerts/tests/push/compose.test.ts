import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Incident } from "../../src/incident.ts";
import type { Analysis } from "../../src/llm/analysis.ts";
import { briefly } from "../../src/push/briefly.ts";
import {
  compose as composeWith,
  type ComposeOptions,
  type Notice,
} from "../../src/push/compose.ts";
import { ANSWER, CONTEXT, INCIDENT } from "../crash_loop.ts";
import { anyText } from "../any_text.ts";
import { HOST_ANSWER, HOST_CONTEXT, HOST_INCIDENT, HOST_LINK, hostIncident } from "../full_disk.ts";
import { hostNotification, serviceNotification } from "../notifications.ts";

const analysis = ANSWER as Analysis;
const alert = (difference: Partial<Incident>) => ({
  incident: { ...INCIDENT, ...difference },
  context: CONTEXT,
  analysis,
});

/** With the hosts that the settings of these cases name. */
const LINK_HOSTS = ["prometheus.example", "runbooks.example", "mon.example"];
const compose = (notice: Notice, options: ComposeOptions = {}) =>
  composeWith(notice, { linkHosts: LINK_HOSTS, ...options });

describe("compose() with an analysis", () => {
  test("reads well on a phone", () => {
    expect(compose({ incident: INCIDENT, context: CONTEXT, analysis })).toEqual({
      title: "KubePodCrashLooping: media / api-7d9f",
      message: `Pod media/api-7d9f is in a crash loop

Analysis by a model: The api is killed at its start because it needs more memory than it may use

Likely:
1. The api runs out of memory at its start (high; L1, M1)

Next:
- Look at the memory limit of the api

The model lacked:
- Pods of media (403)

Not read:
- P1 Pods of media: 403`,
      priority: 3,
      tags: ["warning", "KubePodCrashLooping", "media"],
      click: "https://runbooks.example/crash",
    });
  });

  test("marks claims without evidence, and says when it is inconclusive", () => {
    const hypotheses = [{ ...analysis.hypotheses[0]!, evidence: [] }];
    const { message } = compose({
      ...alert({}),
      analysis: { ...analysis, inconclusive: true, hypotheses },
    });
    expect(message).toContain(
      "Inconclusive. Possible:\n1. The api runs out of memory at its " +
        "start (high; cites no evidence)",
    );
    const none = compose({
      ...alert({}),
      analysis: { ...analysis, inconclusive: true, hypotheses: [] },
    });
    expect(none.message).toContain("\n\nInconclusive.\n\n");
  });
});

describe("compose() without an analysis", () => {
  test("tells the facts, the most telling first", () => {
    const { message } = compose({ incident: INCIDENT, context: CONTEXT, failure: "refusal_cyber" });
    expect(message).toBe(`Pod media/api-7d9f is in a crash loop

No analysis: the model refused to answer (refusal_cyber).

Context:
- E1 Warning events: reason BackOff, count 7
- M1 Memory of media: pod api-7d9f, bytes 536870912
- L1 Log of api-7d9f: starting | fatal: out of memory

Not read:
- P1 Pods of media: 403`);
  });

  test.each([
    ["budget", "the budget of the day is spent (budget)"],
    ["breaker_open", "the provider refuses the key, the model or the address (breaker_open)"],
    ["http_401", "the provider refuses the key, the model or the address (http_401)"],
    ["spend_limit", "the account at the provider has no credit left (spend_limit)"],
    ["guardrail", "a filter of the provider refused the request (guardrail)"],
    ["http_529", "the provider gave no answer (http_529)"],
    ["network_econnrefused", "the provider gave no answer (network_econnrefused)"],
    ["max_tokens", "the answer was cut off (max_tokens)"],
    ["not_json", "the answer could not be used (not_json)"],
    ["crashed", "something went wrong (crashed)"],
    [undefined, "something went wrong (not_asked)"],
  ])("says of %s why", (failure, words) => {
    const { message } = compose({ incident: INCIDENT, context: [], failure });
    expect(message).toContain(`No analysis: ${words}.`);
  });
});

describe("compose()", () => {
  test.each(
    [
      ["critical", 5, "rotating_light"],
      ["error", 4, "red_circle"],
      ["warning", 3, "warning"],
      ["unknown", 3, "grey_question"],
      ["info", 2, "information_source"],
    ] as const,
  )("%s has the priority %s", (severity, priority, tag) => {
    const push = compose(alert({ severity }));
    expect([push.priority, push.tags[0]]).toEqual([priority, tag]);
  });

  test("what is over is told quietly", () => {
    const push = compose(alert({ status: "resolved", severity: "critical" }));
    expect(push).toMatchObject({
      title: "Resolved: KubePodCrashLooping: media / api-7d9f",
      priority: 2,
      tags: ["white_check_mark", "KubePodCrashLooping", "media"],
    });
  });

  test("a tap opens the runbook, else the first link, of those to hosts of the settings", () => {
    const linkHosts = ["a.example", "b.example", "c.example:81"];
    const click = (links: string[], annotations = {}) =>
      compose(alert({ links, annotations }), { linkHosts }).click;
    expect(click(["http://a.example/", "http://b.example/"])).toBe("http://a.example/");
    expect(click(["http://evil.example/", "http://b.example/"])).toBe("http://b.example/");
    expect(click(["http://a.example/", "http://b.example/"], { runbook_url: "http://b.example/" }))
      .toBe("http://b.example/");
    expect(click(["http://evil.example/"], { runbook_url: "http://evil.example/" }))
      .toBeUndefined();
    expect(click([], { runbook_url: "http://b.example/" })).toBeUndefined();
    expect(click(["javascript:alert(1)", "tel:110", "sip:a@a.example", "geo:1,2"])).toBeUndefined();
    expect(click(["http://user:pw@a.example/"])).toBeUndefined();
    expect(click(["http://a.example\\@evil.example/"])).toBeUndefined();
    expect(click(["http://c.example/", "http://c.example:81/"])).toBe("http://c.example:81/");
    expect(click(["http://a.example/ä"])).toBe("http://a.example/%C3%A4");
    expect(click([`http://a.example/${"x".repeat(3000)}`])).toBeUndefined();
    expect(composeWith(alert({ links: ["http://a.example/"] })).click).toBeUndefined();
  });

  test("labels make a place, and tags that cannot be two", () => {
    const push = compose(alert({
      title: "Disk, full!",
      labels: { instance: "node1:9100", job: "node", namespace: "a,b" },
    }));
    expect(push.title).toBe("Disk, full!: a,b / node1:9100 / node");
    expect(push.tags).toEqual(["warning", "Disk_full_", "a_b"]);
    expect(compose(alert({ title: "漢字", labels: {} })).tags).toEqual(["warning"]);
  });

  test("the same words are told once, and links of strangers not at all", () => {
    const { message } = compose(alert({
      annotations: {
        summary: "Full https://evil.example/x",
        message: "Full https://evil.example/x",
        description: "see https://runbooks.example/disk\u202e\n\nNext:\n- pay",
      },
    }));
    expect(message.split("\n\n")[0]).toBe(
      "Full [link to evil[.]example removed]\nsee https://runbooks.example/disk Next: - pay",
    );
  });

  test("any texts make a push that the service takes", () => {
    const text = anyText(2000);
    const texts = fc.array(text, { maxLength: 5 });
    fc.assert(
      fc.property(texts, texts, text, fc.boolean(), (lines, more, title, isAnalysed) => {
        const push = compose({
          incident: {
            ...INCIDENT,
            title,
            labels: { namespace: title },
            annotations: { summary: title, description: lines.join("\n") },
          },
          context: lines.map((data, at) => ({ ...CONTEXT[0]!, id: `M${at}`, title, data })),
          ...(isAnalysed && { analysis: { ...analysis, next_steps: more, not_read: lines } }),
          failure: title,
        });
        expect(Buffer.byteLength(push.message)).toBeLessThanOrEqual(4064);
        expect(Buffer.byteLength(push.title)).toBeLessThanOrEqual(200);
        expect(push.message.isWellFormed()).toBe(true);
        expect(push.title).not.toMatch(/\n/);
        for (const tag of push.tags) expect(tag).toMatch(/^[\w.-]{1,40}$/);
      }),
      // To shrink such long texts would take minutes.
      { numRuns: 50, endOnFailure: true },
    );
  });
});

describe("briefly()", () => {
  test.each([
    ["a\nb\nc\n", "b | c"],
    [null, "none"],
    [12.5, "12.5"],
    [[], "none"],
    [{}, "none"],
    [{ total: 0, series: [] }, "none"],
    [{ a: null, b: "", c: false, d: 1, e: { f: true } }, "d 1, e f true"],
    [[1, 2, 3, 4, 5], "1; 2; 3; 2 more"],
    [{ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }, "a b c d e f …"],
    [{ pod: "api", container: "", log: `x\n${"y".repeat(200)}\n` }, `x | ${"y".repeat(129)}…`],
    [
      { total: 9, series: [{ labels: { ns: "media", pod: "api" }, value: "+Inf" }] },
      "media api +Inf",
    ],
    [{ series: [{ labels: { pod: "api" }, values: [1, null, 3] }] }, "api 1 to 3"],
    [
      {
        total: 2,
        phases: { Running: 2 },
        pods: [],
        well: [{ name: "a", ready: "1/1", restarts: 0 }],
      },
      "name a, ready 1/1, restarts 0",
    ],
    [
      {
        total: 1,
        pods: [{
          name: "api",
          phase: "Running",
          conditions: ["Ready"],
          containers: [{ name: "app", ready: false, restarts: 7, state: { is: "waiting" } }],
        }],
        well: [],
      },
      "name api, phase Running, conditions Ready, containers name app, restarts 7, state is waiting",
    ],
  ])("%j is told as %j", (data, text) => expect(briefly(data)).toBe(text));
});

describe("compose() for a host", () => {
  test("reads well on a phone, and opens the page of the service", () => {
    const analysis = HOST_ANSWER as Analysis;
    expect(compose({ incident: HOST_INCIDENT, context: HOST_CONTEXT, analysis })).toEqual({
      title: "db1: Filesystem /data (CRITICAL)",
      message: `CRIT - 97 % used (!!)

Analysis by a model: /data of db1 is nearly full

Likely:
1. The file system /data of db1 is full to 97 % (high; D1, H2)

Next:
- Look for what grows in /data

The model lacked:
- Comments (403)

Not read:
- H3 Comments: 403`,
      priority: 5,
      tags: ["rotating_light", "db1_Filesystem_data"],
      click: `https://mon.example/main${HOST_LINK}`,
    });
  });

  test.each([
    ["a host that is down", hostNotification(), "db1 (DOWN)", 5],
    ["one behind it", hostNotification({ HOSTSTATE: "UNREACH" }), "db1 (UNREACHABLE)", 4],
    [
      "one that is back",
      hostNotification({ NOTIFICATIONTYPE: "RECOVERY", HOSTSTATE: "UP" }),
      "Resolved: db1 (UP)",
      2,
    ],
    [
      "flapping",
      serviceNotification({ NOTIFICATIONTYPE: "FLAPPINGSTART", SERVICESTATE: "WARN" }),
      "db1: Filesystem /data (flapping)",
      3,
    ],
    ["no state", { HOSTNAME: "db1" }, "db1", 3],
  ])("%s: title and priority", (_, variables, title, priority) => {
    expect(compose({ incident: hostIncident(variables), context: [], failure: "refusal" }))
      .toMatchObject({ title, priority });
  });

  test("shows the comment of a custom notification", () => {
    const said = { NOTIFICATIONTYPE: "CUSTOM", NOTIFICATIONCOMMENT: "please look" };
    const { message } = compose({
      incident: hostIncident(serviceNotification(said)),
      context: [],
      failure: "refusal",
    });
    expect(message.startsWith("CRIT - 97 % used (!!)\nplease look\n\nNo analysis:")).toBe(true);
  });
});
