import { expect, test } from "vitest";
import { WattbookError } from "../src/errors.ts";
import { logEntry } from "../src/log_event.ts";

test("a fault is told by name, code and place, never by its message", () => {
  const error = new WattbookError("BAD_STORE", "hunter2\n    at hunter2 (x.ts:1:2)", {
    hint: "hunter2",
    cause: new Error("hunter2"),
  });
  const { level, properties } = logEntry({ kind: "fault", where: "store", error });
  expect(level).toBe("error");
  expect(properties).toMatchObject({ event: "fault", error: "WattbookError", code: "BAD_STORE" });
  expect(JSON.stringify(properties["places"])).toContain("log_event.test.ts");
  expect(JSON.stringify(properties)).not.toContain("hunter2");
});

test("what people must look at is an error, what mends itself a warning", () => {
  const push = {
    kind: "push",
    fingerprint: "f",
    attempt: 1,
    duration: 5,
    isMarked: false,
  } as const;
  const end = {
    kind: "finished",
    fingerprint: "f",
    caseId: "c",
    duration: 5,
    redactions: {},
  } as const;
  expect([
    logEntry({ ...push, failure: "push_failed", retryAt: 1 }).level,
    logEntry({ ...push, failure: "push_refused" }).level,
    logEntry({ ...end, outcome: "unpublished" }).level,
    logEntry({ ...end, outcome: "facts" }).level,
    logEntry({ kind: "webhook", accepted: 1, skipped: {}, refused: 2 }).level,
    logEntry({ kind: "request", status: 200, duration: 1 }).level,
    logEntry({ kind: "request", status: 401, duration: 1 }).level,
  ]).toEqual(["warning", "error", "error", "info", "warning", "debug", "warning"]);
});
