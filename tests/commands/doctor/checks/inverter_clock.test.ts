import { expect, test } from "vitest";
import { inverterClock } from "../../../../src/commands/doctor/inverter.ts";
import { parseHousehold } from "../../../../src/household.ts";
import { fakeClient, findingOf } from "../fakes.ts";

/** A day counter, two pods of the exporter and all, from lines `MM-DDTHH:mm value` of Berlin. */
function counter(...lines: string[]) {
  const rows = lines.map((line) => line.split(" "));
  const half = Math.ceil(rows.length / 2);
  const series = (pod: string, part: string[][]) => ({
    labels: { __name__: "inverter_production_today_kwh", pod },
    time: Float64Array.from(part, ([at]) => Date.parse(`2025-${at}:00+02:00`)),
    value: Float64Array.from(part, ([, value]) => Number(value)),
  });
  return fakeClient({ samples: [series("a", rows.slice(0, half)), series("b", rows.slice(half))] });
}

test.each<[string, string[], string, string]>([
  [
    "right",
    ["06-13T21:00 40", "06-14T05:00 0", "06-14T21:00 38", "06-15T05:00 0"],
    "ok",
    "2 resets of the day counter in 7 days, all at midnight",
  ],
  [
    "an hour behind",
    [12, 13, 14].flatMap((day) => [`06-${day}T22:59 40`, `06-${day}T23:00 0`]),
    "warning",
    "the day counter is reset 1 h before midnight of Europe/Berlin, every day",
  ],
  [
    "two hours ahead",
    [12, 13, 14].flatMap((day) => [`06-${day}T01:59 40`, `06-${day}T02:00 0`]),
    "warning",
    "2 h after midnight of Europe/Berlin",
  ],
  [
    "seven hours ahead and asleep at night",
    [12, 13, 14].flatMap((day) => [
      `06-${day}T05:20 40`,
      `06-${day}T06:59 41`,
      `06-${day}T07:00 0`,
      `06-${day}T21:20 40`,
    ]),
    "warning",
    "7 h after midnight",
  ],
  [
    "an hour behind once: nobody knows yet",
    ["06-13T22:59 40", "06-13T23:00 0", "06-14T05:00 0"],
    "warning",
    "1 h before midnight, at 2025-06-13T23:00:00+02:00; the same at 1 of 1 reset in 7 days",
  ],
  [
    "a late reset",
    ["06-13T21:00 40", "06-14T05:00 40", "06-14T05:20 40", "06-14T05:21 0"],
    "warning",
    "after a night the day counter still showed the previous day until",
  ],
  [
    "a restart at noon",
    ["06-14T05:00 0", "06-14T12:59 20", "06-14T13:00 0"],
    "warning",
    "the day counter was reset 11 h before midnight",
  ],
  ["never reset", ["06-14T12:00 3", "06-14T13:00 7"], "skipped", "not been reset"],
])("%s", async (_, lines, status, found) => {
  const finding = await findingOf(inverterClock, { client: counter(...lines) });
  expect(finding).toMatchObject({ status, found: expect.stringContaining(found) });
  expect(finding.advice === undefined).toBe(status !== "warning");
});

test("is skipped without a day counter", async () => {
  expect(await findingOf(inverterClock, { client: fakeClient({}) })).toMatchObject({
    status: "skipped",
  });
  const household = parseHousehold({ zone: "UTC", roles: { yield_today: null } });
  expect(await findingOf(inverterClock, { client: fakeClient({}), household }))
    .toMatchObject({ status: "skipped" });
});
