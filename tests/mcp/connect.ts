import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { openHousehold } from "../../src/house/open_household.ts";
import { DayBook } from "../../src/mcp/day_book.ts";
import { type Household, wattbookServer } from "../../src/mcp/server.ts";

/** A demo household whose clock stands at noon of a day, or at the end of its samples. */
export async function demoAt(
  demo: true | "battery",
  today?: string,
  tariffs: readonly string[] = [],
): Promise<Household> {
  let end = today === undefined ? NaN : Date.parse(`${today}T11:00:00Z`);
  const now = () => end;
  const home = await openHousehold({ demo }, { now });
  if (today === undefined) end = (await home.source.extent!())!.end;
  const book = new DayBook(home, { now, patience: 120_000, tariff: tariffs[0] });
  return { home, book, tariffs };
}

/** The official client, connected in this process. */
export async function connectTo(
  household: () => Promise<Household>,
  mode: "auto" | "legacy" = "auto",
  onFailure?: (error: unknown) => void,
): Promise<Client> {
  const { fetch } = createMcpHandler(() =>
    wattbookServer(household, { ...onFailure && { onFailure } })
  );
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), {
      fetch: (url, init) => fetch(new Request(url, init)),
    }),
  );
  return client;
}

/** The text of an answer. */
export function textOf({ content }: { content: unknown }): string {
  const parts = content as { type: string; text?: string }[];
  return parts.map(({ text }) => text ?? "").join("");
}
