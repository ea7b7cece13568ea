import { describe, expect, test } from "vitest";
import { placeholderPattern } from "../../src/redact/placeholder.ts";
import { Redactor } from "../../src/redact/redactor.ts";
import { NEGATIVES } from "./negatives.ts";
import { POSITIVES } from "./positives.ts";

/** A case without its marks, and as it must look afterwards: `…` for each placeholder. */
function read(marked: string) {
  return {
    text: marked.replaceAll(/[«»]/g, ""),
    expected: marked.replaceAll(/«[^»]*»/g, "…"),
    secrets: [...marked.matchAll(/«([^»]*)»/g)].map(([, secret]) => secret!),
  };
}

const bare = (text: string) => text.replaceAll(placeholderPattern(), "…");

describe("Redactor.redact()", () => {
  test.each(POSITIVES)("hides what «» marks, and nothing else: %j", (marked) => {
    const { text, expected } = read(marked);
    expect(bare(new Redactor().redact(text).text)).toBe(expected);
  });

  test.each(NEGATIVES)("leaves %j as it is", (text) => {
    expect(new Redactor().redact(text).text).toBe(text);
  });

  test("finds all of at least 150 secrets, and nothing in at least 150 look-alikes", () => {
    expect(new Set(POSITIVES).size).toBeGreaterThanOrEqual(150);
    expect(new Set(NEGATIVES).size).toBeGreaterThanOrEqual(150);
    let found = 0, missed = 0;
    for (const { text, secrets } of POSITIVES.map(read)) {
      const out = bare(new Redactor().redact(text).text);
      for (const secret of secrets) out.includes(secret) ? missed++ : found++;
    }
    const wrong =
      NEGATIVES.filter((text) => new Redactor().redact(text).findings.length > 0).length;
    const precision = found / (found + wrong), recall = found / (found + missed);
    console.info(
      `${POSITIVES.length} positives with ${found + missed} secrets: recall ${
        recall.toFixed(3)
      }; ` +
        `${NEGATIVES.length} look-alikes: precision ${precision.toFixed(3)}`,
    );
    expect({ recall, precision }).toEqual({ recall: 1, precision: 1 });
  });
});
