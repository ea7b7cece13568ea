/**
 * A page on loopback that refreshes itself.
 *
 * @module
 */

import { setTimeout as sleep } from "node:timers/promises";
import { serveLoopback } from "../effects.ts";
import { isWattbookError } from "../errors.ts";
import { localTime } from "./quantity.ts";

/** A page as it was made. */
export interface MadePage {
  /** Its text. */
  readonly html: string;
  /** The number in its `data-version`. */
  readonly version: string;
  /** When it was made, in local time. */
  readonly made: string;
}

/** What is served: the last page that could be made, and what went wrong since. */
export interface Served {
  readonly page: MadePage;
  /** Empty while the last refresh succeeded. */
  readonly notice: string;
}

/** What is served before the first page is made. */
export interface Starting {
  readonly page: null;
  readonly notice: "";
}

/** Names of this machine. Another name in `Host` is a foreign page that points its name here. */
const OWN_NAMES = ["127.0.0.1", "localhost"];

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Answers a browser: the page at `/`, its version at `/state`. Nothing can be changed. */
export function answerPage(
  request: Pick<Request, "url" | "method">,
  { page, notice }: Served | Starting,
): Response {
  const text = (body: string, status: number) =>
    new Response(body, {
      status,
      headers: { ...HEADERS, "content-type": "text/plain; charset=utf-8" },
    });
  // A Host that is no name makes an address that is none.
  if (!URL.canParse(request.url)) return text("Bad request: Host is not a name\n", 400);
  const { hostname, pathname } = new URL(request.url);
  if (!OWN_NAMES.includes(hostname)) return text("Forbidden: foreign Host\n", 403);
  if (!["GET", "HEAD"].includes(request.method)) return text("Read-only: use GET\n", 405);
  if (page === null) return text("The page is being made. Reload it in a moment.\n", 503);
  if (pathname === "/state") {
    return Response.json({ version: page.version, notice }, { headers: HEADERS });
  }
  if (pathname !== "/") return text("Not found: the page is at /\n", 404);
  return new Response(page.html, {
    headers: { ...HEADERS, "content-type": "text/html; charset=utf-8" },
  });
}

/** How a page is served. */
export interface ServePageOptions {
  /** Makes the page. */
  readonly make: () => Promise<MadePage>;
  /** Port on loopback; zero for a free one. */
  readonly port: number;
  /** Time between two refreshes. [ms] */
  readonly every: number;
  /** Zone of the times in messages. */
  readonly zone: () => string;
  /** The clock. [ms] */
  readonly now: () => number;
  /** Called with the address as soon as the first page is made. */
  readonly onListening: (url: string) => Promise<void>;
  /** Called when a page is made, or could not be made. */
  readonly onRefresh: (notice: string) => Promise<void>;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Makes the page and serves it until the signal comes. A refresh that fails keeps the last page, which
 * then says since when and why.
 *
 * @throws {WattbookError} If the port is taken, or the first page cannot be made.
 */
export async function servePage(options: ServePageOptions): Promise<void> {
  const { make, port, every, zone, now, onListening, onRefresh, signal } = options;
  let served: Served | Starting = { page: null, notice: "" };
  // The port comes first: making a page takes seconds.
  const server = serveLoopback((request) => answerPage(request, served), port);
  try {
    let page = await make();
    served = { page, notice: "" };
    await onListening(`http://127.0.0.1:${server.port}/`);
    while (!signal.aborted) {
      // The signal ends it early, which is no failure.
      await sleep(every, null, { signal }).catch(() => {});
      if (signal.aborted) break;
      try {
        page = await make();
        served = { page, notice: "" };
      } catch (error) {
        if (signal.aborted) break;
        // An unexpected error may come with anything in its text.
        const why = isWattbookError(error) ? error.message : "unexpected error";
        const at = localTime(now(), zone());
        served = {
          page,
          notice: `The refresh on ${at} failed: ${why}. These numbers are of ${page.made}.`,
        };
      }
      await onRefresh(served.notice);
    }
  } finally {
    await server.close();
  }
}
