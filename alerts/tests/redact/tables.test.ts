import { describe, expect, test } from "vitest";
import { placeholderPattern } from "../../src/redact/placeholder.ts";
import { Redactor } from "../../src/redact/redactor.ts";
import { PATTERNS } from "../../src/redact/tables/patterns.ts";

const EXAMPLES = PATTERNS.flatMap(({ examples }) => examples);
const bare = (text: string) => text.replaceAll(placeholderPattern(), "…");

describe("the tables of patterns", () => {
  test.each([...new Set(EXAMPLES)])("hide what «» marks, and nothing else: %j", (marked) => {
    const text = marked.replaceAll(/«([^«»]*)»/g, "$1");
    expect(bare(new Redactor().redact(text).text)).toBe(marked.replaceAll(/«[^«»]*»/g, "…"));
  });
});
