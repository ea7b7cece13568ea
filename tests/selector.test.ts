import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatSelector,
  labelTest,
  type Matcher,
  parseMetricSelector,
  parseSelector,
} from "../src/selector.ts";
import { quote, selector } from "../src/selector.ts";

describe("parseSelector()", () => {
  test.each([
    ["up", { metric: "up", matchers: [] }],
    ["home:power:watts{}", { metric: "home:power:watts", matchers: [] }],
    [`w{a="1",b!="2",c=~"3|4",d!~"5.*"}`, {
      metric: "w",
      matchers: [
        { label: "a", op: "=", value: "1" },
        { label: "b", op: "!=", value: "2" },
        { label: "c", op: "=~", value: "3|4" },
        { label: "d", op: "!~", value: "5.*" },
      ],
    }],
    // single quotes, backquotes and escapes
    [`w{a='it\\'s',b=\`x\\d\`,c="\\"\\\\"}`, {
      metric: "w",
      matchers: [
        { label: "a", op: "=", value: "it's" },
        { label: "b", op: "=", value: "x\\d" },
        { label: "c", op: "=", value: '"\\' },
      ],
    }],
    // an escaped backslash before a quote
    [`w{a="\\\\'",b='\\\\"'}`, {
      metric: "w",
      matchers: [{ label: "a", op: "=", value: "\\'" }, { label: "b", op: "=", value: '\\"' }],
    }],
    // names of any characters
    [`{"my.metric","a.b"="1"}`, {
      metric: "my.metric",
      matchers: [{ label: "a.b", op: "=", value: "1" }],
    }],
    [`{__name__="w",a="1"}`, { metric: "w", matchers: [{ label: "a", op: "=", value: "1" }] }],
    [`{a="1"}`, { metric: null, matchers: [{ label: "a", op: "=", value: "1" }] }],
    [`{__name__=~"w.*"}`, {
      metric: null,
      matchers: [{ label: "__name__", op: "=~", value: "w.*" }],
    }],
    // the first one names the metric, the others still count
    [`{__name__="w",__name__="v",__name__!~"x"}`, {
      metric: "w",
      matchers: [
        { label: "__name__", op: "=", value: "v" },
        { label: "__name__", op: "!~", value: "x" },
      ],
    }],
    [`w{__name__="v"}`, {
      metric: "w",
      matchers: [{ label: "__name__", op: "=", value: "v" }],
    }],
    // the escapes of Go: bytes, code points, control characters
    [String.raw`w{a="\x41\102\u0043\U00000044",b='\xc3\xa4',c="\a\v\n"}`, {
      metric: "w",
      matchers: [
        { label: "a", op: "=", value: "ABCD" },
        { label: "b", op: "=", value: "ä" },
        { label: "c", op: "=", value: "\x07\v\n" },
      ],
    }],
    // patterns that JavaScript does not know
    [`w{a=~"(?i)x",b=~"(?P<n>y)",c=~"[[:digit:]]+",d!~"\\\\-"}`, {
      metric: "w",
      matchers: [
        { label: "a", op: "=~", value: "(?i)x" },
        { label: "b", op: "=~", value: "(?P<n>y)" },
        { label: "c", op: "=~", value: "[[:digit:]]+" },
        { label: "d", op: "!~", value: "\\-" },
      ],
    }],
  ])("reads %s", (text, expected) => {
    expect(parseSelector(text)).toEqual(expected);
  });

  test.each([
    "",
    "w[5m]",
    "rate(w[5m])",
    "w + w",
    "w offset 5m",
    'w{a="1"',
    'w{a="(",b=~"("}',
    "{}",
    'w{"v"}',
    'w{a="\\q"}',
    'w{a="\\xff"}',
    'w{a="\\ud800"}',
    "w{a}",
    "1",
  ])("refuses %j", (text) => {
    expect(() => parseSelector(text)).toThrow(expect.objectContaining({ code: "BAD_SELECTOR" }));
  });

  test("one metric must be named where samples are kept by metric", () => {
    expect(parseMetricSelector('{__name__="my-metric"}').metric).toBe("my-metric");
    expect(() => parseMetricSelector('{__name__=~"my.*"}')).toThrow("it does not name one metric");
  });

  test("undoes formatSelector() for any names and values", () => {
    const matcher = fc.record({
      label: fc.oneof(fc.string({ minLength: 1, unit: "binary" }), fc.constant("__name__")),
      op: fc.constantFrom("=", "!="),
      value: fc.string({ unit: "binary" }),
    }) as fc.Arbitrary<Matcher>;
    const metric = fc.string({ minLength: 1, unit: "binary" });
    const undoes = (metric: string, matchers: Matcher[]) => {
      expect(parseSelector(formatSelector({ metric, matchers }))).toEqual({ metric, matchers });
    };
    fc.assert(fc.property(metric, fc.array(matcher), undoes));
    // Words that mean something else where a name may stand, and one that the grammar trips over.
    for (const word of ["inf", "NaN", "on", "bool", "offset", "constructor", "sum"]) {
      undoes(word, []);
      undoes(word, [{ label: word, op: "=", value: "1" }]);
    }
  });
});

