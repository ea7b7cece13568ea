import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eachSeries } from "../../src/columns.ts";
import { type Decoded, Decoder } from "../../src/client/decode.ts";
import { WattbookError } from "../../src/errors.ts";

const utf8 = new TextEncoder();

function decode(...chunks: (string | Uint8Array)[]): Decoded {
  const decoder = new Decoder();
  for (const one of chunks) decoder.push(typeof one === "string" ? utf8.encode(one) : one);
  return decoder.finish();
}

/** Everything an answer holds, in a form that `toEqual` compares bit by bit. */
function plain({ columns, ...rest }: Decoded) {
  return {
    ...rest,
    series: [...eachSeries(columns)].map(({ labels, time, value }) => ({
      labels,
      time: [...time],
      value: [...value],
    })),
  };
}

const matrix = (result: string) =>
  `{"status":"success","data":{"resultType":"matrix","result":[${result}]}}`;
const values = (samples: string) => matrix(`{"metric":{},"values":[${samples}]}`);

/** A value as it comes out, once through the fast path (not last) and once through the slow one. */
function bothPaths(text: string, time = "1735689600"): [number, number, number, number] {
  const { columns } = decode(values(`[${time},"${text}"],[${time},"${text}"]`));
  return [columns.time[0]!, columns.time[1]!, columns.value[0]!, columns.value[1]!];
}

/** The first decimals of the number in the middle between a double and the next larger one. */
function middleAbove(number: number): string {
  const exponent = Math.floor(Math.log2(number)) - 52;
  // Twice the number and one more, in units of half its last place; then times 10^17.
  const middle = 2n * BigInt(number / 2 ** exponent) + 1n;
  const shifted = (middle * 10n ** 17n) >> BigInt(1 - exponent);
  const digits = String(shifted).padStart(18, "0");
  const decimals = 18 - Math.max(1, Math.ceil(Math.log10(number)));
  return `${digits.slice(0, -17)}.${digits.slice(-17).slice(0, decimals)}`;
}

function code(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof WattbookError) return error.code;
    throw error;
  }
  return "none";
}

