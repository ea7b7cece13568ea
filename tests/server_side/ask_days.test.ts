import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinSeries, type LabelledSamples } from "../../src/columns.ts";
import { askDays, localWindows, windowRuns } from "../../src/server_side/ask_days.ts";
import { addDays, HOUR } from "../../src/time.ts";

const DAY = 24 * HOUR;
const hours = ({ start, end }: { start: number; end: number }) => (end - start) / HOUR;

describe("localWindows()", () => {
  test.each([
    ["2025-03-29", "2025-03-31", [24, 23, 24]],
    ["2025-10-25", "2025-10-27", [24, 25, 24]],
  ])("have the real length of the days from %s to %s", (from, to, lengths) => {
    const windows = localWindows(from, to, "Europe/Berlin");
    expect(windows.map(hours)).toEqual(lengths);
    expect(windows.every(({ at, end }) => at === end - 1)).toBe(true);
  });
});

describe("windowRuns()", () => {
  test.each([
    // Clocks put forward and back by an hour, by half an hour, at midnight, and never.
    ["Europe/Berlin", "2025-10-20", "2025-10-31", [[24, 6], [25, 1], [24, 5]]],
    ["Australia/Lord_Howe", "2025-04-04", "2025-04-08", [[24, 2], [24.5, 1], [24, 2]]],
    ["Australia/Lord_Howe", "2025-10-03", "2025-10-07", [[24, 2], [23.5, 1], [24, 2]]],
    ["Asia/Beirut", "2025-03-28", "2025-04-01", [[24, 2], [23, 1], [24, 2]]],
    ["America/Havana", "2025-10-31", "2025-11-04", [[24, 2], [25, 1], [24, 2]]],
    ["Asia/Kolkata", "2025-03-01", "2025-04-30", [[24, 61]]],
    // 30 December 2011 was no day in Samoa; what follows lies at another offset from UTC.
    ["Pacific/Apia", "2011-12-28", "2012-01-01", [[24, 4]]],
  ])("in %s from %s to %s", (zone, from, to, expected) => {
    const runs = windowRuns(localWindows(from, to, zone));
    expect(runs.map(({ window, windows }) => [window / HOUR, windows.length])).toEqual(expected);
  });

  test("are ten at the most for a year with clock changes", () => {
    expect(windowRuns(localWindows("2025-01-01", "2025-12-31", "Europe/Berlin"))).toHaveLength(9);
    expect(windowRuns(localWindows("2025-01-01", "2025-12-31", "Asia/Kolkata"))).toHaveLength(6);
  });

  test("begin anew where days are left out", () => {
    const windows = localWindows("2025-06-01", "2025-06-05", "UTC").filter((_, i) => i !== 2);
    expect(windowRuns(windows).map((run) => run.windows.length)).toEqual([2, 2]);
  });

  test("are evaluated at midnights of UTC, never after their windows, and look back on them", () => {
    const zones = ["Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns"]
      .concat("Pacific/Kiritimati", "Etc/GMT+12", "UTC", "Pacific/Chatham");
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 0, max: 400 }),
        (zone, first, count) => {
          const from = addDays("2020-01-01", first);
          const windows = localWindows(from, addDays(from, count), zone);
          const runs = windowRuns(windows);
          expect(runs.flatMap((run) => run.windows)).toEqual(windows);
          for (const { start, offset, window, windows } of runs) {
            expect(start % DAY).toBe(0);
            expect(offset).toBeLessThanOrEqual(0);
            windows.forEach((one, index) => {
              const evaluated = start + index * DAY;
              expect(evaluated).toBeLessThanOrEqual(one.at);
              expect({ at: evaluated - offset, start: evaluated - offset - window })
                .toEqual({ at: one.end - 1, start: one.start - 1 });
            });
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("ask days", () => {
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
});

test("localWindows(): a day of 23 hours ends a millisecond before midnight", () => {
  const [day] = localWindows("2025-03-30", "2025-03-30", "Europe/Berlin");
  expect(day!.end - day!.start).toBe(23 * 3_600_000);
  expect(day!.at).toBe(day!.end - 1);
});

test("windowRuns(): the change of the clock stands alone", () => {
  const runs = windowRuns(localWindows("2025-03-28", "2025-04-01", "Europe/Berlin"));
  expect(runs.map(({ windows }) => windows.length)).toEqual([2, 1, 2]);
});

test("askDays(): one day is asked with an instant query", async () => {
  const time = Float64Array.of(Date.UTC(2025, 5, 1)), value = Float64Array.of(7.5);
  const columns = joinSeries([{ labels: {}, time, value }]);
  const answer = { columns, notices: [], requests: 1 };
  const client = {
    query: () => Promise.resolve({ ...answer, resultType: "vector" as const }),
    queryRange: () => Promise.resolve(answer),
  };
  const { days } = await askDays(client, () => ({ energy: "sum(energy)" }), {
    windows: localWindows("2025-06-01", "2025-06-01", "UTC"),
  });
  expect(days.get("2025-06-01")?.energy).toBe(7.5);
});
