/**
 * The same tests for each of the two loaded servers.
 *
 * @module
 */

import { beforeEach, describe, inject, onTestFailed } from "vitest";
import type { LoadedServer } from "./loaded_servers.ts";

/** A server under test. */
export interface ServerUnderTest {
  /** Where it answers. */
  readonly url: URL;
  /** Which of the two. */
  readonly kind: "prometheus" | "victoriaMetrics";
}

/** Describes tests for the loaded Prometheus and the loaded VictoriaMetrics. */
export function describeEachServer(body: (server: ServerUnderTest) => void): void {
  describePrometheus((url) => body({ url, kind: "prometheus" }));
  describeLoaded("VictoriaMetrics", inject("victoriaMetrics"), (url) => {
    body({ url, kind: "victoriaMetrics" });
  });
}

/** Describes tests for the loaded Prometheus. */
export function describePrometheus(body: (url: URL) => void): void {
  describeLoaded("Prometheus", inject("prometheus"), body);
}

function describeLoaded(name: string, server: LoadedServer | null, body: (url: URL) => void): void {
  describe.skipIf(server === null)(name, () => {
    beforeEach(() => {
      onTestFailed(async () => {
        const log = await Deno.readTextFile(server!.logFile);
        console.error(`${name} printed:\n${log.split("\n").slice(-20).join("\n")}`);
      });
    });
    // Skipped tests are still described, so an address is needed even where nothing listens.
    body(new URL(server?.url ?? "http://127.0.0.1:9/"));
  });
}
