/**
 * Where samples come from: a server or an archive, behind one interface.
 *
 * @module
 */

import type { Client } from "../../client/client.ts";
import type { SeriesColumns } from "../../columns.ts";
import type { Selector } from "../../selector.ts";
import type { TimeRange } from "../../time.ts";

/** Options of a pull. */
export interface SourceOptions {
  /** Ends the pull early. */
  readonly signal?: AbortSignal;
  /** Called after each finished part of the pull. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Samples of a selector, with what the source had to say about them. */
export interface PulledSamples {
  /** All matching series, each in ascending time, in no particular order. */
  readonly columns: SeriesColumns;
  /** Warnings and infos of the source, for the person who reads the result. */
  readonly notices: readonly string[];
}

/** A server, an archive, or an archive that a server continues. */
export interface Source {
  /** Kind of the source. */
  readonly kind: "server" | "archive" | "joined";
  /** For people: what it is and where, without secrets. */
  readonly description: string;
  /** Raw samples, with their own time stamps, in [start, end]. Series without samples are left out. */
  samples(selector: Selector, range: TimeRange, options?: SourceOptions): Promise<PulledSamples>;
  /**
   * First and last time for which an archive has samples, `null` if it has none. A server has none.
   */
  extent?(): Promise<TimeRange | null>;
}

/**
 * Wraps a connected client as a {@linkcode Source}.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { connect } from "../../client/connect.ts";
 * import { serverSource } from "./source.ts";
 *
 * const client = await connect({ route: { kind: "direct", url: new URL("http://localhost:9090") } });
 * assert(serverSource(client).kind === "server");
 * await client.close();
 * ```
 */
export function serverSource(
  client: Pick<Client, "description" | "samples"> & Partial<Pick<Client, "provenance">>,
): Source {
  return {
    kind: "server",
    get description() {
      return client.provenance ?? client.description;
    },
    samples: (selector, range, options) => client.samples(selector, range, options),
  };
}
