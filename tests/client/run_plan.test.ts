import { expect, test } from "vitest";
import { runPlan } from "../../src/client/run_plan.ts";
import { WattbookError } from "../../src/errors.ts";

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
