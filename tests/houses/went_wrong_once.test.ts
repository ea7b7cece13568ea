/** Houses of earlier runs of which days were far from the truth, or that were taken for contradictory. */
import { expect, test } from "vitest";
import { someOf } from "../how_many.ts";
import { drawHouse } from "./house.ts";
import { simulateMonth } from "./house_month.ts";
import { analyse, type Verdict, verdictOf } from "./judge.ts";
import { resultsOf } from "./results.ts";
import { parseHousehold } from "../../src/household.ts";

/** The verdict on a house, whose results must also be the same as before. */
async function judgeHouse(number: number): Promise<Verdict> {
  const month = simulateMonth(drawHouse(number)), outcome = await analyse(month);
  if (typeof outcome === "string") throw new Error(outcome);
  const text = resultsOf(outcome, parseHousehold(month.file), { days: false });
  await expect(`${text}\n`).toMatchFileSnapshot(`results/house_${number}.txt`);
  return verdictOf(month, outcome);
}

const FAR_FROM_TRUTH: [number: number, what: string][] = [
  [953, "late samples behind a deadband"],
  [5798, "a battery that is not bound, sampled every ten minutes"],
  [12100, "a battery that is not bound, in a dark month"],
  [12311, "a register of 1 kWh that never rises"],
  [13252, "a register that is frozen, then silent, then leaps"],
  [13900, "a battery that is not bound and soon empty"],
  [101_056, "power each 5 minutes without a register, on a day that seems quiet"],
  [101_063, "means of 5 minutes without a register, on a day on which little seems to cancel"],
  [101_093, "the zone of a country 80 km away"],
  [101_482, "changes that are written twice, the second time with the value before"],
  [102_539, "the zone of a country whose clock changes in the month"],
  [103_960, "means of 5 minutes without an export register, on a day of which export is not seen"],
  [101_605, "phases in steps of 10 W without an import register"],
  [
    104_285,
    "a register of 100 Wh that is frozen over midnight, behind three phases with a deadband",
  ],
  [21_835, "a phase without the inverter, whose generation only fine counters show"],
  [105_543, "a phase without the inverter, whose generation only strings and coarse counters show"],
  [20_528, "a meter that writes on change, and a restart of five minutes while the load changed"],
  [21_101, "a battery that is not bound, beside a heat pump"],
  [302_292, "a phase of three whose meter is sampled each 11 s or 300 s"],
  [322_002, "a battery that is not bound, beside an inverter with a day counter only"],
  [106_945, "a hybrid inverter that gives more in the last quarter of an hour of the day"],
  [108_180, "means of two minutes in which a hob cancels"],
  [109_518, "a battery that is not bound, beside few panels"],
  [109_837, "a phase of three in December, sampled at other moments than the inverter"],
  [109_872, "a day counter that shows the day before after an evening that nobody saw"],
  [112_733, "a battery whose pulses of export no sample shows"],
  [113_775, "means of a minute in which the pulses beside a battery cancel"],
  [114_649, "a battery behind three phases, each with a deadband"],
  [22_075, "a battery whose pulses no mean of a minute shows"],
  [24_653, "a register that is reset within a quarter of an hour in which an appliance ran"],
  [26_752, "a hybrid inverter whose lifetime counter rises over midnight"],
  [28_315, "power each 5 minutes without an import register, on a day that seems quiet"],
  [28_416, "a battery whose pulses no mean of five minutes shows"],
  [38_150, "an inverter at its limit that is not heard while clouds come"],
  [38_964, "a battery that is not bound, in a dark month"],
  [43_195, "swapped registers in a house that imports about as much as it exports"],
  [43_666, "a battery that is not bound, behind three phases with a deadband"],
  [45_259, "a battery whose pulses of export meet no sample, each 11 s or 300 s"],
  [119_770, "a battery whose pulses no mean of five minutes shows, and which is often empty"],
  [34_473, "a battery that is not bound, in a house of which nothing tells the dark"],
  [33_356, "power each 5 minutes that adds up to more export than was generated"],
  [30_051, "a battery whose pulses no mean of five minutes shows, sampled every ten minutes"],
  [29_493, "a register that is frozen over midnight, behind a power with a deadband"],
  [125_337, "an import register that begins anew a little higher, while the house exports"],
  [127_488, "a battery that is not bound and soon empty, beside a heat pump and few panels"],
  [53_708, "a hybrid battery that is not bound, whose pulses no mean of a minute shows"],
  [54_468, "a day counter that is reset at seven in the morning, sampled each 15 minutes"],
  [54_329, "a battery that is not bound and hardly used, beside few panels in December"],
  [48_851, "a day counter that begins anew an hour before midnight, in an evening that nobody saw"],
  [14829, "two registers of a meter that was replaced by one with a few kilowatt-hours"],
];

test.each(someOf(FAR_FROM_TRUTH, 7))(
  "house %i has no day far from the truth: %s",
  async (number) => {
    expect((await judgeHouse(number)).wrongDays).toBe(0);
  },
  60_000,
);

const FLAGGED: [number: number, what: string][] = [
  [100_404, "an inverter that is at its limit for hours and writes on change"],
  [101_367, "an inverter that is at its limit for hours and writes on change"],
  [104_257, "a hybrid inverter and a battery that are sampled at other moments"],
  [15_113, "import and export that cancel in the means of the meter"],
  [113_193, "an inverter with a coarse day counter that sleeps one sample before the dark"],
  [118_551, "a hybrid inverter with a lifetime counter only, whose battery gives in the evening"],
  [119_023, "two tariffs in steps of 1 Wh, written on change"],
  [32_931, "a counter of 1 kWh without coordinates, whose strings show when the sun is up"],
  [28_998, "an export register that counts the pulses of a battery at night"],
  [112_398, "registers of two tariffs in steps of 1 kWh, written on change"],
  [47_501, "a small inverter whose counter and strings are written on change and sleep at night"],
  [123_045, "three inverters with lifetime counters only, written on change, at dusk"],
];

test.each(someOf(FLAGGED, 2))("house %i is sound: %s", async (number) => {
  const { flagged, complete, days } = await judgeHouse(number);
  expect([flagged, complete]).toEqual([0, days]);
}, 60_000);

test.each([
  [24_111, "swapped registers in steps of 1 kWh, written on change"],
  [116_827, "one phase of three of a house without inverter, on which a wallbox draws more"],
  [39_185, "a wallbox of 11 kW as the generation of few panels"],
  [37_264, "the zone of another ocean, which only strings tell"],
  [25_284, "a reversed sign in a house that generates nothing"],
  [
    125_073,
    "a register in the wrong unit beside a power that is written on change and switches often",
  ],
  [125_106, "a heat pump as the generation, beside grid power each 15 minutes"],
  [52_698, "a wallbox that counts twice, beside means of five minutes"],
  [122_671, "a heat pump as the yield of a house whose strings show the right sign"],
])("the mistake of house %i is named: %s", async (number) => {
  expect((await judgeHouse(number)).mistake).toEqual({ isNamed: true, isMended: true });
}, 60_000);
