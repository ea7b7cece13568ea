import fc from "fast-check";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { describe, expect, test } from "vitest";
import { formOf, type ReadForm, readReadAnswer } from "../../../src/client/chunks/read_answer.ts";
import { eachSeries, type SeriesColumns } from "../../../src/columns.ts";
import { isWattbookError } from "../../../src/errors.ts";
import type { TimeRange } from "../../../src/time.ts";
import { samples } from "./arbitrary.ts";
import {
  type BitSample,
  bitsOf,
  bytes,
  chunkedResponse,
  field,
  frame,
  number,
  samplesResponse,
  STALE,
  varint,
  xorChunk,
} from "./encode.ts";
import { asAnswered } from "./as_answered.ts";

const ALL: TimeRange = { start: -8e15, end: 8e15 };

async function* pieces(body: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

interface Reading {
  form?: ReadForm;
  range?: TimeRange;
  maxBytes?: number;
  size?: number;
}

function read(body: Uint8Array, { size = 1000, ...options }: Reading = {}) {
  return readReadAnswer(pieces(body, size), {
    form: "chunks",
    range: ALL,
    maxBytes: 1e7,
    ...options,
  });
}

function content(columns: SeriesColumns): [string, BitSample[]][] {
  return [...eachSeries(columns)].map(({ labels, time, value }) => [
    labels.name!,
    Array.from(time, (at, row) => [at, bitsOf(value[row]!)]),
  ]);
}

/** Cuts samples into chunks. */
function chunksOf(all: readonly BitSample[], length: number): { data: Uint8Array }[] {
  const chunks = [];
  for (let at = 0; at < all.length; at += length) {
    chunks.push({ data: xorChunk(all.slice(at, at + length)) });
  }
  return chunks;
}

const minutes = (count: number, first = 0): BitSample[] =>
  Array.from({ length: count }, (_, row) => [(first + row) * 60_000, bitsOf(first + row)]);

describe("an answer in chunks", () => {
  const series = fc.array(samples, { maxLength: 4 });

  test("has every sample of every series that lies in the range", async () => {
    await fc.assert(fc.asyncProperty(
      series,
      fc.integer({ min: 1, max: 130 }),
      fc.integer({ min: 1, max: 5000 }),
      fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: 300 })),
      async (all, length, size, [skip, drop]) => {
        const times = all.flat().map(([time]) => time).sort((a, b) => a - b);
        const range = { start: times[skip] ?? ALL.start, end: times.at(-1 - drop) ?? ALL.end };
        const stream = bytes(...all.flatMap((own, index) =>
          // A frame for every two chunks.
          Map.groupBy(chunksOf(own, length).entries(), ([at]) => at >> 1).values().map((some) =>
            frame(chunkedResponse({ name: `s${index}` }, some.map(([, chunk]) => chunk)))
          ).toArray()
        ));
        const { columns, notices } = await read(stream, { range, size });
        const within = all.map((own, index): [string, BitSample[]] => [
          `s${index}`,
          asAnswered(own).filter(([time]) => time >= range.start && time <= range.end),
        ]).filter(([, own]) => own.length > 0);
        expect(content(columns)).toEqual(within);
        expect(notices).toEqual([]);
      },
    ));
  });

  test("may have chunks that overlap, in any order, and series that come again", async () => {
    await fc.assert(fc.asyncProperty(
      fc.array(
        fc.tuple(fc.constantFrom("a", "b"), fc.nat({ max: 60 }), fc.integer({ min: 1, max: 9 })),
        {
          maxLength: 12,
        },
      ),
      async (parts) => {
        const expected = new Map<string, Map<number, bigint>>();
        const frames = parts.map(([name, first, count], index) => {
          // The value tells which chunk it is from: the last one counts.
          const own = minutes(count, first).map(([time]): BitSample => [time, bitsOf(index)]);
          const known = expected.get(name) ?? new Map();
          for (const [time, bits] of own) known.set(time, bits);
          expected.set(name, known);
          return frame(chunkedResponse({ name }, [{ data: xorChunk(own) }]));
        });
        const { columns } = await read(bytes(...frames), { size: 77 });
        expect(content(columns)).toEqual(
          [...expected].map(([name, own]) => [name, [...own].sort(([a], [b]) => a - b)]),
        );
      },
    ));
  });

  test("a sample at the border of two chunks counts once", async () => {
    const chunks = [minutes(5), minutes(5, 4)].map((own) => ({ data: xorChunk(own) }));
    const { columns } = await read(frame(chunkedResponse({ name: "a" }, chunks)));
    expect(content(columns)).toEqual([["a", minutes(9)]]);
  });

  test("native histograms are left out, with a notice", async () => {
    const stream = bytes(
      frame(chunkedResponse({ name: "a" }, [
        { data: xorChunk(minutes(3)) },
        ...[2, 3, 5, 6].map((encoding) => ({ data: Uint8Array.of(0, 9, 1, 2, 3), encoding })),
        { data: xorChunk(minutes(2, 10)) },
      ])),
      frame(chunkedResponse({ name: "b" }, [{ data: Uint8Array.of(0, 1), encoding: 2 }])),
    );
    const { columns, notices } = await read(stream);
    expect(content(columns)).toEqual([["a", [...minutes(3), ...minutes(2, 10)]]]);
    expect(notices).toEqual(["Native histograms of 2 series are left out"]);
  });

  test("of Prometheus 2.42 is read, byte by byte", async () => {
    // What it sent for these values, 15 s apart, one of them 7 ms late.
    const sent =
      "6768db29cc0a650a130a085f5f6e616d655f5f1207706f7765725f770a080a0361696e12013112440" +
      "8fbf8a5f9c13210bba2adf9c132180122320009f6f1cbf283653ff80000000000009875c267ff8c07c0058007af" +
      "fcdff940012001e7ff0a000300100000000000000020";
    const { columns } = await read(Uint8Array.fromHex(sent), { size: 1 });
    expect(columns.labels).toEqual([{ __name__: "power_w", ain: "1" }]);
    expect([...columns.value]).toEqual([1.5, 2, 2, -3.25, NaN, Infinity, 0, -0, 5e-324]);
    expect([...columns.time]).toEqual(
      Array.from({ length: 9 }, (_, row) => 1_735_689_600_123 + row * 15_000 + (row === 4 ? 7 : 0)),
    );
  });

  test("fields that this version does not know are skipped", async () => {
    const inner = chunkedResponse({ name: "a" }, [{ data: xorChunk(minutes(3)) }]);
    const message = bytes(field(9, "later"), number(2, 0), inner, bytes([10 << 3 | 5, 1, 2, 3, 4]));
    expect(content((await read(frame(message))).columns)).toEqual([["a", minutes(3)]]);
  });

  test("a label may have any name", async () => {
    const labels = { name: "a", ["__proto__"]: "x", constructor: "y", "ü": "Straße" };
    const own = Object.fromEntries([["__proto__", "x"], ...Object.entries(labels)]);
    const { columns } = await read(frame(chunkedResponse(own, [{ data: xorChunk(minutes(1)) }])));
    expect(Object.entries(columns.labels[0]!)).toEqual(Object.entries(own));
  });

  test.each<[string, Uint8Array, RegExp]>([
    ["an encoding of the future", chunk({ encoding: 7 }), /unknown encoding 7/],
    ["the experiment XOR2", chunk({ encoding: 4 }), /unknown encoding 4/],
    ["no encoding", chunk({ encoding: 0 }), /unknown encoding 0/],
    ["a chunk of one byte", chunk({ data: Uint8Array.of(0) }), /shorter than its header/],
    ["another query's answer", frame(bytes(number(2, 1))), /it answers another query/],
    ["a part that is longer than the whole", frame(bytes([10, 5, 1])), /longer than the whole/],
    ["a length of 2^63", frame(bytes([10], varint(2n ** 63n))), /longer than the whole/],
    ["a label that is a number", frame(field(1, field(1, number(1, 7)))), /wrong type/],
    ["a wire type that does not exist", frame(bytes([9 << 3 | 7, 0])), /not protobuf/],
    ["a number of eleven bytes", frame(bytes([16], new Array(11).fill(0x80))), /not protobuf/],
  ])("with %s is refused", async (_, stream, message) => {
    await expect(read(stream)).rejects.toMatchObject({
      code: "BAD_ANSWER",
      message: expect.stringMatching(message),
      hint: expect.stringContaining("--wire json"),
    });
  });

  function chunk({ data = xorChunk(minutes(2)), encoding = 1 }): Uint8Array {
    return frame(chunkedResponse({ name: "a" }, [{ data, encoding }]));
  }

  test("with more samples than its size as JSON may have is too large", async () => {
    // Two bits each: 16 KB hold 65,535 samples.
    const own = Array.from({ length: 65_535 }, (_, row): BitSample => [row, 0n]);
    const stream = frame(
      chunkedResponse({ name: "a" }, new Array(20).fill({ data: xorChunk(own) })),
    );
    expect(stream.length).toBeLessThan(340_000);
    await expect(read(stream, { maxBytes: 2e6 })).rejects.toMatchObject({
      code: "TOO_MANY_SAMPLES",
    });
  });
});