describe("values", () => {
  test.each([
    ["0", 0],
    ["-0", -0],
    ["0.1", 0.1],
    ["-12.345", -12.345],
    ["007.50", 7.5],
    ["999999999", 999_999_999],
    ["4294967295", 2 ** 32 - 1],
    ["9999999999", 9_999_999_999],
    ["-99999.99999", -99_999.99999],
    ["9007199254740991", 2 ** 53 - 1],
    ["9007199254740993", 2 ** 53],
    ["9007199254740995", 9007199254740996],
    ["0.30000000000000004", 0.30000000000000004],
    ["0.0000000000000000000001", 1e-22],
    ["0.00000000000000000000001", 1e-23],
    ["1e-7", 1e-7],
    ["1.5e+21", 1.5e21],
    ["5e-324", 5e-324],
    ["1.7976931348623157e+308", Number.MAX_VALUE],
    ["179769313486231570" + "0".repeat(291), Number.MAX_VALUE],
    ["+1", 1],
    ["NaN", NaN],
    ["+Inf", Infinity],
    ["Inf", Infinity],
    ["-Inf", -Infinity],
  ])("%s is read exactly", (text, expected) => {
    const [, , fast, slow] = bothPaths(text);
    expect([fast, slow]).toEqual([expected, expected]);
    expect(Object.is(fast, expected)).toBe(true);
  });

  test.each(["", "-", ".", "5.", ".5", "1.2.3", "0x10", "1e", "1_0", "Na", "NaNs", "-NaN", "+-1"])(
    "'%s' is no number",
    (text) => {
      const sample = `[1735689600,"${text}"]`;
      expect(code(() => decode(values(`${sample},${sample}`)))).toBe("BAD_ANSWER");
      expect(code(() => decode(values(sample)))).toBe("BAD_ANSWER");
    },
  );

  test("have the bits that Number() gives, for every finite double", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = Object.is(number, -0) ? "-0" : String(number);
        const [, , fast, slow] = bothPaths(text);
        expect(Object.is(fast, number) && Object.is(slow, number)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("have the bits that Number() gives, for doubles of a household's size with all their digits", () => {
    const double = fc.double({ min: 1e-6, max: 99_999_999, noNaN: true });
    fc.assert(
      fc.property(double, fc.constantFrom("", "-"), (number, sign) => {
        const text = sign + String(number);
        const [, , fast, slow] = bothPaths(text);
        expect(Object.is(fast, Number(text)) && Object.is(slow, Number(text))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test("have the bits that Number() gives, next to the middle of two doubles", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-3, max: 99_999_999, noNaN: true }),
        fc.nat(9),
        (number, last) => {
          const text = middleAbove(number) + last;
          const [, , fast, slow] = bothPaths(text);
          expect(Object.is(fast, Number(text)) && Object.is(slow, Number(text))).toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("have the bits that Number() gives, for decimals of any length", () => {
    const digits = fc.string({
      unit: fc.constantFrom(..."0123456789"),
      minLength: 1,
      maxLength: 25,
    });
    fc.assert(
      fc.property(fc.constantFrom("", "-"), digits, fc.option(digits), (sign, whole, decimals) => {
        const text = sign + whole + (decimals === null ? "" : `.${decimals}`);
        const [, , fast, slow] = bothPaths(text);
        expect(Object.is(fast, Number(text)) && Object.is(slow, Number(text))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("times", () => {
  test.each([
    ["1735689600", 1_735_689_600_000],
    ["1735689600.5", 1_735_689_600_500],
    ["1735689600.05", 1_735_689_600_050],
    ["1735689600.005", 1_735_689_600_005],
    ["1735689600.123", 1_735_689_600_123],
    ["1735689600.12345", 1_735_689_600_123],
    ["1735689600.1235", 1_735_689_600_124],
    ["0", 0],
    ["0.25", 250],
    ["-1.5", -1500],
    ["1.7356896e+09", 1_735_689_600_000],
  ])("%s s becomes whole milliseconds", (text, expected) => {
    const [fast, slow] = bothPaths("1", text);
    expect([fast, slow]).toEqual([expected, expected]);
  });

  test("are exact for every millisecond of our age, with 0 to 3 decimals", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999_999 }), (time) => {
        const shortest = String(time / 1000);
        const padded = (time / 1000).toFixed(3);
        expect(bothPaths("1", shortest).slice(0, 2)).toEqual([time, time]);
        expect(bothPaths("1", padded).slice(0, 2)).toEqual([time, time]);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    "01",
    "0123456789",
    "173568960x",
    "17356896 0",
    "1735689600.",
    "1735689600.x",
    '"1"',
    "null",
    "1.",
    "1..5",
    "1.5.5",
    "[1]",
    "- 1",
  ])("%s is no time", (text) => {
    expect(code(() => decode(values(`[${text},"1"],[2,"1"]`)))).toBe("BAD_ANSWER");
  });
});

/** One of everything. */
const RICH = `{"status":"success", "unknown":{"a":[1,"]}",{"b":"\\"}"}]},"data":{"stats":null,` +
  `"resultType":"matrix","result":[` +
  `{"metric":{"__name__":"a","ü":"é\\"}]\\n","x":"\\u00e4🔌"},"values":[[1,"1"],[1700000002.5,"-2.25"],` +
  `[1700000003,"NaN"],[1700000004.001,"+Inf"],[1700000005,"-Inf"],` +
  `[1700000006,"0.30000000000000004"],[1700000007,"1e-7"],[1700000008.25,"0"]]},` +
  `{"values":[[1,"7"]],"other":[[1,"x"]],"metric":{"__name__":"b"}},` +
  `{"metric":{"__name__":"h"},"histograms":[[1,{"count":"1","buckets":[[0,"1","2","3"]]}]]},` +
  `{"metric":{"__name__":"m"},"histograms":[[1,{}]],"values":[[1,"-Inf"]]},` +
  `{"metric":{"__name__":"empty"},"values":[]}]},` +
  `"warnings":["w1","w2"],"infos":["i"]}\n`;

const RICH_DECODED = {
  resultType: "matrix",
  histogramSeries: 2,
  envelope: { status: "success", warnings: ["w1", "w2"], infos: ["i"] },
  series: [
    {
      labels: { __name__: "a", ü: 'é"}]\n', x: "ä🔌" },
      time: [1000, ...[2500, 3000, 4001, 5000, 6000, 7000, 8250].map((one) => 1.7e12 + one)],
      value: [1, -2.25, NaN, Infinity, -Infinity, 0.30000000000000004, 1e-7, 0],
    },
    { labels: { __name__: "b" }, time: [1000], value: [7] },
    { labels: { __name__: "m" }, time: [1000], value: [-Infinity] },
  ],
};

describe("shapes", () => {
  test("a matrix with everything in it", () => {
    expect(plain(decode(RICH))).toEqual(RICH_DECODED);
  });

  test("the same, cut at any byte", () => {
    const bytes = utf8.encode(RICH);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(plain(decode(bytes.subarray(0, cut), bytes.subarray(cut)))).toEqual(RICH_DECODED);
    }
  });

  test("the same, byte by byte", () => {
    const bytes = utf8.encode(RICH);
    const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    expect(plain(decode(...single))).toEqual(RICH_DECODED);
  });

  test("the same, with white space wherever JSON allows it", () => {
    const pretty = JSON.stringify(JSON.parse(RICH), null, "\t").replaceAll("\n", "\r\n ");
    expect(plain(decode(pretty))).toEqual(RICH_DECODED);
  });

  test("the same, with keys in any order", () => {
    const shuffled = (value: unknown, order: (keys: string[]) => string[]): string => {
      if (Array.isArray(value)) return `[${value.map((one) => shuffled(one, order)).join(",")}]`;
      if (typeof value !== "object" || value === null) return JSON.stringify(value);
      const members = value as Record<string, unknown>;
      return `{${
        order(Object.keys(members)).map((key) =>
          `${JSON.stringify(key)}:${shuffled(members[key], order)}`
        ).join(",")
      }}`;
    };
    fc.assert(fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
      const text = shuffled(
        JSON.parse(RICH),
        (keys) =>
          keys.map((key) => [numbers.next().value!, key] as const).sort(([a], [b]) => a - b)
            .map(([, key]) => key),
      );
      expect(plain(decode(text))).toEqual(RICH_DECODED);
    }));
  });

  test("random columns come back as they were written, however they are cut", () => {
    const sample = fc.tuple(
      fc.integer({ min: 1, max: 4_000_000_000_000 }),
      fc.oneof(fc.double(), fc.integer().map((one) => one / 100), fc.constant(NaN)),
    );
    const label = fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 });
    const series = fc.array(fc.tuple(label, fc.array(sample, { minLength: 1, maxLength: 30 })), {
      maxLength: 4,
    });
    const valueText = (value: number) =>
      Object.is(value, -0)
        ? "-0"
        : Math.abs(value) === Infinity
        ? (value > 0 ? "+Inf" : "-Inf")
        : String(value);
    fc.assert(fc.property(series, fc.array(fc.nat()), (all, cuts) => {
      const text = matrix(
        all.map(([labels, samples]) =>
          `{"metric":${JSON.stringify(labels)},"values":[${
            samples.map(([time, value]) => `[${time / 1000},"${valueText(value)}"]`).join(",")
          }]}`
        ).join(","),
      );
      const bytes = utf8.encode(text);
      const at = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
      const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
      expect(plain(decode(...chunks)).series).toEqual(all.map(([labels, samples]) => ({
        labels: JSON.parse(JSON.stringify(labels)),
        time: samples.map(([time]) => time),
        value: samples.map(([, value]) => value),
      })));
    }));
  });

  test("what an earlier chunk left behind the end is not read", () => {
    // The first sample is not of the compact form, ends with its chunk, and nothing follows at once.
    const sample = '[1000000000.001,"-2.602639048535346e-163"],';
    const start = '{"status":"success","data":{"resultType":"matrix","result":[{"metric":' +
      '{"a":"0123456789,\\"0123456789"},"values":[';
    for (let shift = 0; shift < 64; shift++) {
      const before = " ".repeat(shift) + start;
      const { series } = plain(decode(before, sample, "", '[1735689600,"1"]]}]}}'));
      expect(series[0]!.value).toEqual([-2.602639048535346e-163, 1]);
      expect(series[0]!.time).toEqual([1_000_000_000_001, 1_735_689_600_000]);
    }
  });

  test("many samples over many chunks", () => {
    const count = 50_000;
    const text = values(
      Array.from({ length: count }, (_, index) => `[${1.7e9 + index}.5,"${index / 8}"]`).join(","),
    );
    const bytes = utf8.encode(text), chunks: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += 4096) chunks.push(bytes.subarray(at, at + 4096));
    const { columns } = decode(...chunks);
    expect(columns.offsets).toEqual(Uint32Array.of(0, count));
    expect(columns.time).toEqual(
      Float64Array.from({ length: count }, (_, index) => 1.7e12 + index * 1000 + 500),
    );
    expect(columns.value).toEqual(Float64Array.from({ length: count }, (_, index) => index / 8));
  });

  test.each<[name: string, body: string, expected: Partial<ReturnType<typeof plain>>]>([
    [
      "a vector",
      `{"status":"success","data":{"resultType":"vector","result":[{"metric":{"a":"b"},` +
      `"value":[1.5,"2"]},{"metric":{},"histogram":[1,{}]}]}}`,
      {
        resultType: "vector",
        histogramSeries: 1,
        series: [{ labels: { a: "b" }, time: [1500], value: [2] }],
      },
    ],
    [
      "a scalar, its type last",
      `{"data":{"result":[1.5,"-0.5"],"resultType":"scalar"},"status":"success"}`,
      { resultType: "scalar", series: [{ labels: {}, time: [1500], value: [-0.5] }] },
    ],
    [
      "a string",
      `{"status":"success","data":{"resultType":"string","result":[1.5,"a \\"1\\""]}}`,
      { resultType: "string", text: 'a "1"', series: [] },
    ],
    ["nothing", matrix(""), { resultType: "matrix", series: [] }],
    [
      "an error",
      `{"status":"error","errorType":"bad_data","error":"no \\"x\\"","data":null}`,
      { envelope: { status: "error", errorType: "bad_data", error: 'no "x"' }, series: [] },
    ],
  ])("%s", (_name, body, expected) => {
    expect(plain(decode(body))).toMatchObject(expected);
  });
});

describe("broken answers", () => {
  test("every prefix is seen to be truncated", () => {
    const text = RICH.trimEnd();
    for (let length = 0; length < text.length; length++) {
      expect([length, code(() => decode(text.slice(0, length)))])
        .toEqual([length, "TRUNCATED_ANSWER"]);
    }
  });

  test.each([
    ["text behind the end", matrix("") + "x"],
    ["text behind the end, in a chunk of its own", [matrix(""), "x"]],
    ["a list", "[]"],
    ["a text", '"x"'],
    ["no comma", matrix('{"metric":{} "values":[]}')],
    ["two commas", values('[1,"1"],,[2,"1"]')],
    ["a comma at the end", values('[1,"1"],')],
    ["a key without quotes", matrix("{metric:{}}")],
    ["a colon too many", matrix('{"metric"::{}}')],
    ["a number where a text should be", values('[1,1],[2,"1"]')],
    ["a sample of three", values('[1,"1","1"],[2,"1"]')],
    ["a sample of one", values('[1],[2,"1"]')],
    ["labels that are no texts", matrix('{"metric":{"a":1},"values":[]}')],
    ["labels that are a list", matrix('{"metric":[],"values":[]}')],
    ["values twice", matrix('{"metric":{},"values":[[1,"1"]],"values":[[1,"1"]]}')],
    ["a scalar of three", '{"data":{"resultType":"scalar","result":[1,"1",2]}}'],
    ["a scalar of one", '{"data":{"resultType":"scalar","result":[1]}}'],
    ["a scalar that is no number", '{"data":{"resultType":"scalar","result":[1,"x"]}}'],
    ["a string that is none", '{"data":{"resultType":"string","result":[1,2]}}'],
    ["a raw control character", matrix('{"metric":{"a":"\u0001"},"values":[]}')],
    ["a zero byte", values('[1,"1"],\0[2,"1"]')],
    ["a wrong bracket", matrix('{"metric":{},"values":[[1,"1"}]}')],
  ])("%s is an error", (_name, body) => {
    expect(code(() => decode(...[body].flat()))).toBe("BAD_ANSWER");
  });

  test("bytes that are no UTF-8 are an error", () => {
    const [before, after] = matrix('{"metric":{"a":"#"},"values":[[1,"1"]]}').split("#");
    const wrong = () => decode(before!, Uint8Array.of(0xff, 0xfe), after!);
    expect(code(wrong)).toBe("BAD_ANSWER");
  });

  test("a changed byte gives an error or other numbers, never a crash", () => {
    const bytes = utf8.encode(RICH);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const changed = bytes.slice();
        changed[at] = byte;
        expect(["none", "BAD_ANSWER", "TRUNCATED_ANSWER"]).toContain(code(() => decode(changed)));
      }),
      { numRuns: 2000 },
    );
  });

  test("a text without end is not collected without limit", () => {
    const decoder = new Decoder(), chunk = utf8.encode("x".repeat(2 ** 20));
    decoder.push(utf8.encode('{"warnings":["'));
    let pushed = 0;
    expect(code(() => {
      for (; pushed < 40; pushed++) decoder.push(chunk);
    })).toBe("BAD_ANSWER");
    expect(pushed).toBeLessThan(20);
  });
});
