import { expect, test } from "vitest";
import { KEY_FORMS } from "../../../src/analyzer/redact/key_forms.ts";
import { RULES } from "../../../src/analyzer/redact/rules.ts";

const page = await Deno.readTextFile(new URL("../../../docs/redaction.md", import.meta.url));

test("docs/redaction.md has every rule, with the words of the code", () => {
  const rows = [...page.matchAll(/^\| `(\w+)`\s*\| (.*?)\s*\|$/gm)].map((
    [, rule, finds],
  ) => [rule, finds]);
  expect(rows).toEqual(Object.entries(RULES));
});

test("no form is hidden behind the shorter mark of another", () => {
  const marks = KEY_FORMS.map(({ mark }) => mark);
  expect(new Set(marks).size).toBe(marks.length);
  expect(marks.filter((mark) => mark.length < 2)).toEqual([]);
});
