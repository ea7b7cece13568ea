import { readFile } from "node:fs/promises";
import { renderToString } from "preact-render-to-string";
import { contentPolicy } from "../../../../src/page/content_policy.ts";
import type { Block } from "../../report/block.ts";
import { reportBlocks } from "../../report/report_blocks.ts";
import type { RunResults } from "../run_results.ts";
import { Page } from "./page.tsx";

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
