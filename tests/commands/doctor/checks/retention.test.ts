import { expect, test } from "vitest";
import { retention } from "../../../../src/commands/doctor/retention.ts";
import { parseHousehold } from "../../../../src/household.ts";
import { HOUR } from "../../../../src/time.ts";
import { fakeClient, findingOf, house, NOW } from "../fakes.ts";

const DAY = 24 * HOUR;
const series = (...ago: number[]) => {
  const time = Float64Array.from(ago, (one) => NOW - one);
  return [{ labels: {}, time, value: time.map(() => 1) }];
};
/** All looks since some days, four a day. */
const since = (days: number) =>
  Array.from({ length: 4 * days + 1 }, (_, i) => days * DAY - i * 6 * HOUR);

/** What is found of a server with these looks, and a first sample three hours before the first. */
function found(looks: number[], told?: string, household = house) {
  const client = fakeClient({
    queryRange: () => series(...looks),
    samples: looks.length === 0 ? [] : series(looks[0]! + 3 * HOUR, looks[0]! + HOUR),
  });
  const way = { stopped: null, client, ...(told !== undefined && { retention: told }) };
  return findingOf(retention, { client, way, household }).then((one) => ({
    ...one,
    asked: client.asked,
  }));
}
const METER = "gridbox_ha_multimeter_energy_Wh";

test("says how old the oldest sample is, to the minute", async () => {
  expect(await found(since(100))).toEqual({
    status: "ok",
    found: `the oldest sample of ${METER} is 100 days old (2025-03-07 10:00)`,
    asked: [`count(last_over_time(${METER}{ain=~"12(-1)?"}[1h]))`],
  });
});

test("counts the days without samples", async () => {
  const looks = [100 * DAY, 99 * DAY, ...since(90)];
  expect((await found(looks)).found).toMatch(/; 8 days since then without samples$/);
  // One look of four is enough: the others fell into a pause.
  expect((await found([...since(20), DAY / 2].filter((one) => one % DAY !== 0))).found)
    .not.toContain("without samples");
});

test.each([
  [100, undefined, "ok", undefined],
  [14, undefined, "warning", "If the server is older than that, let it keep more"],
  // What the server is set to counts, not how young it is.
  [14, "100y", "ok", undefined],
  [14, "15d", "warning", "Let it keep more"],
  [100, "15d or 2GiB", "warning", "Let it keep more"],
  [100, "2GiB", "ok", undefined],
  [3, "1y6w", "ok", undefined],
])("%i days, told %j: %s", async (days, told, status, advice) => {
  const finding = await found(since(days), told);
  expect(finding.status).toBe(status);
  if (told) expect(finding.found).toContain(`the server keeps ${told}; `);
  if (advice) expect(finding.advice).toContain(advice);
  else expect(finding.advice).toBeUndefined();
});

test("a house without a meter is judged by its inverter, one without both not at all", async () => {
  const roles = { grid_power: null, import_energy: null };
  const noMeter = parseHousehold({ zone: "UTC", roles });
  expect((await found(since(40), undefined, noMeter)).found).toContain(
    "inverter_production_today_kwh",
  );
  const nothing = { ...roles, yield_today: null, generation_power: null };
  expect(await found(since(40), undefined, parseHousehold({ zone: "UTC", roles: nothing })))
    .toMatchObject({ status: "skipped", asked: [] });
});

test("is skipped without samples, and says of what", async () => {
  expect(await found([])).toMatchObject({
    status: "skipped",
    found: expect.stringContaining(METER),
  });
});
