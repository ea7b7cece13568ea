import type { Days } from "../../house/days.ts";
import { localTime } from "../../page/quantity.ts";
import { type MadePage, servePage } from "../../page/serve_page.ts";
import { toHtml, versionOf } from "../../page/to_html.tsx";
import type { Effects } from "../../terminal/command.ts";
import { MINUTE } from "../../time.ts";
import { computeReport, type ReportOptions } from "../report/run_report.ts";

/** The command line of `deno task serve`, checked. */
export interface ServeOptions extends
  Pick<
    ReportOptions,
    "from" | "to" | "zone" | "source" | "wire" | "household" | "tariff" | "debug"
  > {
  /** Port on loopback; zero for a free one. */
  readonly port: number;
  /** Time between two refreshes. [min] */
  readonly every: number;
}

/**
 * Serves the page of a report until the signal comes.
 *
 * @throws {WattbookError} If the first page cannot be made, or the port is taken.
 */
export async function runServe(
  { port, every, ...options }: ServeOptions,
  effects: Effects,
): Promise<void> {
  const { stdout, stderr, now, signal } = effects;
  let zone = "UTC";
  const earlier = new Map<string, Days>();
  async function make(): Promise<MadePage> {
    const { page } = await computeReport(
      {
        ...options,
        ...{ period: "day", format: "html", out: "-", compute: "local" },
        ...{ includeToday: true, detail: false, repair: true, quiet: false },
      },
      effects,
      earlier,
    );
    const data = page!;
    zone = data.days.zone;
    const html = await toHtml(data, { live: true });
    return { html, version: versionOf(data), made: localTime(data.made, zone) };
  }
  await servePage({
    ...{ make, port, now, signal },
    every: every * MINUTE,
    zone: () => zone,
    onListening: (url) =>
      stdout.write(
        `The page is at ${url}\nIt is refreshed every ${every} min. Press Ctrl-C to end.\n`,
      ),
    onRefresh: (notice) => notice === "" ? Promise.resolve() : stderr.write(`notice: ${notice}\n`),
  });
  signal.throwIfAborted();
}
