import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  halveRange,
  halveWindow,
  planRange,
  planWindows,
  pointsOf,
  runPlan,
  type StepRange,
} from "../../src/client/plan.ts";
import { WattbookError } from "../../src/errors.ts";
import type { TimeRange } from "../../src/time.ts";

const instants = ({ start, end, step }: StepRange) =>
  Array.from({ length: pointsOf({ start, end, step }) }, (_, index) => start + index * step);

const range = fc.record({
  start: fc.integer({ min: -1e9, max: 2e12 }),
  length: fc.nat(1_000_000),
  step: fc.integer({ min: 500, max: 100_000 }),
}).map(({ start, length, step }) => ({ start, end: start + length, step }));

describe("planRange()", () => {
  test("asks for every point of the range once, in order, and never for too many", () => {
    fc.assert(fc.property(range, fc.integer({ min: 1, max: 50 }), (whole, maxPoints) => {
      const parts = planRange(whole, maxPoints);
      expect(parts.flatMap(instants)).toEqual(instants(whole));
      for (const part of parts) expect(pointsOf(part)).toBeLessThanOrEqual(maxPoints);
      expect(parts.length).toBe(Math.ceil(pointsOf(whole) / maxPoints));
    }));
  });

  test("leaves a range below the limit as it is, with an end that is off the grid", () => {
    const whole = { start: 0, end: 25, step: 10 };
    expect(planRange(whole, 3)).toEqual([whole]);
  });

  test.each([
    ["a step of zero", { start: 0, end: 1, step: 0 }, /step of 0 ms/],
    ["half a millisecond", { start: 0, end: 1, step: 0.5 }, /step of 0.5 ms/],
    ["an end before the start", { start: 5, end: 4, step: 1 }, /ends \(4\) before it starts \(5\)/],
    ["no number", { start: NaN, end: 4, step: 1 }, /NaN/],
  ])("refuses %s", (_name, whole, message) => {
    expect(() => planRange(whole, 10)).toThrow(message);
  });
});

test("halveRange() halves without losing or repeating a point", () => {
  fc.assert(fc.property(range, (whole) => {
    const halves = halveRange(whole);
    expect(halves === null).toBe(pointsOf(whole) === 1);
    if (halves === null) return;
    expect(halves.flatMap(instants)).toEqual(instants(whole));
    const [first, second] = halves.map(pointsOf);
    expect(Math.abs(first! - second!)).toBeLessThanOrEqual(1);
  }));
});

/** Samples that a server with left-open windows, or with closed ones, gives for a window. */
const leftOpen = ({ start, end }: TimeRange, at: number) => at > start && at <= end;
const closed = ({ start, end }: TimeRange, at: number) => at >= start && at <= end;

describe("planWindows()", () => {
  test("covers each millisecond of the range once on left-open servers", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(200), fc.integer({ min: 2, max: 90 }), (start, n, width) => {
        const windows = planWindows({ start, end: start + n }, width);
        for (let at = start - 2; at <= start + n + 2; at++) {
          const inside = at >= start && at <= start + n;
          expect(windows.filter((one) => leftOpen(one, at)).length).toBe(inside ? 1 : 0);
          if (inside) {
            expect(windows.filter((one) => closed(one, at)).length).toBeGreaterThanOrEqual(1);
          }
        }
      }),
    );
  });

  test("makes windows of one width in whole seconds, none longer than asked for", () => {
    const day = 86_400_000;
    const windows = planWindows({ start: 0, end: 30 * day }, 8 * day);
    expect(windows.map(({ start, end }) => end - start)).toEqual([
      7.5 * day + 1000,
      7.5 * day + 1000,
      7.5 * day + 1000,
      7.5 * day - 2999,
    ]);
  });

  test("refuses a range that ends before it starts", () => {
    expect(() => planWindows({ start: 1, end: 0 }, 10)).toThrow(/before it starts/);
  });
});

test("halveWindow() keeps the border and stops at short windows", () => {
  expect(halveWindow({ start: -1, end: 10_000 })).toEqual([
    { start: -1, end: 4999 },
    { start: 4999, end: 10_000 },
  ]);
  expect(halveWindow({ start: 0, end: 1999 })).toBeNull();
});

const tooLarge = () => new WattbookError("TOO_MANY_SAMPLES", "Too many", { hint: "" });
const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
/** Parts are lengths here. */
const halve = (part: number): [number, number] | null =>
  part > 1 ? [Math.ceil(part / 2), Math.floor(part / 2)] : null;

test("results keep the order of the plan, whatever takes longer", async () => {
  const { results, requests } = await runPlan([5, 1, 3], async (part) => {
    for (let i = 0; i < part; i++) await turn();
    return part;
  }, { halve });
  expect({ results, requests }).toEqual({ results: [5, 1, 3], requests: 3 });
});

test("no more requests run at once than allowed", async () => {
  let running = 0, most = 0;
  await runPlan(Array(10).fill(1), async () => {
    most = Math.max(most, ++running);
    await turn();
    running--;
  }, { halve, concurrency: 3 });
  expect(most).toBe(3);
});

test("parts that are too large are halved, and the next ones at once", async () => {
  const asked: number[] = [];
  const progress: string[] = [];
  const { results, requests } = await runPlan([8, 8, 8], async (part) => {
    asked.push(part);
    await turn();
    if (part > 2) throw tooLarge();
    return part;
  }, {
    halve,
    concurrency: 1,
    onProgress: (done, total) => progress.push(`${done}/${total}`),
  });
  expect(results).toEqual(Array(12).fill(2));
  expect(asked.filter((part) => part > 2)).toEqual([8, 4]);
  expect(requests).toBe(asked.length);
  expect(progress.at(-1)).toBe("12/12");
});

test("a part that cannot be halved fails, and ends the others", async () => {
  let ended = 0;
  const run = runPlan([1, 9], async (part, signal) => {
    if (part === 1) {
      await turn();
      throw tooLarge();
    }
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    ended++;
    throw signal.reason;
  }, { halve });
  await expect(run).rejects.toMatchObject({ code: "TOO_MANY_SAMPLES" });
  expect(ended).toBe(1);
});

test("another failure is not halved, and the first one counts", async () => {
  let asked = 0;
  const run = runPlan([4, 4], () => {
    throw new Error(`failure ${++asked}`);
  }, { halve, concurrency: 1 });
  await expect(run).rejects.toThrow("failure 1");
});

test("the caller's signal reaches every request", async () => {
  const controller = new AbortController();
  const signals: AbortSignal[] = [];
  const run = runPlan([1, 1], async (_part, signal) => {
    signals.push(signal);
    controller.abort(new Error("enough"));
    await turn();
    signal.throwIfAborted();
  }, { halve, signal: controller.signal });
  await expect(run).rejects.toThrow("enough");
  expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
});

test("an empty plan has no results", async () => {
  expect(await runPlan([], () => Promise.resolve(1), { halve })).toEqual({
    results: [],
    requests: 0,
  });
});
