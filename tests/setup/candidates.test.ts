import fc from "fast-check";
import { expect, test } from "vitest";
import { formatSelector, labelTest, parseMetricSelector } from "../../src/selector.ts";
import { listCandidates, splitWords } from "../../src/setup/candidates.ts";

const name = fc.string({ minLength: 1, maxLength: 8 });

function serverOf(items: Record<string, string>[]) {
  return { series: () => Promise.resolve({ items, notices: [] }) };
}

test("each selector finds its own quantity and no other one, whatever the labels", async () => {
  const label = fc.constantFrom("a", "b", "entity", "phase");
  const labels = fc.dictionary(label, fc.string({ minLength: 1, maxLength: 3 }), { maxKeys: 3 });
  await fc.assert(fc.asyncProperty(
    fc.array(fc.tuple(fc.constantFrom("x", "y", "µ-w"), labels), { maxLength: 12 }),
    async (series) => {
      const items = series.map(([__name__, rest]) => ({ __name__, ...rest }));
      const { candidates } = await listCandidates(serverOf(items), { start: 0, end: 1 });
      for (const { selector } of candidates) {
        const read = parseMetricSelector(formatSelector(selector));
        const matches = await labelTest(read);
        const found = candidates.filter((one) => one.metric === read.metric && matches(one.labels));
        expect(found).toHaveLength(1);
      }
    },
  ));
});

test("an exporter's restart makes no second candidate", async () => {
  const { candidates } = await listCandidates(
    serverOf([{ __name__: "p", pod: "a" }, { __name__: "p", pod: "b" }]),
    { start: 0, end: 1 },
  );
  expect(candidates).toHaveLength(1);
});

test("names of computers are left out and counted", async () => {
  const listed = await listCandidates(
    serverOf([
      { __name__: "up" },
      { __name__: "node_cpu_seconds_total" },
      { __name__: "request_bucket", le: "1" },
      { __name__: "power_watts" },
    ]),
    { start: 0, end: 1 },
  );
  expect(listed).toMatchObject({ series: 4, ofMachines: 3 });
  expect(listed.candidates.map(({ metric }) => metric)).toEqual(["power_watts"]);
});

test("a source with one metric for everything is bound by the thing's name", async () => {
  const { candidates } = await listCandidates(
    serverOf([{
      __name__: "homeassistant_sensor_power_w",
      entity: "sensor.grid",
      domain: "sensor",
    }]),
    { start: 0, end: 1 },
  );
  expect(formatSelector(candidates[0]!.selector)).toBe(
    'homeassistant_sensor_power_w{entity="sensor.grid"}',
  );
});

test.each([
  ["gridPower_value", "grid power value"],
  ["meter_power_kW", "meter power kw"],
  ["energy_Wh", "energy wh"],
  ["sensor.wärmepumpe_leistung", "sensor wärmepumpe leistung"],
])("the words of %s are %s", (text, words) => {
  expect(splitWords(text)).toBe(words);
});

test("any text has words", () => {
  fc.assert(fc.property(name, (text) => {
    expect(splitWords(text)).not.toMatch(/^ | $|\n/);
  }));
});
