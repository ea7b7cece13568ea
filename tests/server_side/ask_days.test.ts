import { describe, expect, test } from "vitest";
import { joinSeries, type LabelledSamples } from "../../src/columns.ts";
import { askDays, localWindows } from "../../src/server_side/ask_days.ts";
import { HOUR } from "../../src/time.ts";

const DAY = 24 * HOUR;
const windows = localWindows("2025-10-24", "2025-10-28", "Europe/Berlin");
/** Midnights of UTC before the ends of the days. */
const midnights = windows.map(({ end }) => Math.floor((end - 1) / DAY) * DAY);

/** Answers each query with the day of the year at which it is evaluated, and remembers it. */
function server(change: (all: LabelledSamples[]) => LabelledSamples[] = (all) => all) {
  const asked: string[] = [];
  const answer = (times: number[]) => {
    const value = Float64Array.from(times, (time) => (time - Date.UTC(2025, 0, 0)) / DAY);
    const series = { labels: {}, time: Float64Array.from(times), value };
    return {
      columns: joinSeries(change([series])),
      notices: ["a warning"],
      requests: 1,
    };
  };
  return {
    asked,
    query(expression: string, { time }: { time?: number } = {}) {
      asked.push(`${expression} at ${time}`);
      return Promise.resolve({ ...answer([time!]), resultType: "vector" as const });
    },
    queryRange(
      expression: string,
      { start, end, step }: { start: number; end: number; step: number },
    ) {
      const times: number[] = [];
      for (let time = start; time <= end; time += step) times.push(time);
      asked.push(`${expression} from ${start} in ${times.length} steps`);
      return Promise.resolve(answer(times));
    },
  };
}

const hoursOf = ({ window, offset = 0 }: { window: number; offset?: number }) =>
  `${window / HOUR} h up to ${Math.round(-offset / HOUR)} h later`;

describe("askDays()", () => {
  test("asks for days of one length at once, and for the day of 25 hours by itself", async () => {
    const one = server();
    const { days, notices } = await askDays(one, (day) => ({ x: hoursOf(day) }), { windows });
    expect(one.asked).toEqual([
      `24 h up to 22 h later from ${midnights[0]} in 2 steps`,
      `25 h up to 23 h later at ${midnights[2]}`,
      `24 h up to 23 h later from ${midnights[3]} in 2 steps`,
    ]);
    expect([...days].map(([day, { x }]) => [day, x])).toEqual([
      ["2025-10-24", 297],
      ["2025-10-25", 298],
      ["2025-10-26", 299],
      ["2025-10-27", 300],
      ["2025-10-28", 301],
    ]);
    expect(notices).toEqual(["a warning"]);
  });

  test("asks for several expressions with one request", async () => {
    const named = (name: string) => ({ wattbook: name });
    const one = server(([series]) => [
      { ...series!, labels: named("b") },
      { labels: named("a"), time: series!.time.slice(1), value: series!.value.slice(1) },
    ]);
    const { days } = await askDays(one, () => ({ a: "sum(x)", b: "max(y)" }), {
      windows: windows.slice(0, 2),
    });
    expect(one.asked).toEqual([
      'label_replace(sum(x), "wattbook", "a", "wattbook", "") or ' +
      'label_replace(max(y), "wattbook", "b", "wattbook", "") ' +
      `from ${midnights[0]} in 2 steps`,
    ]);
    expect(Object.fromEntries(days)).toEqual({
      "2025-10-24": { b: 297 },
      "2025-10-25": { a: 298, b: 298 },
    });
  });

  test("leaves out days for which the server has nothing, or not a number", async () => {
    const gaps = server((all) =>
      all.map(({ labels, time, value }) => ({
        labels,
        time: time.slice(1),
        value: value.slice(1).fill(NaN),
      }))
    );
    const x = () => ({ x: "x" });
    expect((await askDays(gaps, x, { windows: windows.slice(0, 2) })).days.size).toBe(0);
    expect((await askDays(server(() => []), x, { windows })).days.size).toBe(0);
    const none = server();
    expect((await askDays(none, () => ({}), { windows })).days.size).toBe(0);
    expect(none.asked).toEqual([]);
  });

  test("takes no point for a day that lies elsewhere", async () => {
    const moved = server((all) =>
      all.map((one) => ({ ...one, time: one.time.map((time) => time + 2 * HOUR) }))
    );
    const { days } = await askDays(moved, () => ({ x: "x" }), { windows: windows.slice(0, 2) });
    expect(days.size).toBe(0);
  });

  test("refuses several series: which of them is the house's?", async () => {
    const two = server((all) => [...all, { ...all[0]!, labels: { pod: "b" } }]);
    await expect(askDays(two, () => ({ x: "rule" }), { windows })).rejects.toMatchObject({
      code: "AMBIGUOUS_SERIES",
      message: "rule gives 2 series, not one",
    });
  });
});
