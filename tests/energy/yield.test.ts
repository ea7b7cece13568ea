import { describe, expect, test } from "vitest";
import { joinSeries, type Samples, seriesAt } from "../../src/columns.ts";
import { dayYields } from "../../src/energy/yield.ts";
import { HOUR, localDays } from "../../src/time.ts";
import { load } from "../notation.ts";

const days = localDays("2025-06-01", "2025-06-03", "UTC");
const start = days[0]!.start;
const none: Samples = { time: new Float64Array(), value: new Float64Array() };

/** One value an hour; `/` divides the days, so that a case shows each day by itself. */
function hourly(text: string): Samples {
  const parts = text.split("/").map((day, d) =>
    load(`kwh ${day}`, { start: start + d * 24 * HOUR, step: HOUR })
  );
  const columns = joinSeries(parts.map((part) => seriesAt(part, 0)));
  return { time: columns.time, value: columns.value };
}

const of = (today: string, total: string, missesEnd = [false, false, false]) =>
  dayYields(days, { today: hourly(today), total: hourly(total) }, missesEnd)
    .map((
      { kwh, method, flags },
    ) => [kwh === null ? null : Math.round(kwh * 1e6) / 1e6, method, flags]);

describe("dayYields()", () => {
  test.each([
    // three ordinary days, the counters agree
    [
      "_x8 0 2 4 / _x8 0 3 5 / _x8 0 1 2",
      "_x8 100 102 104 / _x8 104 107 109 / _x8 109 110 111",
      [[4, "day_counter", []], [5, "day_counter", []], [2, "day_counter", []]],
    ],
    // the second morning still shows the first day
    [
      "_x8 0 2 4 / _x8 4 4 0 3 / _x8 0 1 2",
      "_x8 100 102 104 / _x8 104 104 104 107 / _x8 107 108 109",
      [[4, "day_counter", []], [3, "day_counter", ["late_reset"]], [2, "day_counter", []]],
    ],
    // late, and the second day yields less than the first: its maximum would be the first day's
    [
      "_x8 0 9 / _x8 9 9 0 1 / _x8 0 1",
      "_x8 100 109 / _x8 109 109 109 110 / _x8 110 111",
      [[9, "day_counter", []], [1, "day_counter", ["late_reset"]], [1, "day_counter", []]],
    ],
    // the last day begins, and its counter has not been reset yet: it says nothing of the day before
    [
      "_x8 0 2 4 / _x8 0 3 5 / 5 5 5",
      "_x8 100 102 104 / _x8 104 107 109 / 109 109 109",
      [[4, "day_counter", []], [5, "day_counter", []], [0, "lifetime_counter", [
        "yield_recovered",
      ]]],
    ],
    // the inverter restarts at noon and counts from zero
    [
      "_x8 0 2 4 0 1 3 / _x8 0 1 / _x8 0 1",
      "_x8 100 102 104 104 105 107 / _x8 107 108 / _x8 108 109",
      [[7, "day_counter", ["counter_reset"]], [1, "day_counter", []], [1, "day_counter", []]],
    ],
    // silent from the morning of the second day on, the third day knows what it missed
    [
      "_x8 0 2 4 / _x8 0 1 / _x8 0 2 3",
      "_x8 100 102 104 / _x8 104 105 / _x8 112 114 115",
      [[4, "day_counter", []], [8, "lifetime_counter", ["yield_recovered"]], [
        3,
        "day_counter",
        [],
      ]],
    ],
    // silent on all of the second day
    [
      "_x8 0 2 4 / / _x8 0 2 3",
      "_x8 100 102 104 / / _x8 110 112 113",
      [[4, "day_counter", []], [6, "lifetime_counter", ["yield_recovered"]], [
        3,
        "day_counter",
        [],
      ]],
    ],
    // awake on the second day only from noon: the day counter has counted since midnight
    [
      "_x8 0 2 4 / _x12 5 6 / _x8 0 2 3",
      "_x8 100 102 104 / _x12 109 110 / _x8 110 112 113",
      [[4, "day_counter", []], [6, "day_counter", []], [3, "day_counter", []]],
    ],
  ])("of today '%s', total '%s'", (today, total, expected) => {
    const isSilentEarly = JSON.stringify(expected[1]).includes("yield_recovered");
    expect(of(today, total, [false, isSilentEarly, false])).toEqual(expected);
  });

  test("is partial where nobody knows the evening", () => {
    expect(of("_x8 0 2 / / ", "_x8 100 102 / / ", [true, true, true])).toEqual([
      [2, "day_counter", ["yield_partial"]],
      [null, "unknown", []],
      [null, "unknown", []],
    ]);
  });

  test("says so where the counters disagree by more than their steps", () => {
    const [first] = of(
      "_x8 0 1 2 3 4 / _x8 0 1 / _x8 0 1",
      "_x8 100 101 102 103 112 / _x8 112 113 / _x8 113 114",
    );
    expect(first).toEqual([4, "day_counter", ["yield_mismatch"]]);
  });

  test("a glitch to zero on one day leaves its neighbours alone", () => {
    const yields = of(
      "_x8 0 2 4 5 / _x8 0 3 0 5 / _x8 0 1 2 4",
      "_x8 100 102 104 105 / _x8 105 108 109 110 / _x8 110 111 112 114",
    );
    expect(yields).toEqual([
      [5, "day_counter", []],
      [5, "day_counter", ["counter_repaired"]],
      [4, "day_counter", []],
    ]);
  });

  describe("where the inverter's days are not the house's", () => {
    // Its day ends at 6 o'clock; 2 kWh and 3 kWh come after midnight.
    const today = "_x18 3 9 10 / 10 _x4 12 0 1 _x9 4 8 / 8 _x4 11 0 _x11 5";
    const total = "_x18 103 109 110 / 110 _x4 112 112 113 _x9 116 120 / 120 _x4 123 123 _x11 128";
    const off = (total: string, isClockOff: boolean[], missesEnd = [false, false, false]) =>
      dayYields(days, { today: hourly(today), total: hourly(total) }, missesEnd, { isClockOff })
        .map(({ kwh, method, flags }) => [kwh, method, flags]);

    test("the lifetime counter is read at midnight, and no flag drowns the rest", () => {
      expect(off(total, [true, true, true]).slice(1)).toEqual([
        [10, "lifetime_counter", []],
        [8, "lifetime_counter", []],
      ]);
    });

    test("only on the days of which it is known", () => {
      const flags = off(total, [false, false, true])[1]![2];
      expect(flags).toContain("late_reset");
    });

    test("without a lifetime counter the day counter counts on over its resets", () => {
      const yields = off("", [true, true, true]).slice(1);
      expect(yields).toEqual([
        [10, "day_counter", ["recovered"]],
        [8, "day_counter", ["recovered"]],
      ]);
    });

    test("a midnight at which it was not heard while it counted is a guess, and says so", () => {
      const silent = "_x18 103 / _x5 112 112 113 _x9 116 120 / 120 _x4 123 123 _x11 128";
      expect(off(silent, [true, true, true])[1]![2]).toEqual(["register_interpolated"]);
    });

    test("without a lifetime counter, an evening that nobody heard is partial", () => {
      // The second day falls silent at 16 o'clock, and the counter begins anew meanwhile.
      const silent = "_x18 3 9 10 / 10 _x4 12 0 1 _x8 4 / _x6 0 _x11 5";
      const flags = (missesEnd: boolean[]) =>
        dayYields(days, { today: hourly(silent), total: none }, missesEnd, {
          isClockOff: [true, true, true],
        }).map(({ flags }) => flags.includes("yield_partial"));
      expect(flags([false, true, false])).toEqual([false, true, false]);
      expect(flags([false, false, false])).toEqual([false, false, false]);
    });

    test("an end that nobody heard is partial", () => {
      expect(off(total, [true, true, true], [false, false, true])[2]![2]).toEqual([
        "yield_partial",
      ]);
    });
  });

  test("of a lifetime counter alone is flagged where the logger was silent over the evening", () => {
    const second = (text: string, missesEnd: boolean[]) =>
      dayYields(days, { today: none, total: hourly(text) }, missesEnd)[1];
    const rest = "126 128 130 132 133x5 / 133 134";
    // Silent from 17 to 10 o'clock: 7 kWh, of the evening and of the morning.
    expect(second(`_x8 100 104 108 110 112 114 116 118 / _x9 125 ${rest}`, [true, false, false]))
      .toMatchObject({ flags: ["register_interpolated"] });
    // Silent as every night, and the logger started late: all 7 kWh are of the morning.
    expect(second(`_x8 100 104 108 110 112 114 116 118 / _x9 125 ${rest}`, [false, false, false]))
      .toMatchObject({ kwh: 133 - 118, flags: [] });
  });

  test("without a day counter comes from the lifetime counter", () => {
    const yields = dayYields(days, {
      today: none,
      total: hourly("100 _x7 100 103 _x13 103/103 _x7 103 107 _x13 107/107 _x12 108"),
    }, [false, false, false]);
    expect(yields.map(({ kwh, method }) => [kwh, method])).toEqual([
      [3, "lifetime_counter"],
      [4, "lifetime_counter"],
      [null, "unknown"],
    ]);
  });

  test("of no counters is unknown", () => {
    expect(dayYields(days, { today: none, total: none }, [true, true, true]))
      .toEqual(days.map(() => ({
        kwh: null,
        method: "unknown",
        flags: [],
        repairs: [],
        lost: 0,
        tail: 0,
        doubt: 0,
        dayCounter: null,
        lifetime: null,
      })));
  });
});

