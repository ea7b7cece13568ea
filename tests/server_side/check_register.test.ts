import { expect, test } from "vitest";
import { checkRegister, type RegisterDay } from "../../src/server_side/check_register.ts";

/** Days as `increase@reading`; `-` is unknown, a `!` behind it a gap in the grid power. */
function days(text: string): RegisterDay[] {
  return text.split(" ").map((one) => {
    const [increase, reading] = one.replace("!", "").split("@")
      .map((part) => part === "-" ? NaN : Number(part));
    return { increase: increase!, reading: reading!, isCovered: !one.endsWith("!") };
  });
}

test.each([
  ["agrees with the readings", "5@100 6@106 7@113", ["unchecked", "", ""]],
  ["is stretched a little", "5@100 6.05@106 7.06@113", ["unchecked", "", ""]],
  // Two kilowatt-hours were counted while nobody listened about midnight.
  [
    "misses the night",
    "5@100 6@106 7@115 8@123",
    ["unchecked", "register_partial", "register_partial", ""],
  ],
  // Two pods reported for an hour, or the register fell and came back.
  [
    "counts an overlap twice",
    "5@100 7@106 7@113",
    ["unchecked", "register_mismatch", ""],
  ],
  ["goes on after a reset", "5@100 6@3 7@10", ["unchecked", "register_mismatch", ""]],
  // The first day after a silent one, and the one before it, have one end only.
  [
    "is absent for a day",
    "5@100 6@106 -@- 7@120 8@128",
    ["unchecked", "", "", "unchecked", ""],
  ],
  ["has a gap, maybe at midnight", "5@100 6@106! 7@113", ["unchecked", "unchecked", ""]],
])("increase() %s", (_, text, expected) => {
  expect(checkRegister(days(text)).map((flags) => flags.join())).toEqual(expected);
});
