import { expect, test } from "vitest";
import { retention } from "../../../src/doctor/checks/retention.ts";
import { HOUR } from "../../../src/time.ts";
import { fakeClient, findingOf, NOW } from "../fakes.ts";

const DAY = 24 * HOUR;
/** Points at the days before now. */
function points(...daysAgo: number[]) {
  const time = Float64Array.from(daysAgo, (days) => NOW - days * DAY);
  return fakeClient({ queryRange: () => [{ labels: {}, time, value: time.map(() => 1) }] });
}
const all = (days: number) => Array.from({ length: days + 1 }, (_, index) => days - index);

test.each([
  [all(100), "ok", "go back to 2025-03-07, 100 days"],
  [all(14), "warning", "14 days"],
  [[100, 99, ...all(90)], "ok", "100 days, 8 of them without the meter"],
])("days %#", async (days, status, found) => {
  const client = points(...days);
  expect(await findingOf(retention, { client })).toMatchObject({
    status,
    found: expect.stringContaining(found),
  });
  expect(client.asked).toEqual(['count(gridbox_ha_multimeter_energy_Wh{ain=~"12(-1)?"})']);
});

test("advises to keep more only where little is kept", async () => {
  expect((await findingOf(retention, { client: points(...all(14)) })).advice).toContain(
    "retention",
  );
  expect((await findingOf(retention, { client: points(...all(100)) })).advice).toBeUndefined();
});

test("is skipped without samples", async () => {
  expect(await findingOf(retention, { client: fakeClient({}) })).toMatchObject({
    status: "skipped",
  });
});