test("dayYields(): the day counter is read to its end", () => {
  const days = localDays("2025-06-01", "2025-06-01", "UTC");
  const noon = days[0]!.start + 12 * 3_600_000;
  const today = { time: Float64Array.of(noon, noon + 1), value: Float64Array.of(7.5, 7.51) };
  const total = { time: new Float64Array(), value: new Float64Array() };
  expect(dayYields(days, { today, total }, [false])[0]?.kwh).toBe(7.51);
});

describe("what flows after the last reading of a day counter", () => {
  const today = hourly("_x8 0 2 4 / _x20 0 1 2 3 / _x8 0 1 2");
  const tails = (power?: Samples, missesEnd = [false, false, false]) =>
    dayYields(days, { today, total: none }, missesEnd, power && { power })
      .map(({ tail }) => Math.round(tail * 1e6) / 1e6);

  test("is at most what the power at it gives in one more step", () => {
    expect(tails(hourly("_x8 0 2000 600 / _x20 0 1000 1000 400 / _x8 0 1000 0")))
      .toEqual([0.6, 0.4, 0.05]);
  });

  test("is little if the inverter gave little before it fell asleep, and none if it slept before", () => {
    expect(tails(hourly("_x8 0 20 0 / _x20 0 0 0 0 / _x8 0 60 40"))).toEqual([0.02, 0, 0.05]);
  });

  test("ends at midnight, where the counter is reset", () => {
    const time = today.time.map((one) => one + HOUR / 2);
    const yields = dayYields(days, { today: { ...today, time }, total: none }, [], {
      power: { time, value: hourly("_x8 0 2 600 / _x20 0 1 1 400 / _x8 0 1 0").value },
    });
    expect(yields[1]!.tail).toBeCloseTo(0.2, 9);
  });

  test("is what an inverter gives after midnight if it works then and gives more", () => {
    // Beside a battery it works all night; in the last hour of the first day, a heat pump starts.
    const today = hourly("_x20 0 1 2 3 / 0 1 2 3 3 3 3 / _x8 0 1 2");
    const first = (power: string) =>
      dayYields(days, { today, total: none }, [], { power: hourly(power) })[0]!.tail;
    expect(first("_x20 1000 1000 1000 200 / 900 900 900 0 / _x8 0")).toBeCloseTo(0.9, 9);
    expect(first("_x20 1000 1000 1000 200 / 50 900 900 0 / _x8 0")).toBeCloseTo(0.2, 9);
  });

  test("is guessed by the counter's mean rise without power", () => {
    expect(tails()).toEqual([2, 1, 1]);
    // The day ends half an hour after the last reading.
    const time = today.time.map((one) => one + HOUR / 2);
    expect(dayYields(days, { today: { ...today, time }, total: none }, [])[1]!.tail)
      .toBeCloseTo(0.5, 9);
  });

  test("is not in question where the evening is missing anyway", () => {
    expect(tails(undefined, [true, false, false])).toEqual([0, 1, 1]);
  });
});

