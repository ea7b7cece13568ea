import { readFile } from "node:fs/promises";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { contentPolicy } from "../../../../src/page/content_policy.ts";
import type { Block } from "../../report/block.ts";
import { reportBlocks } from "../../report/report_blocks.ts";
import type { RunResults } from "../run_results.ts";
import { Blocks } from "./blocks.tsx";
import { CaseSection } from "./case_section.tsx";
import { pickAnswers } from "./pick_answers.ts";

/** An empty picture, or browsers would request an icon. */
const ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** A run as one HTML file without scripts. It loads nothing, and outside texts stay text. */
export async function toHtml(
  results: RunResults,
  blocks: readonly Block[] = reportBlocks(results),
): Promise<string> {
  const style = await readFile(new URL("page.css", import.meta.url), "utf8");
  const html = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={contentPolicy({ style, script: "" })} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>Replay: {results.run}</title>
        <link rel="icon" href={ICON} />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <Page results={results} blocks={blocks} />
      </body>
    </html>,
  );
  return `<!doctype html>\n${html}\n`;
}

/** Verdicts, figures, then every alert with its answers side by side. */
function Page(
  { results, blocks }: { readonly results: RunResults; readonly blocks: readonly Block[] },
): VNode {
  const cases = new Map(results.cases.map((one) => [one.id, one]));
  const shown = pickAnswers(results);
  return (
    <>
      <header>
        <h1>Replay: {results.run}</h1>
      </header>
      <main>
        <section>
          <Blocks blocks={blocks} />
        </section>
        <section>
          <h2>Answers side by side</h2>
          <p class="note">
            The alerts at which a candidate loses most come first. <del>Words of the baseline</del>
            {" "}
            that the candidate has not, <ins>words of the candidate</ins> that the baseline has not.
          </p>
          {shown.map((one, at) => (
            <CaseSection
              one={cases.get(one.id)!}
              shown={one}
              baseline={results.baseline}
              isOpen={at === 0}
            />
          ))}
        </section>
      </main>
    </>
  );
}
