import { expect, test } from "vitest";
import { KEY_FORMS } from "../../src/redact/tables/provider_keys.ts";
import { RULES } from "../../src/redact/rules.ts";

const page = await Deno.readTextFile(new URL("../../docs/redaction.md", import.meta.url));

test("alerts/docs/redaction.md has every rule, with the words of the code", () => {
  const rows = [...page.matchAll(/^\| `(\w+)`\s*\| (.*?)\s*\|$/gm)].map((
    [, rule, finds],
  ) => [rule, finds]);
  expect(rows).toEqual(Object.entries(RULES));
});

test("no form needs a stack as deep as a text is long", () => {
  const runs = ["a", "A", "0"].map((letter) => letter.repeat(6_000_000));
  for (const { mark, tail } of KEY_FORMS) {
    for (const run of runs) {
      tail.lastIndex = 0;
      expect(() => tail.test(run), mark).not.toThrow();
    }
  }
});

test("no form is hidden behind the shorter mark of another", () => {
  const marks = KEY_FORMS.map(({ mark }) => mark);
  expect(new Set(marks).size).toBe(marks.length);
  expect(marks.filter((mark) => mark.length < 2)).toEqual([]);
});