describe("two counters of one inverter", () => {
  /** The first day: 20 kWh by the day counter, read every hour in steps of 1 Wh. */
  const first = (lifetime: number, power: Samples = none) => {
    const today = hourly("_x8 0.001 0.002 20 / _x8 0 1 2 / _x8 0 1 2");
    const end = 100 + lifetime;
    const total = hourly(
      `_x8 100.001 100.002 120 / _x8 ${end} ${end + 1} ${end + 2} / _x8 ${end + 2} ${end + 3} ${
        end + 4
      }`,
    );
    const yields = dayYields(days, { today, total }, [false, false, false], { power });
    const { flags, doubt, tail } = yields[0]!;
    return { flags, doubt: Math.round(doubt * 1e6) / 1e6, tail: Math.round(tail * 1e6) / 1e6 };
  };
  const asleep = hourly("_x8 9000 0 0 / _x8 0 0 0 / _x8 0 0 0");

  test("that agree leave no doubt", () => {
    expect(first(20, asleep)).toEqual({ flags: [], doubt: 0, tail: 0 });
  });

  test("may differ by what flows after the last reading", () => {
    const power = hourly("_x8 10 9000 400 / _x8 0 0 0 / _x8 0 0 0");
    expect(first(20.35, power)).toEqual({ flags: [], doubt: 0, tail: 0.4 });
  });

  test("may differ by a share of a percent, which is in the band then", () => {
    expect(first(20.09, asleep)).toEqual({ flags: [], doubt: 0.09, tail: 0 });
    expect(first(19.91, asleep)).toEqual({ flags: [], doubt: 0.09, tail: 0 });
  });

  test("that differ by more do not belong together", () => {
    expect(first(20.125, asleep).flags).toEqual(["yield_mismatch"]);
    expect(first(20.2, asleep).flags).toEqual(["yield_mismatch"]);
    expect(first(19.8, asleep).flags).toEqual(["yield_mismatch"]);
  });
});

