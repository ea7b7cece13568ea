import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { howMany } from "../../../tests/how_many.ts";
import { Redactor } from "../../src/redact/redactor.ts";
import { PATTERNS } from "../../src/redact/tables/patterns.ts";
import { HOSTILE, hostileText, SHAPES } from "./hostile.ts";
import { countSteps } from "./steps.ts";

/** Four times the text. [characters] */
const [SMALL, LARGE] = [8192, 32_768];
/** Linear work takes four times as many steps, quadratic work sixteen times. */
const MOST_GROWTH = 6;
/** All finders, four rounds of them, and what each reads again. [steps per character] */
const MOST_STEPS = 300;

const steps = (unit: string, size: number) => {
  const text = hostileText(unit, size);
  return countSteps(() => new Redactor().redact(text));
};

/** Each text in every shape, or the texts shared out among the shapes. */
const shapes = Object.entries(SHAPES), shares = howMany(1, shapes.length);

describe.each(shapes)("the work of redaction in %s", (name, shape) => {
  const own = shapes.findIndex(([one]) => one === name);
  const texts = HOSTILE.filter((_, i) => (i - own) % shares === 0);
  test.each(texts)("grows no faster than a text of nothing but %j", (unit) => {
    const text = shape(unit), small = steps(text, SMALL), large = steps(text, LARGE);
    expect(large / small).toBeLessThan(MOST_GROWTH);
    expect(large / LARGE).toBeLessThan(MOST_STEPS);
  });
});

/** Pieces that patterns wait for, of which most lead nowhere. */
const bait = fc.constantFrom(
  ...PATTERNS.flatMap(({ begins }) => begins.split(/\s+/)).map((begin) =>
    `${begin.replace("*", "").replaceAll("␣", " ")}`
  ),
  ...[
    " ",
    ": ",
    "=",
    " is ",
    " -p ",
    '"',
    "\\",
    "\n",
    "\f",
    "%22",
    "&quot;",
    "\\u0020",
    "<a>",
    "| ",
    ", ",
  ],
  ...["a", "1", "kind: Secret\ndata:\n", "eyJ", "YWRh", "]:587 ", "T".repeat(40), " ".repeat(70)],
);

test("the work grows no faster than texts of up to 1 MB of whatever patterns wait for", () => {
  const texts = fc.array(bait, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (unit) => {
      const small = steps(unit, SMALL), large = steps(unit, LARGE);
      expect(large / small).toBeLessThan(MOST_GROWTH);
      expect(large / LARGE).toBeLessThan(MOST_STEPS);
    }),
    { numRuns: howMany(150, 20) },
  );
  for (const unit of fc.sample(texts, { numRuns: 3, seed: 1 })) {
    expect(steps(unit, 1_000_000) / 1_000_000).toBeLessThan(MOST_STEPS);
  }
});

test("quadratic work is seen as such", () => {
  const quadratic = (size: number) =>
    countSteps(() => {
      const text = ",".repeat(size);
      for (let at = 0; at < size; at++) text.indexOf(";", at);
    });
  expect(quadratic(4000) / quadratic(1000)).toBeGreaterThan(15);
});
