/**
 * The answers of the server of the first demo household.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import type { RecordedExchange } from "../client/recorded_transport.ts";
import { parseSelector } from "../selector.ts";
import { demoFolder } from "./demo_folder.ts";
import { later } from "./later.ts";
import type { ExpressionServer } from "./options.ts";

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
 */
export async function demoClient(
  read: () => Promise<DemoAnswers> = async () => JSON.parse(await readFile(DEMO_ANSWERS, "utf8")),
): Promise<ExpressionServer> {
  const [{ openArchive }, { connect }, { recordedTransport }] = await Promise.all([
    later<typeof import("../archive/open_archive.ts")>("../archive/open_archive.ts"),
    later<typeof import("../client/connect.ts")>("../client/connect.ts"),
    later<typeof import("../client/recorded_transport.ts")>("../client/recorded_transport.ts"),
  ]);
  const { server, days, exchanges } = await read();
  const archive = await openArchive(demoFolder(true));
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
