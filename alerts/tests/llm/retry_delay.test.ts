import { describe, expect, test } from "vitest";
import { isTemporary, retryDelay } from "../../src/llm/retry_delay.ts";

const FIRST = { attempts: 1, retries: 2, now: Date.UTC(2026, 0, 1), random: 0 };

describe("isTemporary()", () => {
  test.each([
    [undefined, true],
    [408, true],
    [409, true],
    [429, true],
    [500, true],
    [504, true],
    [529, true],
    [302, false],
    [400, false],
    [401, false],
    [402, false],
    [403, false],
    [404, false],
    [413, false],
  ])("%s: %s", (status, expected) => expect(isTemporary(status)).toBe(expected));

  test("the server's word wins", () => {
    expect(isTemporary(529, { "x-should-retry": "false" })).toBe(false);
    expect(isTemporary(400, { "x-should-retry": "true" })).toBe(true);
    expect(isTemporary(400, { "x-should-retry": "perhaps" })).toBe(false);
  });
});

describe("retryDelay()", () => {
  test("doubles up to eight seconds, less up to a quarter", () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((attempts) =>
      retryDelay({ ...FIRST, status: 500, attempts, retries: 9 })
    );
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(retryDelay({ ...FIRST, status: 500, random: 1 })).toBe(375);
  });

  test("ends after the last retry", () => {
    expect(retryDelay({ ...FIRST, status: 500, attempts: 2 })).toBe(1000);
    expect(retryDelay({ ...FIRST, status: 500, attempts: 3 })).toBeNull();
  });

  test.each([
    [{ "retry-after-ms": "1500", "retry-after": "9" }, 1500],
    [{ "retry-after": "9" }, 9000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:07 GMT" }, 7000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, 500],
    [{ "retry-after": "60" }, 60_000],
    [{ "retry-after": "61" }, null],
  ])("%j: %s ms", (headers, delay) => {
    expect(retryDelay({ ...FIRST, status: 429, headers })).toBe(delay);
  });
});
