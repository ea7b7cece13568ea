/**
 * The answers of the servers of the demo households.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "../client/client.ts";
import type { RecordedExchange } from "../client/recorded_transport.ts";
import { parseSelector } from "../selector.ts";
import type { CurrentState } from "./current_state.ts";
import { demoFolder, demoJobs, type DemoName } from "./demo_folder.ts";
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
export function demoAnswers(demo: DemoName = true): URL {
  const name = demo === true ? "household" : demo;
  return new URL(`../../data/fixtures/recorded/demo_${name}.json`, import.meta.url);
}

/** The present of the demo households: a Sunday in October at 13:00 on their clocks. [ms] */
export const DEMO_PRESENT: number = Date.UTC(2025, 9, 12, 11);

/** What answers for a demo household. */
export interface DemoServer extends ExpressionServer, Pick<Client, "series"> {
  /** The server that was asked, and its version. */
  readonly server: string;
}

/**
 * A client for a demo household without a server: raw samples come from the demo's archive, and
 * expressions are answered as a real Prometheus that held the same samples once answered them. It
 * knows the expressions of the notebooks, of `now` and of `doctor`, and says so to any other.
 *
 * @param read Reads the answers.
 * @throws {WattbookError} Its queries: `NOT_RECORDED`.
 */
export async function demoClient(
  demo: DemoName = true,
  read: () => Promise<DemoAnswers> = async () =>
    JSON.parse(await readFile(demoAnswers(demo), "utf8")),
): Promise<DemoServer> {
  const [{ connect }, { recordedTransport }] = await Promise.all([
    later<typeof import("../client/connect.ts")>("../client/connect.ts"),
    later<typeof import("../client/recorded_transport.ts")>("../client/recorded_transport.ts"),
  ]);
  const { server, days, exchanges } = await read();
  const { query, queryRange, series } = await connect(
    // Nothing is ever sent there.
    { route: { kind: "direct", url: new URL("http://demo.invalid/") } },
    { transport: recordedTransport(exchanges) },
  );
  return {
    description: `recorded answers of ${server}, which held the demo household from ${
      days.join(" to ")
    }`,
    server,
    query,
    queryRange,
    series,
    async samples(selector, range, { signal, onProgress } = {}) {
      const parsed = typeof selector === "string" ? parseSelector(selector) : selector;
      // Opened late: expressions need neither the files nor what reads them.
      const { openArchive } = await later<typeof import("../archive/open_archive.ts")>(
        "../archive/open_archive.ts",
      );
      const archive = await openArchive(demoFolder(demo));
      const pulled = await archive.samples(parsed, range, {
        ...(signal && { signal }),
        ...(onProgress && { onProgress }),
      });
      return { ...pulled, requests: 0 };
    },
  };
}

/**
 * What a demo household does at {@linkcode DEMO_PRESENT}, without opening its samples.
 *
 * @throws {WattbookError} Any error of a household file that is named.
 */
export async function demoState(
  demo: DemoName,
  { household, zone, signal }: {
    readonly household?: string | undefined;
    readonly zone?: string | undefined;
    readonly signal?: AbortSignal;
  },
): Promise<CurrentState> {
  const [{ currentState }, { pickHousehold }, client] = await Promise.all([
    later<typeof import("./current_state.ts")>("./current_state.ts"),
    later<typeof import("./pick_household.ts")>("./pick_household.ts"),
    demoClient(demo),
  ]);
  const file = join(demoFolder(demo), "household.json");
  const picked = await pickHousehold(file, { household, zone, config: {} });
  return await currentState(client, picked, {
    jobs: demoJobs(demo),
    now: DEMO_PRESENT,
    ...signal && { signal },
  });
}