test("a recovered yield is no finer than the day counter it is told by", () => {
  // The day counter shows 0.1 kWh as soon as these are reached; the lifetime counter counts each Wh.
  const at = (day: string, wattHours: number[]) =>
    wattHours.map((wh) => day === "today" ? Math.floor(wh / 100) / 10 : 50 + wh / 1000);
  const truth = [[0, 105, 208], [0, 101, 202], [0, 109, 209]];
  const opening = [0, 300, 1000];
  const series = (name: string) =>
    hourly(
      truth.map((day, d) =>
        `_x8 ${at(name, day.map((wh) => name === "today" ? wh : opening[d]! + wh)).join(" ")}`
      ).join(" / "),
    );
  const counters = { today: series("today"), total: series("total") };
  const { kwh, flags, doubt } = dayYields(days, counters, [false, true, false])[1]!;
  expect(flags).toEqual(["yield_recovered"]);
  expect(Math.abs(kwh! - 0.7)).toBeGreaterThan(0.002);
  expect(Math.abs(kwh! - 0.7)).toBeLessThan(doubt);
});

test("a single reading of both counters tells the rest of the day before", () => {
  const counters = {
    today: hourly("_x8 0 1 2 / _x20 9 / _x8 0 1"),
    total: hourly("_x8 100 101 102 / _x20 121 / _x8 121 122"),
  };
  const yields = dayYields(days, counters, [true, false, false]);
  expect(yields.map(({ kwh, method }) => [kwh, method]))
    .toEqual([[12, "lifetime_counter"], [9, "day_counter"], [1, "day_counter"]]);
});

describe("a day counter that is not reset one night", () => {
  const today = "_x8 0 3 5 / _x8 5 6 9 / _x8 0 1 2";
  const of = (total: string, power = "") =>
    dayYields(days, { today: hourly(today), total: hourly(total) }, [false, false, false], {
      power: hourly(power),
    }).map(({ kwh, flags }) => [kwh, flags]);
  const carriedOn = [[5, []], [4, ["late_reset"]], [2, []]];
  const counted = [[5, []], [9, []], [2, []]];

  test("counts on from the day before, as the lifetime counter says", () => {
    expect(of("_x8 100 103 105 / _x8 105 106 109 / _x8 109 110 111")).toEqual(carriedOn);
  });

  test("or as the inverter does that has only just woken up", () => {
    expect(of("", "_x8 10 3000 10 / _x8 10 3000 10 / _x8 10 3000 10")).toEqual(carriedOn);
  });

  test("was reset if the lifetime counter or the power says so", () => {
    // The first reading of the day comes late, and is what the counter showed the evening before.
    expect(of("_x8 100 103 105 / _x8 110 111 114 / _x8 114 115 116")).toEqual(counted);
    expect(of("", "_x8 10 3000 10 / _x8 2000 3000 10 / _x8 10 3000 10")).toEqual(counted);
  });
});

