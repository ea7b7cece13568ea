import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ALERTS = fileURLToPath(new URL("../../", import.meta.url));
/** All that is published with the alert services, and the toolkit's own documents. */
const PLACES = [
  "../CHANGELOG.md",
  "../CONTRIBUTING.md",
  "../README.md",
  "../docs",
  "README.md",
  "bench",
  "data/replay/README.md",
  "data/replay/labels.jsonl",
  "data/replay/replay.yaml",
  "data/replay/verdicts.jsonl",
  "deploy",
  "docs",
  "mod.ts",
  "notebooks",
  "prompts",
  "replay",
  "src",
  "tests",
];
/** This file quotes such claims. The prompt speaks of operators' comments in the monitoring. */
const EXEMPT = ["tests/replay/honesty.test.ts", "prompts/host.md"];
/** Claims that a person wrote, judged, labelled or made something. */
const CLAIMS: readonly RegExp[] = [
  /(?:answers?|samples?|labels?|judgements?|verdicts?)[^.;\n]{0,60}\b(?:written|wrote|given|judged|labelled|composed) (?:for it )?by (?:people|persons?|humans?|experts?|engineers?|hand)/i,
  /\b(?:people|persons?|humans?|experts?)\b[^.;\n]{0,30}\b(?:wrote|have written|judged|labelled|answered|annotated)\b/i,
  /answered by people|written as samples?|what people (?:know|say|said|found)|people (?:found|were) (?:right|alarmed)/i,
  /\b(?:written|made|composed|drawn|judged|labelled|annotated|checked|tested|measured|counted|verified|reviewed|read|chosen|found|collected) (?:one by one )?by (?:hand|an? (?:person|human|expert|engineer|operator)|people|humans?|experts|engineers)\b/i,
  /\b(?:somebody|someone|an? (?:person|human|expert|engineer)) (?:wrote|judged|labelled|annotated|checked|tested|reviewed)\b/i,
  /\bby: "hand"|\bhand-?(?:written|made|labelled|checked|drawn|picked)\b/i,
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
    .filter((path) => /\.(?:tsx?|css|md|ya?ml|ipynb|jsonl?|txt|conf|sh)$|\/[^.]*$/.test(path))
    .filter((path) => !path.includes("node_modules") && !EXEMPT.some((one) => path.endsWith(one)));
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
        "The secret is made by hand",
        "Written by hand, or made by a template.",
        "What people wrote about a host",
        "sentences that were checked by an engineer",
        "somebody judged each of them",
        "hand-labelled alerts",
      ]
    ) expect(CLAIMS.some((form) => form.test(claim)), claim).toBe(true);
  });

  it("and what is synthetic says so where its figures are", async () => {
    for (const place of ["data/replay/README.md", "notebooks/07_replay.ipynb"]) {
      const [{ text } = { text: "" }] = await textsBelow(place);
      expect(text, place).toMatch(/synthetic/);
    }
    const labels = await Deno.readTextFile(join(ALERTS, "data/replay/labels.jsonl"));
    for (const line of labels.trim().split("\n")) {
      expect(JSON.parse(line).by).toBe("synthetic, generated for this demo");
    }
  });
});
