import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeSeries } from "../../src/archive/merge_series.ts";
import { eachSeries, joinSeries, type SeriesColumns } from "../../src/columns.ts";
import { load } from "../notation.ts";

/** What a reading says: a value per series and time. */
function asMap(columns: SeriesColumns): Map<string, number> {
  return new Map(
    [...eachSeries(columns)].flatMap(({ labels, time, value }) =>
      [...time].map((at, row) => [`${labels["pod"]} ${at}`, value[row]!] as const)
    ),
  );
}

const reading = fc.uniqueArray(
  fc.record({
    pod: fc.constantFrom("a", "b", "c"),
    time: fc.integer({ min: 0, max: 20 }),
    value: fc.oneof(fc.integer(), fc.constant(NaN)),
  }),
  { selector: ({ pod, time }) => `${pod} ${time}` },
).map((samples) => {
  samples.sort((a, b) => a.time - b.time);
  return joinSeries(
    [...Map.groupBy(samples, ({ pod }) => pod)].map(([pod, own]) => ({
      labels: { pod },
      time: Float64Array.from(own, ({ time }) => time),
      value: Float64Array.from(own, ({ value }) => value),
    })),
  );
});

describe("mergeSeries()", () => {
  test("is the union by series and time, the newer value where it is present", () => {
    fc.assert(fc.property(reading, reading, (older, newer) => {
      const a = asMap(older), b = asMap(newer), merged = mergeSeries(older, newer);
      const union = new Map(a);
      for (const [key, value] of b) {
        if (!union.has(key) || !Number.isNaN(value)) union.set(key, value);
      }
      expect(asMap(merged.columns)).toEqual(union);
      expect(merged.columns.time.length).toBe(union.size);
      expect(merged.added).toBe(union.size - a.size);
      expect(merged.changed)
        .toBe([...a].filter(([key, value]) => !Object.is(union.get(key), value)).length);
      for (const { time } of eachSeries(merged.columns)) {
        expect([...time]).toEqual([...time].toSorted((x, y) => x - y));
      }
    }));
  });

  test("knows a series whatever the order of its labels", () => {
    const older = load('p{a="1",b="2"} 5'), newer = load('p{b="2",a="1"} 5 6');
    const { columns, added, changed } = mergeSeries(older, newer);
    expect(columns.labels).toHaveLength(1);
    expect({ added, changed }).toEqual({ added: 1, changed: 0 });
  });
});