test.each([
  ['{__name__="my-metric.x",a="1"}', '{__name__="my-metric.x",a="1"}'],
  ['{__name__=~"w.*",a="1"}', '{__name__=~"w.*",a="1"}'],
  ['w{__name__=~"w.*"}', '{__name__="w",__name__=~"w.*"}'],
])("%s is written as every server reads it", (text, written) => {
  expect(formatSelector(parseSelector(text))).toBe(written);
});

describe("labelTest()", () => {
  test.each(
    [
      ['w{a="1"}', { a: "1" }, true],
      ['w{a="1"}', { a: "11" }, false],
      // regular expressions are anchored
      ['w{a=~"1|2"}', { a: "12" }, false],
      ['w{a=~"1.*"}', { a: "12" }, true],
      // an absent label is the empty string
      ['w{a=""}', {}, true],
      ['w{a!="1"}', {}, true],
      ['w{a!~".+"}', {}, true],
      ['w{a=~".*"}', {}, true],
      ['w{a="1",b="2"}', { a: "1" }, false],
      // a dot matches line breaks too, as in RE2 with the s flag
      ['w{a=~"x.y"}', { a: "x\ny" }, true],
      // RE2, not JavaScript
      ['w{a=~"(?i)heim"}', { a: "HEIM" }, true],
      ['w{a=~"(?P<n>x)[[:digit:]]{2}"}', { a: "x12" }, true],
      ['w{a=~"1\\\\-2"}', { a: "1-2" }, true],
      ['w{a=~"\\\\pN+"}', { a: "٣" }, true],
      ['w{__name__=~"w|v"}', { __name__: "v" }, true],
      ['w{__name__!="w"}', { __name__: "w" }, false],
      ['w{a=~"|x"}', {}, true],
    ] as const,
  )("%s on %j is %j", async (text, labels, expected) => {
    const test = await labelTest(parseSelector(text));
    expect(test(labels as Record<string, string>)).toBe(expected);
  });

  test("refuses what RE2 refuses, such as a look-ahead that JavaScript knows", async () => {
    await expect(labelTest(parseSelector('w{a=~"(?=x)"}'))).rejects.toMatchObject({
      code: "BAD_SELECTOR",
      message: expect.stringContaining("(?="),
    });
  });
});

test("a text is quoted; a pattern has to match all of a label", async () => {
  expect(quote('a"b\\')).toBe('"a\\"b\\\\"');
  const matches = await labelTest(
    selector("power", { label: "ain", op: "=~", value: "1234(-1)?" }),
  );
  expect([matches({ ain: "1234-1" }), matches({ ain: "91234-1" })]).toEqual([true, false]);
});
