import { expect, test } from "vitest";
import { contradictions } from "../../../../src/commands/doctor/contradictions.ts";
import { HOUR, MINUTE } from "../../../../src/time.ts";
import { fakeClient, findingOf, NOW } from "../fakes.ts";

const time = Float64Array.from({ length: 8 * 24 * 60 }, (_, i) => NOW - (8 * 24 * 60 - i) * MINUTE);
/** Sun from 4 to 18 o'clock UTC. [W] */
const generation = time.map((at) =>
  Math.max(0, 3000 * Math.sin((at % (24 * HOUR) / HOUR - 4) / 14 * Math.PI))
);
const grid = generation.map((watts) => 400 - watts);
const client = (scale: number) => {
  const client = fakeClient({});
  const found = new Map([
    ["gridbox_ha_multimeter_power_W", grid.map((watts) => scale * watts)],
    ["inverter_ac_active_power_watts", generation],
  ]);
  client.samples = async (asked, { start, end }) => {
    const metric = typeof asked === "string" ? asked : asked.metric!;
    const value = found.get(metric);
    const isAsked = (_: number, row: number) => time[row]! >= start && time[row]! <= end;
    const samples = value && { time: time.filter(isAsked), value: value.filter(isAsked) };
    const { columns } = await fakeClient({
      samples: samples ? [{ labels: { __name__: metric, ain: "12-1" }, ...samples }] : [],
    }).samples(metric, { start, end });
    return { columns, notices: [], requests: 1 } as Awaited<ReturnType<typeof client.samples>>;
  };
  return client;
};

test("samples that agree are no reason to correct the household file", async () => {
  const survey = { observations: [], listed: [], at: NOW };
  expect(await findingOf(contradictions, { client: client(1), survey }))
    .toEqual({ status: "ok", found: "the samples of 7 days do not contradict it" });
});

test("a reversed sign is told with the line that would mend it", async () => {
  expect(await findingOf(contradictions, { client: client(-1) })).toMatchObject({
    status: "failure",
    subject: "sign_reversed",
    found: expect.stringContaining("its sign is reversed"),
    advice: expect.stringContaining('"unit": "W", "sign": "export_positive" }.'),
  });
});

test("without samples there is nothing to compare", async () => {
  expect(await findingOf(contradictions, { client: fakeClient({}) }))
    .toEqual({ status: "skipped", found: "no sample in 7 days" });
});
