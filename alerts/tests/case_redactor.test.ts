import { describe, expect, test } from "vitest";
import { redactFinding, redactIncident } from "../src/case_redactor.ts";
import { newCaseRedactor } from "../src/case_redactor.ts";
import { incident } from "./incidents.ts";

const SECRET = "Tr0ub4dor-3xample", HIDDEN = "[PASSWORD#1]";
const TEXT = `password=${SECRET}`, LINK = `https://ada:${SECRET}@runbooks.example/down`;

describe("redactIncident()", () => {
  test.each([
    ["its title", { title: TEXT }],
    ["a label", { labels: { job: TEXT } }],
    ["a label whose name tells", { labels: { password: SECRET } }],
    ["an annotation", { annotations: { description: TEXT } }],
    ["a link", { links: ["https://prometheus.example/graph", LINK] }],
  ])("hides a secret in %s", (_, given) => {
    const hidden = redactIncident(incident("Down", given), newCaseRedactor());
    expect(JSON.stringify(hidden)).not.toContain(SECRET);
    expect(JSON.stringify(hidden)).toContain(HIDDEN);
    const whole = JSON.stringify(incident("Down", given)).replaceAll(SECRET, HIDDEN);
    expect(hidden).toEqual(JSON.parse(whole));
  });
});

describe("redactFinding()", () => {
  const finding = { kind: "logs", title: "Log", query: "GET /log", time: 0, duration: 1 } as const;

  test.each([
    ["its title", { title: TEXT }],
    ["its query", { query: `up{job="${TEXT}"}` }],
    ["its data", { data: { series: [{ labels: { env: TEXT }, value: 1 }] } }],
    ["its data by their name", { data: { env: [{ name: "DB_PASSWORD", value: SECRET }] } }],
    ["its error", { error: `no login: ${TEXT}` }],
  ])("hides a secret in %s", (_, given) => {
    const hidden = redactFinding({ ...finding, ...given }, newCaseRedactor());
    expect(JSON.stringify(hidden)).not.toContain(SECRET);
    expect(JSON.stringify(hidden)).toContain(HIDDEN);
  });
});

test("one case has one placeholder for one secret, another case begins anew", () => {
  const redactor = newCaseRedactor();
  const { title } = redactIncident(incident("Down", { title: "mail ada@example.org" }), redactor);
  const time = { time: 0, duration: 1 };
  const { error } = redactFinding(
    { kind: "logs", title: "", query: "", ...time, error: "from bob@example.org ada@example.org" },
    redactor,
  );
  expect([title, error]).toEqual(["mail [EMAIL#1]", "from [EMAIL#2] [EMAIL#1]"]);
  expect(redactor.counts()).toEqual({ email: 3 });
  expect(newCaseRedactor().redact("bob@example.org")).toBe("[EMAIL#1]");
});

test("secrets that it is told are hidden wherever they stand", () => {
  const redactor = newCaseRedactor(["plain-words"]);
  const { labels } = redactIncident(
    incident("Down", { labels: { a: "of plain-words" } }),
    redactor,
  );
  expect(labels["a"]).not.toContain("plain-words");
});
