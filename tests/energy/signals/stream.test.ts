import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinSeries, type LabelledSamples, samplesWithin, seriesAt } from "../../../src/columns.ts";
import type { Source } from "../../../src/energy/signals/source.ts";
import { monthlyPieces, sampleStream, stretches } from "../../../src/energy/signals/stream.ts";
import { selector } from "../../../src/selector.ts";
import { localDays, type TimeRange } from "../../../src/time.ts";

/** A source of one power series, and the ranges it was asked for. */
function powerAt(time: number[], absent: number[] = []): Source & { asked: TimeRange[] } {
  const asked: TimeRange[] = [];
  const all: LabelledSamples = {
    labels: { pod: "a" },
    time: Float64Array.from(time),
    value: Float64Array.from(time, (at) => absent.includes(at) ? NaN : at * 10),
  };
  const samples = (_: unknown, range: TimeRange) => {
    asked.push(range);
    return Promise.resolve({
      columns: joinSeries([samplesWithin(all, range)]),
      notices: [`from ${range.start}`],
    });
  };
  return { kind: "archive", description: "one series", samples, asked };
}

const power = selector("power");
const tens = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ start: i * 10, end: i * 10 + 9 }));

describe("sampleStream()", () => {
  test("shows since when and until when it is silent around a window", async () => {
    const stream = sampleStream(powerAt([1, 47, 48]), power, tens(6));
    expect([...(await stream.window({ start: 20, end: 29 })).time]).toEqual([1, 47]);
  });

  test("an absent value ends no silence", async () => {
    const stream = sampleStream(powerAt([1, 2, 30, 47], [2, 30]), power, tens(6));
    expect([...(await stream.window({ start: 20, end: 29 })).time]).toEqual([1, 2, 30, 47]);
  });

  test.each([["archive", 1], ["joined", 2], ["server", 2]] as const)(
    "pulls ahead of what it needs, each piece once: of a source of kind '%s' %d",
    async (kind, ahead) => {
      const source = powerAt(Array.from({ length: 100 }, (_, i) => i));
      const stream = sampleStream({ ...source, kind }, power, tens(10));
      await stream.window({ start: 2, end: 8 });
      expect(source.asked).toEqual(tens(1 + ahead));
      await stream.window({ start: 12, end: 30 });
      expect(source.asked).toEqual(tens(4 + ahead));
      expect(stream.notices).toEqual(tens(4 + ahead).map(({ start }) => `from ${start}`));
    },
  );

  test("knows whether there is anything at all", async () => {
    expect(await sampleStream(powerAt([]), power, tens(3)).isEmpty()).toBe(true);
    const late = powerAt([25]);
    expect(await sampleStream(late, power, tens(9)).isEmpty()).toBe(false);
    expect(late.asked).toHaveLength(4);
  });

  test("a failure ahead is thrown when its piece is wanted, and not before", async () => {
    const source = powerAt([1, 2, 3, 11]);
    const failing: Source = {
      ...source,
      samples: (wanted, range) =>
        range.start === 20
          ? Promise.reject(new Error("the server is gone"))
          : source.samples(wanted, range),
    };
    const stream = sampleStream(failing, power, tens(3));
    expect((await stream.window({ start: 0, end: 9 })).time).toHaveLength(4);
    await expect(stream.window({ start: 10, end: 19 })).rejects.toThrow("the server is gone");
  });

  test("any windows over any pieces show what the whole shows", async () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 199 }), { maxLength: 60 })
      .map((some) => some.sort((a, b) => a - b));
    const borders = fc.uniqueArray(fc.integer({ min: 1, max: 199 }), { maxLength: 12 })
      .map((some) => [0, ...some.sort((a, b) => a - b), 200]);
    await fc.assert(fc.asyncProperty(times, borders, borders, async (time, cuts, windows) => {
      const pieces = cuts.slice(1).map((end, i) => ({ start: cuts[i]!, end: end - 1 }));
      const stream = sampleStream(powerAt(time), power, pieces);
      for (const [i, border] of windows.slice(1).entries()) {
        const range = { start: windows[i]!, end: border - 1 };
        const before = time.findLast((at) => at < range.start) ?? range.start;
        const after = time.find((at) => at > range.end) ?? range.end;
        const columns = await stream.window(range);
        const seen = columns.labels.length > 0 ? [...seriesAt(columns, 0).time] : [];
        expect(seen).toEqual(time.filter((at) => at >= before && at <= after));
      }
    }));
  });
});

test("monthlyPieces() covers a range, each instant once", () => {
  const instant = fc.integer({ min: Date.UTC(2019, 11, 1), max: Date.UTC(2025, 1, 2) });
  fc.assert(fc.property(instant, instant, (a, b) => {
    const range = { start: Math.min(a, b), end: Math.max(a, b) };
    const pieces = monthlyPieces(range);
    expect([pieces[0]!.start, pieces.at(-1)!.end]).toEqual([range.start, range.end]);
    for (const [i, piece] of pieces.slice(1).entries()) {
      expect(piece.start).toBe(pieces[i]!.end + 1);
      expect(new Date(piece.start).toISOString()).toMatch(/-01T00:00:00.000Z$/);
    }
  }));
});

test("sampleStream(): a window reaches to the samples next to it", async () => {
  const columns = (time: number) =>
    joinSeries([
      { labels: { pod: "a" }, time: Float64Array.of(time), value: Float64Array.of(5) },
    ]);
  const samples = (_: unknown, { start }: { start: number }) =>
    Promise.resolve({ columns: columns(start), notices: [] });
  const source = { kind: "archive" as const, description: "example", samples };
  const pieces = [{ start: 0, end: 9 }, { start: 10, end: 19 }, { start: 20, end: 29 }];
  const stream = sampleStream(source, selector("power"), pieces);
  const { time } = await stream.window({ start: 5, end: 8 });
  expect(time.join()).toBe("0,10");
});

test("monthlyPieces(): pieces end with the months of UTC", () => {
  const range = { start: Date.UTC(2025, 0, 31), end: Date.UTC(2025, 2, 1) };
  const ends = monthlyPieces(range).map(({ end }) => end);
  expect(ends).toEqual([Date.UTC(2025, 1) - 1, Date.UTC(2025, 2) - 1, range.end]);
});

test("stretches(): without a length they are calendar months", () => {
  const days = localDays("2025-05-20", "2025-07-02", "Europe/Berlin");
  expect(stretches(days).map((some) => some.map(({ label }) => label.slice(0, 7)))).toEqual([
    Array(12).fill("2025-05"),
    Array(30).fill("2025-06"),
    Array(2).fill("2025-07"),
  ]);
  expect(stretches([])).toEqual([]);
});

test("stretches(): stretches are about equally long", () => {
  const days = localDays("2025-06-01", "2025-07-02", "UTC");
  expect([...stretches(days, 31)].map(({ length }) => length).join()).toBe("16,16");
});