describe("an answer with samples", () => {
  const packed = (...series: Parameters<typeof samplesResponse>[0]) =>
    snappyCompress(samplesResponse(series));

  test("has every sample of every series that lies in the range", async () => {
    await fc.assert(fc.asyncProperty(fc.array(samples, { maxLength: 4 }), async (all) => {
      const body = packed(
        ...all.map((own, index) => ({ labels: { name: `s${index}` }, samples: own })),
      );
      const { columns } = await read(body, { form: "samples" });
      const expected = all.map((
        own,
        index,
      ): [string, BitSample[]] => [`s${index}`, asAnswered(own)]);
      expect(content(columns)).toEqual(expected.filter(([, own]) => own.length > 0));
    }));
  });

  test("leaves out histograms, stale markers, and what is out of the range", async () => {
    const own: BitSample[] = [...minutes(3), [3 * 60_000, STALE], ...minutes(3, 4)];
    const body = packed(
      { labels: { name: "a" }, samples: own },
      { labels: { name: "b" }, samples: [], histograms: [1, 2] },
    );
    const range = { start: 60_000, end: 5 * 60_000 };
    const { columns, notices } = await read(body, { form: "samples", range });
    expect(content(columns)).toEqual([["a", [...minutes(2, 1), ...minutes(2, 4)]]]);
    expect(notices).toEqual(["Native histograms of 1 series are left out"]);
  });

  test("may be empty", async () => {
    expect((await read(packed(), { form: "samples" })).columns.labels).toEqual([]);
  });

  test("that unpacks to more than may be is too large", async () => {
    const bomb = snappyCompress(new Uint8Array(1e6));
    expect(bomb.length).toBeLessThan(60_000);
    await expect(read(bomb, { form: "samples", maxBytes: 5e5 }))
      .rejects.toMatchObject({ code: "TOO_MANY_SAMPLES" });
    // Zeros are no protobuf.
    await expect(read(bomb, { form: "samples" })).rejects.toMatchObject({ code: "BAD_ANSWER" });
    await expect(read(bytes(), { form: "samples" })).rejects.toMatchObject({ code: "BAD_ANSWER" });
  });
});

