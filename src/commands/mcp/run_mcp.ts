import { WattbookError } from "../../errors.ts";
import { openHousehold } from "../../house/open_household.ts";
import { DayBook } from "../../mcp/day_book.ts";
import { serveHttp } from "../../mcp/http.ts";
import { type Household, wattbookServer } from "../../mcp/server.ts";
import { serveStandardStreams } from "../../mcp/stdio.ts";
import { type Effects, printFailure } from "../../terminal/command.ts";
import type { McpOptions } from "./options.ts";

/** So many months of an archive are read before they are asked for. */
const AHEAD = 24;

/** Serves until the client ends, or the person. */
export async function runMcp(options: McpOptions, effects: Effects): Promise<void> {
  const { stderr, signal } = effects;
  const onFailure = (error: unknown) => void printFailure(error, stderr, options).catch(() => {});
  let opened: Promise<Household> | undefined;
  const household = () => {
    opened ??= open(options, effects);
    // A server that was unreachable is tried again with the next question.
    opened.catch(() => opened = undefined);
    return opened;
  };
  const server = () => wattbookServer(household, { onFailure });
  if (options.http === undefined) await serveStandardStreams(server, { signal, onFailure });
  else {
    const token = effects.settings().mcpToken;
    if (token === undefined) {
      throw new WattbookError("NOT_CONFIGURED", "--http needs a token, and MCP_TOKEN is not set", {
        hint: "Put MCP_TOKEN=… with 16 or more random characters into .env, for example from " +
          "'openssl rand -hex 32'.",
      });
    }
    const { http, tokenInUrl } = options;
    const onListening = (url: string) => stderr.write(`Listening on ${url}\n`);
    await serveHttp(server, { port: http, token, tokenInUrl, onFailure, onListening, signal });
  }
  await (await opened?.catch(() => undefined))?.home.close();
  signal.throwIfAborted();
}

/** Opens the house. The clock of a demo stands at the end of its samples. */
async function open(
  { source = {}, household, zone, tariff }: McpOptions,
  { settings, now, stderr }: Effects,
): Promise<Household> {
  let demoEnds: number | undefined;
  const clock = () => demoEnds ?? now();
  const home = await openHousehold({ ...source, household, zone }, {
    settings,
    now: clock,
    warn: (text) => void stderr.write(`notice: ${text}\n`).catch(() => {}),
  });
  if (home.isDemo) demoEnds = (await home.source.extent!())!.end;
  const tariffs = tariff.length === 0 && home.tariff !== null ? [home.tariff] : tariff;
  const book = new DayBook(home, { now: clock, tariff: tariffs[0] });
  // Samples on disk are read while the assistant thinks.
  if (home.source.kind === "archive") {
    setTimeout(() => void book.readAhead(AHEAD).catch(() => {}), 0);
  }
  return { home, book, tariffs };
}
