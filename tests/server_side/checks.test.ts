import { describe, expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { defaultHousehold, parseHousehold } from "../../src/household.ts";
import {
  checkRegister,
  checkYields,
  type CounterDay,
  refuseParallelDevices,
  type RegisterDay,
} from "../../src/server_side/checks.ts";
import { HOUR } from "../../src/time.ts";

const DAY = 24 * HOUR;

/** Answers with the number of looks at which several devices were there, by binding. */
function server(looks: Record<string, number>) {
  const asked: string[] = [];
  return {
    asked,
    query(expression: string) {
      asked.push(expression);
      const columns = joinSeries(
        Object.entries(looks).map(([wattbook, value]) => (
          { labels: { wattbook }, time: Float64Array.of(0), value: Float64Array.of(value) }
        )),
      );
      return Promise.resolve({
        columns,
        notices: [],
        requests: 1,
        resultType: "vector" as const,
      });
    },
  };
}

describe("refuseParallelDevices()", () => {
  const house = defaultHousehold({ zone: "UTC" });

  test("names the selector behind which two devices run", async () => {
    const refused = refuseParallelDevices(server({ 0: 0, 1: 24 }), house, { start: 0, end: DAY });
    await expect(refused).rejects.toMatchObject({
      code: "AMBIGUOUS_SERIES",
      message: "'gridbox_ha_multimeter_energy_Wh' matches several devices for the meter's import " +
        "register (obis 1-0:1.8.0)",
    });
  });

  test("lets one device replace another", async () => {
    await refuseParallelDevices(server({ 0: 0, 1: 2 }), house, { start: 0, end: DAY });
    await refuseParallelDevices(server({}), house, { start: 0, end: DAY });
  });

  test("looks once an hour, and a thousand times at the most", async () => {
    const one = server({});
    for (const days of [1, 40, 3650]) {
      await refuseParallelDevices(one, house, { start: 0, end: days * DAY });
    }
    const looks = one.asked.map((query) => /\[\d+(?:s|d):\d+s\]/.exec(query)![0]);
    expect(looks).toEqual(["[1d:3600s]", "[3456000s:3600s]", "[315360000s:316800s]"]);
  });

  test("asks nothing where nothing is bound", async () => {
    const roles = ["grid_power", "import_energy", "generation_power", "yield_today", "yield_total"];
    const bare = parseHousehold({
      zone: "UTC",
      roles: Object.fromEntries(roles.map((role) => [role, null])),
    });
    const one = server({});
    await refuseParallelDevices(one, bare, { start: 0, end: DAY });
    expect(one.asked).toEqual([]);
  });
});

/** Days as `increase@reading`; `-` is unknown, a `!` behind it a gap in the grid power. */
function days(text: string): RegisterDay[] {
  return text.split(" ").map((one) => {
    const [increase, reading] = one.replace("!", "").split("@")
      .map((part) => part === "-" ? NaN : Number(part));
    return { increase: increase!, reading: reading!, isCovered: !one.endsWith("!") };
  });
}

test.each([
  ["agrees with the readings", "5@100 6@106 7@113", ["5 unchecked", "6", "7"]],
  ["is stretched a little", "5@100 6.05@106 7.06@113", ["5 unchecked", "6.05", "7.06"]],
  [
    "misses what was counted while nobody listened about midnight",
    "5@100 6@106 7@115 8@123",
    ["5 unchecked", "6 register_partial", "7 register_partial", "8"],
  ],
  [
    "counts an overlap of pods twice",
    "5@100 7@106 7@113",
    ["5 unchecked", "6 register_mismatch", "7"],
  ],
  [
    "adds the whole register at a fall that is none",
    "5@100 112@106 7@113",
    ["5 unchecked", "6 register_mismatch", "7"],
  ],
  [
    "adds more than a day can have at a fall that is none",
    "5@15000 15009@15006 7@15013",
    ["5 unchecked", "6 register_mismatch", "7"],
  ],
  [
    "goes on after a reset",
    "5@100 6@3 7@10",
    ["5 unchecked", "6 counter_reset unchecked", "7"],
  ],
  [
    "says what cannot be after a leap upwards, as the readings do",
    "5@100 6653@6553 7@113",
    ["5 unchecked", "null register_mismatch", "7 counter_reset unchecked"],
  ],
  // The first day after a silent one has one end only.
  ["is absent for a day", "5@100 6@106 -@- 7@120 8@128", [
    "5 unchecked",
    "6",
    "null",
    "7 unchecked",
    "8",
  ]],
  ["has a gap, maybe at midnight", "5@100 6@106! 7@113", ["5 unchecked", "6 unchecked", "7"]],
])("increase() %s", (_, text, expected) => {
  const told = checkRegister(days(text), { most: 1000 })
    .map(({ kwh, flags }) => [kwh, ...flags].join(" ").replace(/^(?= |$)/, "null"));
  expect(told).toEqual(expected);
});

describe("check yields", () => {
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
});