/** Xorshift: the same numbers each time. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13, state ^= state >>> 17, state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Changes some bytes, or drops or repeats some. */
function spoil(whole: Uint8Array, random: (below: number) => number): Uint8Array {
  const bad = whole.slice();
  for (let change = random(4); change >= 0; change--) bad[random(bad.length)] = random(256);
  const at = random(bad.length), length = random(20);
  switch (random(4)) {
    case 0:
      return bytes(bad.subarray(0, at), bad.subarray(at + length));
    case 1:
      return bytes(bad.subarray(0, at), bad.subarray(at, at + length), bad.subarray(at));
    default:
      return bad;
  }
}

test("ten million spoiled bytes give columns or an error of ours, and nothing else", async () => {
  const random = generator(20);
  const some = Array.from({ length: 120 }, (_, row): BitSample => [
    1e12 + row * 15_000 + (row % 9 === 0 ? row : 0),
    row % 5 === 0 ? STALE : bitsOf(Math.sin(row) * 10 ** (row % 7)),
  ]);
  const message = chunkedResponse({ name: "a", job: "meter" }, [
    ...chunksOf(some, 40),
    { data: Uint8Array.of(1, 2, 3), encoding: 2 },
  ]);
  const response = samplesResponse([{ labels: { name: "a" }, samples: some, histograms: [1] }]);
  let fed = 0, errors = 0;
  const feed = async (body: Uint8Array, form: ReadForm) => {
    fed += body.length;
    try {
      const { columns } = await read(body, { form, size: 4096 });
      expect(columns.time.every((time) => time >= ALL.start && time <= ALL.end)).toBe(true);
    } catch (error) {
      if (!isWattbookError(error)) throw error;
      expect(["BAD_ANSWER", "TRUNCATED_ANSWER", "TOO_MANY_SAMPLES"]).toContain(error.code);
      errors++;
    }
  };
  while (fed < 10e6) {
    // Behind a right checksum the spoiled bytes reach protobuf and chunks.
    await feed(bytes(frame(spoil(message, random)), frame(spoil(message, random))), "chunks");
    await feed(spoil(bytes(frame(message), frame(message)), random), "chunks");
    await feed(snappyCompress(spoil(response, random)), "samples");
    await feed(spoil(snappyCompress(response), random), "samples");
    await feed(Uint8Array.from({ length: random(2000) }, () => random(256)), "chunks");
  }
  expect(errors).toBeGreaterThan(2000);
}, 120_000);

test.each([
  ["application/x-streamed-protobuf; proto=prometheus.ChunkedReadResponse", "chunks"],
  ["application/x-protobuf", "samples"],
  ["Application/X-Protobuf;proto=prometheus.ReadResponse", "samples"],
  ["application/json", null],
  ["text/html; charset=utf-8", null],
  ["", null],
])("formOf('%s') is %s", (type, form) => expect(formOf(type)).toBe(form));
