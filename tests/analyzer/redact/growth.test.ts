import { describe, expect, test } from "vitest";
import { Redactor } from "../../../src/analyzer/redact/redactor.ts";
import { HOSTILE } from "./hostile.ts";

/** Four times the text: linear work takes four times as long, quadratic work sixteen times. */
const [SMALL, LARGE] = [65_536, 262_144];
const BETWEEN = 10;
/** Below this a clock tells nothing of growth. [ms] */
const FLOOR = 5;
/** The rest of the machine may disturb a measurement, but not make quadratic work look linear. */
const ATTEMPTS = 12;

describe("the work of redaction", () => {
  test.each(HOSTILE)("grows no faster than a text of nothing but %j", (unit) => {
    const work = (size: number) => {
      const text = unit.repeat(Math.ceil(size / unit.length));
      const from = performance.now();
      new Redactor().redact(text);
      return performance.now() - from;
    };
    let ratio = Infinity;
    for (let attempt = 0; attempt < ATTEMPTS && ratio >= BETWEEN; attempt++) {
      ratio = Math.min(ratio, work(LARGE) / Math.max(work(SMALL), FLOOR));
    }
    expect(ratio).toBeLessThan(BETWEEN);
  });
});
