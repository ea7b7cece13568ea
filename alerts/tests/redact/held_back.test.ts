import { expect, test } from "vitest";
import { type Score, scoreTexts, wilson } from "./corpus/score.ts";
import { corpusTexts } from "./corpus/texts.ts";

const templates = await Deno.readTextFile(new URL("corpus/held_back.txt", import.meta.url));
const texts = corpusTexts(templates, 1);
const kinds = [...scoreTexts(texts)];
const secretKinds = kinds.filter(([kind]) => !kind.startsWith("look-alike"));
const lookAlikes = kinds.filter(([kind]) => kind.startsWith("look-alike"));
const sum = (scores: readonly (readonly [string, Score])[], field: keyof Score) =>
  scores.reduce((total, [, score]) => total + score[field], 0);

test("texts that are held back have every kind, and a fifth of them nothing to hide", () => {
  expect(texts.length).toBeGreaterThanOrEqual(2000);
  expect(secretKinds.length).toBeGreaterThanOrEqual(20);
  expect(sum(lookAlikes, "texts") / texts.length).toBeGreaterThan(0.2);
});

test("at least 95 % of the secrets of texts that are held back are hidden", () => {
  const hidden = sum(secretKinds, "hidden"), secrets = sum(secretKinds, "secrets");
  expect(hidden / secrets).toBeGreaterThanOrEqual(0.95);
});

test("at least 99 % of the look-alikes that are held back stay as they are", () => {
  expect(sum(lookAlikes, "unharmed") / sum(lookAlikes, "texts")).toBeGreaterThanOrEqual(0.99);
});

// So that nobody has to look at the texts to keep the page true.
test("alerts/docs/redaction.md has what is measured", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/redaction.md", import.meta.url));
  const share = (hits: number, of: number) => {
    const [low, high] = wilson(hits, of);
    return `${(hits / of).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
  };
  const rows = [
    ...secretKinds.map(([kind, { texts, secrets, hidden, spans, wrong }]) =>
      [kind, texts, secrets, share(hidden, secrets), share(spans - wrong, spans)].join(" | ")
    ),
    ...lookAlikes.map(([kind, { texts, unharmed }]) =>
      [kind, texts, 0, "–", share(unharmed, texts)].join(" | ")
    ),
  ];
  const shown = [...page.matchAll(/^\| (.+?)\s*\|$/gm)].map(([, row]) =>
    row!.replaceAll(/ +\| +/g, " | ")
  );
  for (const row of rows) expect(shown).toContain(row);
});
