import { describe, expect, test } from "vitest";
import { joinSeries, type LabelledSamples } from "../../src/columns.ts";
import { HOUR } from "../../src/time.ts";
import { askServer } from "../../src/verify/ask_server.ts";
import { localWindows } from "../../src/verify/windows.ts";

const windows = localWindows("2025-10-24", "2025-10-28", "Europe/Berlin");

/** Answers each query with the hour of the day that it asks about, and remembers it. */
function server(change: (all: LabelledSamples[]) => LabelledSamples[] = (all) => all) {
  const asked: string[] = [];
  const answer = (times: number[]) => {
    const value = Float64Array.from(times, (time) => (time - windows[0]!.start) / 24 / HOUR);
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
      asked.push(`${expression} in ${times.length} steps`);
      return Promise.resolve(answer(times));
    },
  };
}

describe("askServer()", () => {
  test("asks for days of one length at once, and for the day of 25 hours by itself", async () => {
    const one = server();
    const { byDay, notices } = await askServer(one, (width) => `x[${width / HOUR}h]`, { windows });
    expect(one.asked).toEqual([
      "x[24h] in 2 steps",
      `x[25h] at ${windows[2]!.end - 1}`,
      "x[24h] in 2 steps",
    ]);
    expect([...byDay.keys()]).toEqual(windows.map(({ label }) => label));
    expect([...byDay.values()].map((value) => Math.round(24 * value)))
      .toEqual([24, 48, 73, 97, 121]);
    expect(notices).toEqual(["a warning"]);
  });

  test("leaves out days for which the server has nothing, or not a number", async () => {
    const gaps = server((all) =>
      all.map(({ labels, time, value }) => ({
        labels,
        time: time.slice(1),
        value: value.slice(1).fill(NaN),
      }))
    );
    expect((await askServer(gaps, () => "x", { windows: windows.slice(0, 2) })).byDay.size).toBe(0);
    const none = server(() => []);
    expect((await askServer(none, () => "x", { windows })).byDay.size).toBe(0);
  });

  test("refuses several series: which of them is the house's?", async () => {
    const two = server((all) => [...all, { ...all[0]!, labels: { pod: "b" } }]);
    await expect(askServer(two, () => "x", { windows })).rejects.toMatchObject({
      code: "AMBIGUOUS_SERIES",
      message: expect.stringContaining("2 series"),
    });
  });
});
