import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ALERTS = fileURLToPath(new URL("../../", import.meta.url));
/** What speaks of the demo, its answers, labels and judgements. */
const PLACES = [
  "../CHANGELOG.md",
  "../README.md",
  "README.md",
  "data/replay/README.md",
  "data/replay/replay.yaml",
  "docs/gallery.md",
  "docs/replay-statistics.md",
  "docs/replay.md",
  "mod.ts",
  "notebooks/07_replay.ipynb",
  "prompts/judge.md",
  "replay",
  "tests/gallery",
  "tests/replay_demo",
];
/** Whoever is said to have written, judged or labelled what code composed. */
const CLAIMS: readonly RegExp[] = [
  /(?:answers?|samples?|labels?|judgements?|verdicts?)[^.;\n]{0,60}\b(?:written|wrote|given|judged|labelled|composed) (?:for it )?by (?:people|persons?|humans?|experts?|engineers?|hand)/i,
  /\b(?:people|persons?|humans?|experts?)\b[^.;\n]{0,30}\b(?:wrote|have written|judged|labelled|answered|annotated)\b/i,
  /answered by people|written as samples?|what people (?:know|say|said|found)|people (?:found|were) (?:right|alarmed)/i,
  /\bhuman(?:Agreement|Verdict|_agreement|-labelled| labels| verdicts)/i,
];
/** Names in code that say so, too. */
const NAMES = /\bisSample\b|origin: "sample"|\bHuman[A-Z]\w*|readonly people\b/;

async function* filesOf(path: string): AsyncGenerator<string> {
  const { isFile } = await Deno.stat(path);
  if (isFile) return yield path;
  for await (const { name } of Deno.readDir(path)) yield* filesOf(join(path, name));
}

async function textsBelow(
  place: string,
): Promise<{ readonly path: string; readonly text: string }[]> {
  const paths = (await Array.fromAsync(filesOf(join(ALERTS, place))))
    .filter((path) => /\.(?:tsx?|md|ya?ml|ipynb|jsonl)$/.test(path));
  return await Promise.all(
    paths.map(async (path) => ({ path, text: await Deno.readTextFile(path) })),
  );
}

describe("nobody is said to have done what code did", () => {
  it.each(PLACES)("in %s", async (place) => {
    for (const { path, text } of await textsBelow(place)) {
      for (const claim of [...CLAIMS, NAMES]) {
        expect(claim.exec(text.replace(/\s*\n[ *#>]*/g, " "))?.[0], path).toBeUndefined();
      }
    }
  });

  it("and the search finds such claims", () => {
    for (
      const claim of [
        "The demo's answers were written by people.",
        "answers that people wrote for it",
        "The answers are samples that people wrote: no model gave them.",
        "51 alerts of 43 names, answered by people",
        "12 samples written by people",
      ]
    ) expect(CLAIMS.some((form) => form.test(claim)), claim).toBe(true);
  });

  it("and what is synthetic says so where its figures are", async () => {
    for (const place of ["data/replay/README.md", "notebooks/07_replay.ipynb", "docs/gallery.md"]) {
      const [{ text } = { text: "" }] = await textsBelow(place);
      expect(text, place).toMatch(/synthetic/);
    }
    const labels = await Deno.readTextFile(join(ALERTS, "data/replay/labels.jsonl"));
    for (const line of labels.trim().split("\n")) {
      expect(JSON.parse(line).by).toBe("synthetic, generated for this demo");
    }
  });
});
