import { describe, expect, test } from "vitest";
import { checkYields, type CounterDay } from "../../src/server_side/checks.ts";

/** Days as `counter/lifetime/opening`; `-` is unknown. */
function days(text: string): CounterDay[] {
  return text.split(" ").map((one) => {
    const [counter, lifetime, opening] = one.split("/")
      .map((part) => part === "-" ? NaN : Number(part));
    return { counter: counter!, lifetime: lifetime!, opening: opening! };
  });
}

/** Yields as `kwh flags`. */
function told(text: string, options: { most?: number; inverters?: number } = {}): string[] {
  return checkYields(days(text), { most: 200, ...options }).map(({ kwh, method, flags }) =>
    [kwh === null ? "null" : Number(kwh.toFixed(2)), method, ...flags].join(" ")
  );
}

const LAST = "2 day_counter unchecked";

describe("checkYields()", () => {
  test.each([
    [
      "both counters agree, to the last digit of each",
      "5.04/105/100 3.26/108.3/104.95 2/110.3/108.29",
      ["5.04 day_counter", "3.26 day_counter", LAST],
    ],
    [
      "a late reset, of minutes",
      "36.2/136.2/100 36.2/148.5/136.2 2/150.5/148.5",
      ["36.2 day_counter", "12.3 lifetime_counter late_reset", LAST],
    ],
    [
      "a late reset, of most of the day: the opening is that of the day before",
      "36.2/136.2/100 36.2/148.5/100 2/150.5/148.5",
      ["36.2 day_counter unchecked", "12.3 lifetime_counter late_reset", LAST],
    ],
    [
      "an evening without the logger",
      "5/105/100 3.2/108.2/105 2/116.3/114.3",
      ["5 day_counter", "9.3 lifetime_counter yield_recovered unchecked", LAST],
    ],
    [
      "an inverter that started anew at noon",
      "5/105/100 3.2/112.4/105 2/114.4/112.4",
      ["5 day_counter", "7.4 lifetime_counter counter_reset", LAST],
    ],
    [
      "a silent day between: what flowed then, or the evening before, nobody knows",
      "5/105/100 -/-/- 2/116.3/114.3",
      ["5 day_counter unchecked", "null unknown", LAST],
    ],
    [
      "silent days on which nothing was generated",
      "5/105.1/100.1 -/-/- -/-/- 2/107.1/105.1",
      ["5 day_counter", "0 lifetime_counter", "0 lifetime_counter", LAST],
    ],
    [
      "silent days at both ends",
      "-/-/- 5.1/105.1/100 -/-/-",
      ["null unknown", "5.1 day_counter unchecked", "null unknown"],
    ],
    [
      "a lifetime counter that leapt: no day has that much",
      "5/105.1/100.1 3/6553.5/105.1 2/110.1/108.1",
      [
        "5 day_counter",
        "3 day_counter yield_mismatch unchecked",
        "2 day_counter yield_mismatch unchecked",
      ],
    ],
    [
      "another inverter, whose lifetime counter is less",
      "5/105.1/100.1 3/13.1/10.1 2/15.1/13.1",
      // It says less than the day before ended with, so that neither day has a second number.
      ["5 day_counter unchecked", "3 day_counter yield_mismatch", LAST],
    ],
    [
      "no lifetime counter",
      "5/-/- 3/-/- 2/-/-",
      ["5 day_counter unchecked", "3 day_counter unchecked", LAST],
    ],
    [
      "no day counter",
      "-/105.1/- -/108.2/- -/-/- -/110/- -/10/-",
      [
        "null unknown",
        "3.1 lifetime_counter unchecked",
        "null unknown",
        "null unknown",
        "null unknown yield_mismatch",
      ],
    ],
  ])("%s", (_, text, expected) => expect(told(text)).toEqual(expected));

  test("the last digits of several inverters add up", () => {
    const text = "5.05/105.3/100 3.2/108.5/105.3 2/110.5/108.5";
    expect(told(text)[0]).toBe("5.3 lifetime_counter counter_reset");
    expect(told(text, { inverters: 3 })[0]).toBe("5.05 day_counter");
  });

  test("a coarse lifetime counter refutes nothing", () => {
    expect(told("5.4/105/100 3.2/108/105 2/110/108")[0]).toBe("5.4 day_counter");
  });
});
