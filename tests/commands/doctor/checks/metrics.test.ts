import { describe, expect, test } from "vitest";
import { metrics } from "../../../../src/commands/doctor/metrics.ts";
import type { LabelledSamples } from "../../../../src/columns.ts";
import { parseHousehold } from "../../../../src/household.ts";
import { HOUR, MINUTE } from "../../../../src/time.ts";
import { type Answers, fakeClient, house, minutely, NOW, outcomeOf } from "../fakes.ts";

const POWER = "gridbox_ha_multimeter_power_W", AC = "inverter_ac_active_power_watts";
const grid = (labels: Record<string, string> = {}, values = [250, 260], end = NOW) =>
  minutely({ __name__: POWER, ain: "12-1", pod: "a", ...labels }, values, end);
const ac = (end = NOW) => minutely({ __name__: AC, pod: "a" }, [2310, 2311], end);

/** A server that holds series, and answers raw range selectors of the catalogue's metrics. */
function holding(series: LabelledSamples[], more: Answers = {}) {
  return fakeClient({
    query: (expression) => {
      if (expression === "count by (job) (up)") return [minutely({ job: "node" }, [1])];
      const [, seconds] = /\[(\d+)s\]$/.exec(expression)!;
      return series.filter(({ time }) => time.at(-1)! > NOW - Number(seconds) * 1000);
    },
    listed: series.map(({ labels }) => labels),
    ...more,
  });
}

async function findingAbout(subject: string, client: ReturnType<typeof fakeClient>, own = house) {
  const { findings } = await outcomeOf(metrics, { client, household: own });
  return findings.find((one) => one.subject === subject);
}

describe("a metric that is there", () => {
  test("with its interval, age and value", async () => {
    expect(await findingAbout(POWER, holding([grid()]))).toEqual({
      status: "ok",
      subject: POWER,
      found: "1 series, every 60 s, last sample 30 s ago: 260 W",
    });
  });

  test("restarts are told apart from devices", async () => {
    const series = [grid({ pod: "a" }), grid({ pod: "b", instance: "c" }), grid({ pod: "d" })];
    expect((await findingAbout(POWER, holding(series)))?.found).toMatch(
      /^1 series \(and 2 from before restarts\),/,
    );
  });

  test("and looks wrong", async () => {
    expect(await findingAbout(POWER, holding([grid({}, [0.251, 0.263])]))).toMatchObject({
      status: "warning",
      found: expect.stringContaining("look like kW"),
      advice: expect.stringContaining("household.json"),
    });
  });
});

describe("a meter's metric that is not there", () => {
  test("never seen", async () => {
    expect(await findingAbout(POWER, holding([ac()]))).toMatchObject({
      status: "failure",
      found: "no sample within 60 days",
      advice: expect.stringContaining("exporter"),
    });
  });

  test("only with other labels", async () => {
    expect(await findingAbout(POWER, holding([grid({ ain: "99-1" })]))).toMatchObject({
      status: "failure",
      found: expect.stringContaining("none with these labels"),
      advice: expect.stringContaining("METER_AIN_REGEX"),
    });
  });

  test("silent for hours: there is no night for a meter", async () => {
    expect(await findingAbout(POWER, holding([grid({}, [1, 2], NOW - 3 * HOUR)]))).toMatchObject({
      status: "failure",
      found: "silent, last sample 3 h ago; meters send at night, too",
    });
  });

  test("silent for weeks: found by a coarse look", async () => {
    const weeks = minutely({ __name__: POWER }, [1], NOW - 20 * 24 * HOUR);
    const client = holding([], { queryRange: () => [weeks] });
    expect((await findingAbout(POWER, client))?.found).toContain("last sample 20 days ago");
  });

  test("one that nothing is computed from is no failure", async () => {
    expect(await findingAbout("gridbox_ha_device_present", holding([grid()])))
      .toMatchObject({ status: "warning" });
  });
});

test("a server that knows nothing of the house: one finding, and no survey", async () => {
  const { findings, facts } = await outcomeOf(metrics, { client: holding([]) });
  expect(findings).toEqual([{
    status: "failure",
    found: expect.stringMatching(/^none of the household's 18 metrics .* scrapes only 'node'$/),
    advice: expect.stringContaining("another server"),
  }]);
  expect(facts).toBeUndefined();
});

describe("an inverter that is silent", () => {
  test("in daylight", async () => {
    expect(await findingAbout(AC, holding([ac(NOW - 4 * HOUR)]))).toMatchObject({
      status: "failure",
      found: expect.stringContaining("4 h of daylight"),
      advice: expect.stringContaining("logger"),
    });
  });

  test("for some minutes: yesterday is looked at, too", async () => {
    const { latitude: _, longitude: __, ...own } = house;
    // Awake on both days until 20 minutes ago; the last hour alone would look like a night.
    const awake = ac(NOW - 20 * MINUTE);
    const day = minutely(
      { __name__: AC },
      Array.from({ length: 1500 }, () => 900),
      NOW - 20 * MINUTE,
    );
    const client = holding([awake], {
      query: (expression) => expression.endsWith("[93600s]") ? [day] : [awake],
    });
    expect(await findingAbout(AC, client, own)).toMatchObject({
      status: "warning",
      found: "silent, last sample 21 min ago; it was awake at this time yesterday",
    });
  });

  test("in a polar night", async () => {
    const own = { ...house, latitude: -75, longitude: 0 };
    expect(await findingAbout(AC, holding([ac(NOW - 20 * HOUR)]), own)).toMatchObject({
      status: "ok",
      found: expect.stringContaining("silent for the night"),
    });
  });
});

test("another house's series are looked for instead, in their unit and sign", async () => {
  const own = parseHousehold({
    zone: "Europe/Vienna",
    roles: { grid_power: { selector: "p1_kw", unit: "kW", sign: "export_positive" } },
  });
  const client = holding([], {
    samples: [minutely({}, [1.5, 2.25])],
    listed: [{ __name__: "p1_kw" }],
  });
  expect((await findingAbout("p1_kw", client, own))?.found).toContain(": -2250 W");
  expect(await findingAbout(POWER, client, own)).toBeUndefined();
  expect(await findingAbout("gridbox_ha_device_present", client, own)).toBeUndefined();
});

test("asks little: one request for what is fresh, two more for what is not", async () => {
  const client = holding([grid()]);
  await outcomeOf(metrics, { client });
  expect(client.asked.map((one) => /\[(.+)\]$|^count/.exec(one)?.[1] ?? "count"))
    .toEqual(["3600s", "93600s", "count"]);
  expect(client.asked[1]).not.toContain(POWER);
});

test("gives the survey to later checks", async () => {
  const { facts } = await outcomeOf(metrics, { client: holding([grid()]) });
  const power = facts?.survey?.observations.find(({ probe }) => probe.name === POWER);
  expect(power).toMatchObject({
    devices: 1,
    restarts: 0,
    interval: MINUTE,
    last: NOW - MINUTE / 2,
  });
});