describe("a day counter that is reset late", () => {
  test("may have counted between its last reading and the reset", () => {
    // At 9 o'clock it shows 0.1 kWh more than in the evening; at 10 it has been reset.
    const today = hourly("_x8 0 1 2 / _x9 2.1 0.2 1 3 / _x8 0 1 2");
    const lost = (watts: string) =>
      dayYields(days, { today, total: none }, [false, false, false], {
        power: hourly(`_x8 0 900 900 / _x9 ${watts} 900 900 / _x8 0 900 900`),
      })[1]!.lost;
    expect(lost("100 500")).toBeCloseTo(0.1 + 0.5 - 0.2, 9);
    expect(lost("0 0")).toBeCloseTo(0.1, 9);
  });

  test("after an evening that nobody saw shows more than an inverter can have counted at dawn", () => {
    const today = hourly("_x8 0 1 2 / _x8 6 6 0 1 3 / _x8 0 1 2");
    const second = (power: string) =>
      dayYields(days, { today, total: none }, [true, false, false], { power: hourly(power) })[1]!;
    expect(second("_x8 0 900 900 / _x8 0 0 0 900 900 / _x8 0 900 900"))
      .toMatchObject({ kwh: 3, flags: ["late_reset"] });
    // It was heard at noon first, and restarted.
    expect(second("_x8 0 900 900 / _x8 900 900 0 900 900 / _x8 0 900 900"))
      .toMatchObject({ kwh: 9, flags: ["counter_reset"] });
  });

  // The second day begins with what the first showed, and 20 Wh more; it is reset at 10 o'clock.
  const evening = "_x8 0.001 0.002 3 5.001";
  const yields = (second: string, watts = 20, morning = 10) =>
    dayYields(
      days,
      { today: hourly(`${evening} / ${second} / _x8 0.001 1 2`), total: none },
      [false, false, false],
      {
        power: hourly(`_x8 10 900 ${watts} ${watts} / _x8 ${morning} 20 3000 10 / _x8 10 3000 10`),
      },
    ).map(({ kwh, flags }) => [Math.round(kwh! * 1000) / 1000, flags]);

  test("may have counted a little after its last reading", () => {
    expect(yields("_x8 5.018 0.002 4"))
      .toEqual([[5.001, []], [4, ["late_reset"]], [2, []]]);
  });

  test("is another day's if it shows more than could flow after the last reading", () => {
    // 50.5 W for an hour and two steps of 1 Wh: 52.5 Wh.
    expect(yields("_x8 5.053 0.002 4", 50.5, 90)[1]![1]).toContain("late_reset");
    expect(yields("_x8 5.054 0.002 4", 50.5, 90)[1]![1]).not.toContain("late_reset");
  });

  test("has counted some of the day before it was", () => {
    expect(yields("_x8 5.001 5.041 0.002 4"))
      .toEqual([[5.001, []], [4.04, ["late_reset"]], [2, []]]);
  });
});

describe("what nobody saw", () => {
  test("a silence around midnight may belong to either day", () => {
    // The lifetime counter rises by 0.06 kWh between the last sample of a day and the first of the next.
    const total = hourly(
      "_x8 100 100.02 100.04 / _x8 100.10 102 104 104.01 / _x8 104.07 105 106",
    );
    const [, second] = dayYields(days, { today: none, total }, [false, false, false]);
    // At both of its midnights, less a step of the counter.
    expect(second!.doubt).toBeCloseTo(2 * (0.06 - 0.01), 9);
  });

  test("a day counter that is reset late after an outage shows the day before", () => {
    // Silent from noon on; the next morning it still shows what it counted meanwhile.
    const today = hourly("_x8 0 9 / _x8 26 0 15 31 / _x8 0 1");
    const total = hourly("_x8 100 109 / _x8 126 126 141 157 / _x8 157 158");
    const yields = dayYields(days, { today, total }, [true, false, false]);
    expect(yields.map(({ kwh, method }) => [kwh, method])).toEqual([
      [26, "lifetime_counter"],
      [31, "day_counter"],
      [1, "day_counter"],
    ]);
    expect(yields[1]!.flags).toEqual(["late_reset"]);
  });

  test("the lifetime counter bounds what flowed after a day counter fell silent", () => {
    const today = hourly("_x8 0 0.1 / _x8 0 1 / _x8 0 1");
    const total = hourly("_x8 100 100 / _x8 101 102 / _x8 102 103");
    const [first] = dayYields(days, { today, total }, [true, false, false]);
    expect(first!.kwh! + first!.tail).toBeGreaterThan(1);
  });
});
