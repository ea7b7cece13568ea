import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatSelector, labelTest, type Matcher, parseSelector } from "../src/selector.ts";
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
    '{a="1"}',
    "w{a}",
    "1",
  ])("refuses %j", (text) => {
    expect(() => parseSelector(text)).toThrow(expect.objectContaining({ code: "BAD_SELECTOR" }));
  });

  test("undoes formatSelector() for any names and values", () => {
    const matcher = fc.record({
      label: fc.string({ minLength: 1, unit: "binary" }).filter((l) => l !== "__name__"),
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
    ] as const,
  )("%s on %j is %j", (text, labels, expected) => {
    expect(labelTest(parseSelector(text))(labels as Record<string, string>)).toBe(expected);
  });
});

test("a text is quoted; a pattern has to match all of a label", () => {
  expect(quote('a"b\\')).toBe('"a\\"b\\\\"');
  const matches = labelTest(selector("power", { label: "ain", op: "=~", value: "1234(-1)?" }));
  expect([matches({ ain: "1234-1" }), matches({ ain: "91234-1" })]).toEqual([true, false]);
});
