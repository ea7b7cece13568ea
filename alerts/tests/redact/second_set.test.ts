import { expect, test } from "vitest";
import { type Score, scoreTexts } from "./corpus/score.ts";
import { corpusTexts } from "./corpus/texts.ts";

// Its author had not read the rules. What it gave at first sight is in docs/redaction.md; since then
// the rules were mended with what it had shown, so that now it holds what was mended.
const templates = await Deno.readTextFile(new URL("corpus/second_set.txt", import.meta.url));
const kinds = [...scoreTexts(corpusTexts(templates, 1))];
const sum = (lookAlikes: boolean, field: keyof Score) =>
  kinds.filter(([kind]) => kind.startsWith("look-alike") === lookAlikes)
    .reduce((total, [, score]) => total + score[field], 0);

test("the second set has more than 120 secrets and 80 look-alikes, each written in six ways", () => {
  expect(sum(false, "secrets")).toBe(6 * 161);
  expect(sum(true, "texts")).toBe(6 * 101);
});

test("99 % of its secrets are hidden", () => {
  expect(sum(false, "hidden") / sum(false, "secrets")).toBeGreaterThanOrEqual(0.99);
});

test("all of its look-alikes stay as they are", () => {
  const harmed = kinds.filter(([kind, { texts, unharmed }]) =>
    kind.startsWith("look-alike") && unharmed < texts
  );
  expect(harmed).toEqual([]);
});
