import { expect, test } from "vitest";
import { checkRegister, type RegisterDay } from "../../src/server_side/checks.ts";

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
