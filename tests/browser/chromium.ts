/**
 * A real Chromium, and what it notices of a page.
 *
 * @module
 */

import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { installed } from "../servers/running_server.ts";

/** The program; Debian ships it under this name. */
const PROGRAM = "chromium";

/** Starts the browser; `null` where it is not installed. */
export async function launchChromium(): Promise<Browser | null> {
  if (!await installed(PROGRAM)) return null;
  const { stdout } = await new Deno.Command("sh", { args: ["-c", `command -v ${PROGRAM}`] })
    .output();
  return await chromium.launch({
    executablePath: new TextDecoder().decode(stdout).trim(),
    // Root may not have a sandbox; the pages are our own.
    args: Deno.uid() === 0 ? ["--no-sandbox"] : [],
  });
}

/** An open page. */
export interface OpenPage extends AsyncDisposable {
  /** The page itself. */
  readonly page: Page;
  /** Addresses that it asked for, besides its own. */
  readonly requests: string[];
  /** Errors and warnings of its console, and what it threw. */
  readonly complaints: string[];
}

/** Opens a file as a person would: by a double click. */
export async function openFile(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const requests: string[] = [], complaints: string[] = [];
  const address = `file://${path}`;
  page.on("request", (request) => {
    if (request.url() !== address) requests.push(request.url());
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address);
  return { page, requests, complaints, [Symbol.asyncDispose]: () => context.close() };
}
