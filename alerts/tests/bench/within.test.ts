import { expect, test } from "vitest";
import { within } from "../../bench/analyzer/within.ts";

test("what comes in time is what it was", async () => {
  expect(await within(60_000, Promise.resolve(7), "It was late")).toBe(7);
  await expect(within(60_000, Promise.reject(new Error("broken")), "It was late"))
    .rejects.toThrow("broken");
});

test("what never comes ends with a reason of that moment", async () => {
  let seen = 0;
  const never = new Promise<never>(() => {});
  const waiting = within(20, never, () => `It reached ${seen} of 8`);
  seen = 5;
  await expect(waiting).rejects.toThrow("It reached 5 of 8 within 0.02 s");
});
