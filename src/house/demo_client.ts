/**
 * The demo household's server.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { openArchive } from "../archive/open_archive.ts";
import type { Client } from "../client/client.ts";
import { connect } from "../client/connect.ts";
import { type RecordedExchange, recordedTransport } from "../client/recorded_transport.ts";
import { parseSelector } from "../selector.ts";
import { demoFolder } from "./demo_folder.ts";

/** What the demo's server can be asked. */
export type DemoClient = Pick<Client, "description" | "query" | "queryRange" | "samples">;

/** What a server that held the demo household answered. */
export interface DemoAnswers {
  /** The server and its version. */
  readonly server: string;
  /** First and last local day of the samples that it held. */
  readonly days: readonly [first: string, last: string];
  /** Requests and answers. */
  readonly exchanges: readonly RecordedExchange[];
}

/** Where the answers are. */
export const DEMO_ANSWERS: URL = new URL(
  "../../data/fixtures/recorded/demo_household.json",
  import.meta.url,
);

/**
 * A client for the demo household without a server: raw samples come from the demo's archive, and
 * expressions are answered as a real Prometheus that held the same samples once answered them. It
 * knows the expressions of the notebooks, and says so to any other.
 *
 * @param read Reads the answers.
 * @throws {WattbookError} Its queries: `NOT_RECORDED`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { demoClient } from "./demo_client.ts";
 *
 * const client = await demoClient();
 * const start = Date.UTC(2025, 9, 1), end = Date.UTC(2025, 9, 1, 1);
 * const { columns } = await client.samples("inverter_production_total_kwh", { start, end });
 * assert(columns.labels.length <= 1);
 * await assert.rejects(client.query("up * 42"), { code: "NOT_RECORDED" });
 * ```
 */
export async function demoClient(
  read: () => Promise<DemoAnswers> = async () => JSON.parse(await readFile(DEMO_ANSWERS, "utf8")),
): Promise<DemoClient> {
  const { server, days, exchanges } = await read();
  const archive = await openArchive(demoFolder());
  const { query, queryRange } = await connect(
    // Nothing is ever sent there.
    { route: { kind: "direct", url: new URL("http://demo.invalid/") } },
    { transport: recordedTransport(exchanges) },
  );
  return {
    description: `recorded answers of ${server}, which held the demo household from ${
      days.join(" to ")
    }`,
    query,
    queryRange,
    async samples(selector, range, { signal, onProgress } = {}) {
      const parsed = typeof selector === "string" ? parseSelector(selector) : selector;
      const pulled = await archive.samples(parsed, range, {
        ...(signal && { signal }),
        ...(onProgress && { onProgress }),
      });
      return { ...pulled, requests: 0 };
    },
  };
}
