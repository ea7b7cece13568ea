import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseNotification } from "../../src/door/alertmanager.ts";
import type { Notification } from "../../src/door/webhook_door.ts";
import { alert, payload } from "../incidents.ts";

function parse(body: unknown): Notification {
  const parsed = parseNotification(body, () => 1_000);
  if (typeof parsed === "string") throw new Error(parsed);
  return parsed;
}

describe("parseNotification()", () => {
  test("reads what Alertmanager sends", () => {
    expect(parse(payload([alert("Down")], { notification_reason: "first notification" }))).toEqual({
      incidents: [{
        source: "alertmanager",
        fingerprint: "Down",
        episode: "Down@2026-11-21T02:27:00.123Z",
        title: "Down",
        status: "firing",
        severity: "warning",
        startsAt: Date.parse("2026-11-21T02:27:00.123Z"),
        labels: { alertname: "Down", namespace: "media", pod: "x-1", severity: "warning" },
        annotations: { summary: "It is down", runbook_url: "https://runbooks.example/down" },
        links: [
          "http://prometheus:9090/graph?g0.expr=up%3D%3D0&g0.tab=1",
          "https://runbooks.example/down",
          "http://alertmanager.example:9093",
        ],
      }],
      skipped: {},
      isRepeat: false,
    });
  });

  test("needs labels and nothing else", () => {
    const { incidents: [one, other] } = parse({
      alerts: [{ labels: { a: "1", b: "2" } }, { labels: { b: "2", c: "1" } }],
    });
    expect(one).toMatchObject({
      status: "firing",
      severity: "unknown",
      startsAt: 1_000,
      links: [],
    });
    expect(one!.episode).toBe(`${one!.fingerprint}@unknown`);
    expect(one!.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(one!.fingerprint).not.toBe(other!.fingerprint);
    // The order of labels says nothing.
    const [turned] = parse({ alerts: [{ labels: { b: "2", a: "1" } }] }).incidents;
    expect(turned!.fingerprint).toBe(one!.fingerprint);
  });

  test.each([
    "https://evil.example/x",
    "evil.example",
    "a@b.example",
    "two words",
    "",
    "f".repeat(65),
  ])(
    "takes no fingerprint that is not one word: %j",
    (fingerprint) => {
      const { incidents: [one] } = parse(payload([{ ...alert("Down"), fingerprint }]));
      expect(one!.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    },
  );

  test("counts the alerts that Alertmanager cut off", () => {
    const parsed = parse(payload([alert("Down"), {}], { truncatedAlerts: 7 }));
    expect(parsed.skipped).toEqual({ malformed: 1, truncated: 7 });
    for (const odd of [-1, 0.5, "7", null]) {
      expect(parse(payload([alert("Down")], { truncatedAlerts: odd })).skipped).toEqual({});
    }
  });

  test("takes fields of wrong types as missing, and numbers as texts", () => {
    const odd = { ...alert("Down"), status: 3, annotations: [1], generatorURL: {}, startsAt: null };
    const { incidents: [one] } = parse(payload([{ ...odd, labels: { alertname: "A", code: 5 } }]));
    expect(one).toMatchObject({ status: "firing", labels: { alertname: "A", code: "5" } });
  });

  test("an alert's own status goes before the group's", () => {
    const { incidents } = parse(payload([
      alert("A", { status: "resolved" }),
      alert("B", { status: undefined }),
    ]));
    expect(incidents.map(({ status }) => status)).toEqual(["resolved", "firing"]);
  });

  test("the same episode counts once, another one is another", () => {
    const later = { startsAt: "2026-11-21T03:00:00Z" };
    const { incidents } = parse(payload([alert("A"), alert("A"), alert("A", later)]));
    expect(incidents.map(({ episode }) => episode)).toEqual([
      "A@2026-11-21T02:27:00.123Z",
      "A@2026-11-21T03:00:00.000Z",
    ]);
  });

  test("one moment is one episode, however it is written", () => {
    const written = ["2026-11-21T02:27:00Z", "2026-11-21T03:27:00.000+01:00"];
    expect(parse(payload(written.map((startsAt) => alert("A", { startsAt })))).incidents)
      .toHaveLength(1);
  });

  test("keeps what is usable of a batch", () => {
    const { incidents, skipped } = parse(payload([3, alert("A"), null, { labels: {} }]));
    expect([incidents.length, skipped]).toEqual([1, { malformed: 3 }]);
  });

  test.each([
    ["repeat interval elapsed", true],
    ["new alerts added", false],
    ["unknown", undefined],
    ["a reason of the future", undefined],
    [undefined, undefined],
  ])("reason %s: repeat %s", (reason, isRepeat) => {
    const given = reason === undefined ? {} : { notification_reason: reason };
    expect(parse(payload([alert("A")], given)).isRepeat).toBe(isRepeat);
  });

  test("only web addresses are links", () => {
    const given = { generatorURL: "javascript:alert(1)", annotations: { runbook_url: "no" } };
    expect(parse(payload([alert("A", given)], { externalURL: 3 })).incidents[0]!.links).toEqual([]);
  });

  test.each([
    ["a custom payload", { text: "Down!" }],
    ["a list", [alert("A")]],
    ["null", null],
    ["a text", "alerts"],
    ["alerts that are no list", payload([], { alerts: { 0: alert("A") } })],
    ["alerts that are none", payload(["A", "B"])],
  ])("refuses %s", (_, body) => {
    expect(parseNotification(body)).toContain("not an Alertmanager payload");
  });

  test("an empty batch is one", () => {
    expect(parse(payload([]))).toEqual({ incidents: [], skipped: {} });
  });

  test("never throws, and gives what it says for any JSON", () => {
    const labels = fc.dictionary(fc.string(), fc.jsonValue());
    const alerts = fc.array(fc.oneof(
      fc.jsonValue(),
      fc.record({ labels, startsAt: fc.jsonValue(), fingerprint: fc.jsonValue() }),
    ));
    fc.assert(fc.property(fc.oneof(fc.jsonValue(), fc.record({ alerts })), (body) => {
      const parsed = parseNotification(body);
      if (typeof parsed === "string") return;
      for (const { labels, annotations, links, startsAt } of parsed.incidents) {
        const texts = [...Object.values(labels), ...Object.values(annotations), ...links];
        expect(texts.every((text) => typeof text === "string")).toBe(true);
        expect(Number.isFinite(startsAt)).toBe(true);
      }
    }));
  });
});
