import { readFile } from "node:fs/promises";
import { renderToString } from "preact-render-to-string";
import { contentPolicy } from "../../../../src/page/content_policy.ts";
import type { Block } from "../../report/block.ts";
import type { RunResults } from "../../judge_answers.ts";
import { placeName } from "../../row.ts";
import { losses } from "../summary.ts";
import { Blocks } from "./blocks.tsx";
import { CaseSection } from "./case_section.tsx";

/** An empty picture, or browsers would request an icon. */
const ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/**
 * A run as one HTML file: verdicts, figures, then every alert with its answers side by side. It has
 * no scripts and loads nothing, and outside texts stay text.
 */
export async function toHtml(results: RunResults, blocks: readonly Block[]): Promise<string> {
  const { run, cases, rows, baseline } = results;
  const style = await readFile(new URL("page.css", import.meta.url), "utf8");
  const known = new Map(cases.map((one) => [one.id, one]));
  const scores = Map.groupBy(results.scores, placeName);
  const answers = Map.groupBy(
    rows.toSorted((a, b) => Number(b.variant === baseline) - Number(a.variant === baseline)),
    (row) => row.case,
  );
  const order = new Set([
    ...losses(results).map((one) => one.case),
    ...rows.map((row) => row.case),
  ]);
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={contentPolicy({ style, script: "" })} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>Replay: {run}</title>
        <link rel="icon" href={ICON} />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <header>
          <h1>Replay: {run}</h1>
        </header>
        <main>
          <section>
            <Blocks blocks={blocks} />
          </section>
          <section>
            <h2>Answers side by side</h2>
            <p class="note">
              The alerts at which a candidate loses most come first.{" "}
              <del>Words of the baseline</del> that the candidate has not,{" "}
              <ins>words of the candidate</ins> that the baseline has not.
            </p>
            {[...order].map((id, at) => (
              <CaseSection
                one={known.get(id)!}
                rows={answers.get(id)!}
                scores={scores}
                baseline={baseline}
                isOpen={at === 0}
              />
            ))}
          </section>
        </main>
      </body>
    </html>,
  );
  return `<!doctype html>\n${html}\n`;
}
