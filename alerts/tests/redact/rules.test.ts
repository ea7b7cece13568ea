import { expect, test } from "vitest";
import { Redactor } from "../../src/redact/redactor.ts";
import { KEY_FORMS, type KeyForm } from "../../src/redact/tables/provider_keys.ts";
import { noise } from "./fake.ts";
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

/** A key as its form's example says: `w36` are 36 letters and digits, and so on. */
function exampleKey({ mark, example: { before, after } }: KeyForm): string {
  const alphabets = { w: "word", u: "upper", l: "lower", x: "hex", d: "digits" } as const;
  const tail = after.replaceAll(
    /([wulxd])(\d{1,3})/g,
    (_, kind: keyof typeof alphabets, length) => noise(Number(length), alphabets[kind], length),
  );
  return before + mark + tail;
}

test.each(KEY_FORMS.map((form) => [form.rule, exampleKey(form)] as const))(
  "%s hides %s, and nothing around it",
  (rule, text) => {
    const redaction = new Redactor().redact(`upload with (${text}), failed`);
    expect(redaction.text).toMatch(/^upload with \((?:https:\/\/)?\[[A-Z_]+#1\]\), failed$/);
    expect([rule, "jwt"]).toContain(redaction.findings[0]!.rule);
  },
);
