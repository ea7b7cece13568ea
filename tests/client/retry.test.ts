import { expect, test } from "vitest";
import { isTooLarge, parseRetryAfter, Turnstile } from "../../src/client/retry.ts";
import { WattbookError } from "../../src/errors.ts";

test("parseRetryAfter() reads seconds and dates", () => {
  expect(parseRetryAfter("2", 0)).toBe(2000);
  expect(parseRetryAfter("Thu, 01 Jan 1970 00:00:05 GMT", 1000)).toBe(4000);
});

test("isTooLarge() goes by the code", () => {
  expect(isTooLarge(new WattbookError("TOO_MANY_SAMPLES", "Too many", { hint: "" }))).toBe(true);
});

test("Turnstile passes on what a request gives", async () => {
  const turnstile = new Turnstile();
  expect(await turnstile.pass(() => Promise.resolve(1))).toBe(1);
});
