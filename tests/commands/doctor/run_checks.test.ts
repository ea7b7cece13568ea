import { expect, test } from "vitest";
import {
  type Check,
  defineCheck,
  type Facts,
  runChecks,
  type RunOptions,
} from "../../../src/commands/doctor/run_checks.ts";
import { WattbookError } from "../../../src/errors.ts";
import { surroundings } from "./fakes.ts";

const check = (
  id: string,
  needs: (keyof Facts)[],
  gives: (keyof Facts)[],
  run: Check["run"],
): Check => defineCheck({ id, title: id.toUpperCase(), needs, gives, run });
const zone = (run: Check["run"]) => check("zone", [], ["zone"], run);
const user = check(
  "user",
  ["zone"],
  [],
  ({ zone }) => ({ findings: [{ status: "ok", found: zone }] }),
);
const ok = (found: string) => ({ findings: [{ status: "ok" as const, found }] });

async function all(checks: Check[], options?: RunOptions, signal?: AbortSignal) {
  const around = surroundings(signal && { signal });
  return (await Array.fromAsync(runChecks(checks, around, options)))
    .map(({ check, status, found }) => `${check} ${status}: ${found}`);
}

test("hands facts on", async () => {
  const first = zone(() => ({ ...ok("set"), facts: { zone: "Europe/Berlin" } }));
  expect(await all([first, user])).toEqual(["zone ok: set", "user ok: Europe/Berlin"]);
});

test("skips what depends on a fact that a check did not give, and says on which", async () => {
  const first = zone(() => ({ findings: [{ status: "failure", found: "none" }] }));
  expect(await all([first, user])).toEqual([
    "zone failure: none",
    "user skipped: depends on 'ZONE'",
  ]);
});

test("makes a failure of an error, with its hint, and goes on", async () => {
  const thrower = zone(() => {
    throw new WattbookError("BAD_ZONE", "No such zone", { hint: "Use another." });
  });
  const results = await Array.fromAsync(
    runChecks([thrower, check("next", [], [], () => ok("done"))], surroundings()),
  );
  expect(results).toEqual([
    {
      check: "zone",
      title: "ZONE",
      status: "failure",
      found: "No such zone",
      advice: "Use another.",
    },
    { check: "next", title: "NEXT", status: "ok", found: "done" },
  ]);
});

test("shows one line of an unexpected error", async () => {
  const thrower = zone(() => Promise.reject(new TypeError("x is undefined\nat secret place")));
  expect(await all([thrower])).toEqual(["zone failure: unexpected error: x is undefined"]);
});

/** Waits for nothing but its signal. */
const stuck = zone((_facts, { signal }) =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  })
);
/** Time limits that are over at once, or never. */
const limits = (over: (milliseconds: number) => boolean): RunOptions => ({
  limit: 1000,
  totalLimit: 5000,
  timeout: (milliseconds) =>
    over(milliseconds) ? AbortSignal.abort() : new AbortController().signal,
});

test("ends a check whose time is over", async () => {
  expect(await all([stuck], limits((one) => one === 1000))).toEqual([
    "zone failure: no answer within 1 s",
  ]);
});

test("skips all checks when the time of the run is over", async () => {
  expect(await all([stuck], limits((one) => one === 5000))).toEqual([
    "zone skipped: the time limit of 5 s for all checks is over",
  ]);
});

test("stops when the person wants to stop", async () => {
  const stop = AbortSignal.abort(new Error("Ctrl-C"));
  await expect(all([stuck], limits(() => false), stop)).rejects.toThrow("Ctrl-C");
});
