import { expect, test } from "vitest";
import { groupResults } from "../../../src/commands/doctor.ts";
import type { CheckResult } from "../../../src/terminal/findings.ts";

const result = (
  status: CheckResult["status"],
  subject: string,
  more: Partial<CheckResult> = {},
): CheckResult => ({
  check: "metrics",
  title: "Metrics",
  status,
  subject,
  found: "silent",
  ...more,
});

test("puts together what says the same", () => {
  const all = [
    result("failure", "a", { advice: "Look" }),
    result("warning", "b"),
    result("ok", "c"),
    result("warning", "d"),
    result("warning", "e", { found: "absent" }),
    result("failure", "f", { advice: "Look" }),
    result("ok", "g"),
  ];
  expect(groupResults(all).map(({ status, subject }) => [status, subject])).toEqual([
    ["failure", "a, f"],
    ["warning", "b, d"],
    ["ok", "c, g"],
    ["warning", "e"],
  ]);
});

test("counts those for which there is no room", () => {
  const many = (count: number) =>
    groupResults(Array.from("abcdefg").slice(0, count).map((one) => result("warning", one)));
  expect(many(4)[0]!.subject).toBe("a, b, c, d");
  expect(many(7)[0]!.subject).toBe("a, b, c and 4 more");
});

test("says an advice once", () => {
  const advices = groupResults([
    result("failure", "a", { advice: "Look" }),
    result("warning", "b", { advice: "Look" }),
    result("warning", "c", { advice: "Listen" }),
    result("warning", "d", { advice: "Look", found: "absent" }),
  ]).map(({ advice }) => advice);
  expect(advices).toEqual(["Look", undefined, "Listen", "Look"]);
});
