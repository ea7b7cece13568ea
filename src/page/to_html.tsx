import { readFile } from "node:fs/promises";
import { renderToString } from "preact-render-to-string";
import { spanName } from "../plots/period_ticks.ts";
import { PALETTES } from "../plots/theme.ts";
import { contentPolicy } from "./content_policy.ts";
import { TABLE_WIDTHS } from "./data_table.tsx";
import { drawFigures, pickFigures } from "./figures.ts";
import { Page } from "./page.tsx";
import type { PageData } from "./page_data.ts";

/** Options of {@linkcode toHtml}. */
export interface ToHtmlOptions {
  /** Whether the page asks the server that it came from for a newer one. @default {false} */
  readonly live?: boolean;
}

/** What tells a page from an older one. */
export function versionOf({ made }: PageData): string {
  return String(made);
}

/**
 * Writes a report as a page: a single file that loads nothing, unless it is `live`. Its colours
 * follow the reader's setting (light or dark); a printed page is light.
 */
export async function toHtml(
  data: PageData,
  { live = false }: ToHtmlOptions = {},
): Promise<string> {
  const [css, stacked, sorting, asking] = await Promise.all(
    [read("page.css"), read("stacked.css"), read("sort_tables.js"), live ? read("live.js") : ""],
  );
  const script = `${sorting}${asking}`;
  const style = `${colours()}\n${css}\n${lists(stacked!)}`;
  const figures = await drawFigures(pickFigures(data));
  const html = renderToString(
    <html lang="en" data-version={live ? versionOf(data) : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content={contentPolicy({ style, script, live })}
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{titleOf(data)}</title>
        <link rel="icon" href={ICON} />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <Page data={data} figures={figures} live={live} />
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>,
  );
  return `<!doctype html>\n${html}\n`;
}

/** The style sheet of tables that are lists, for each width at which tables become such. Print has room. */
function lists(stacked: string): string {
  const narrow = TABLE_WIDTHS.map((width) =>
    `@container (width < ${width}rem) { .fits-${width} { ${stacked} } }`
  );
  return `@media screen {\n${narrow.join("\n")}\n.fits-never { ${stacked} }\n}`;
}

/** A sun, as an image inside the page; without it, browsers may request an icon. */
const ICON = `data:image/svg+xml,${
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">' +
      `<circle cx="8" cy="8" r="6" fill="${PALETTES.light.generation}"/></svg>`,
  )
}`;

function read(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), "utf8");
}

function titleOf({ days: { rows } }: PageData): string {
  return rows.length === 0
    ? "Energy report"
    : `Energy report ${spanName(rows[0]!.date, rows.at(-1)!.date)}`;
}

/** The colours of the plots, for the plots and for the page around them. */
function colours(): string {
  const values = (theme: "light" | "dark") =>
    Object.entries(PALETTES[theme]).map(([name, colour]) => `--wattbook-${name}: ${colour};`)
      .join(" ");
  return `:root { ${values("light")} }\n` +
    `@media screen and (prefers-color-scheme: dark) { :root { ${values("dark")} } }`;
}
