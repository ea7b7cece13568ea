/**
 * An archive and the server that it was synced from, as one source.
 *
 * @module
 */

import type { Source } from "../energy/signals/source.ts";
import type { TimeRange } from "../time.ts";
import { mergeSeries } from "./merge_series.ts";
import type { Archive } from "./open_archive.ts";
import { OVERLAP } from "./sync_record.ts";

/** Options of {@linkcode joinSources}. */
export interface JoinOptions {
  /**
   * Last part of the current month that is pulled from the server too, because of late samples. [ms]
   *
   * @default {10_800_000} three hours
   */
  readonly overlap?: number;
  /**
   * The clock, Unix time. [ms]
   *
   * @default {Date.now}
   */
  readonly now?: () => number;
}

/**
 * Joins an archive and a server: history from disk, the rest from the server. Pulled from the server
 * is only what no sync has stored in full, and the last hours before that, in which late samples may
 * have arrived. Each sample appears once, from whichever has it.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { joinSeries } from "../columns.ts";
 * import { selector } from "../selector.ts";
 * import { joinSources } from "./join_sources.ts";
 * import { openArchive } from "./open_archive.ts";
 * import { writeArchive } from "./write_archive.ts";
 *
 * const power = (time: number) => joinSeries([
 *   { labels: { __name__: "power" }, time: Float64Array.of(time), value: Float64Array.of(5) },
 * ]);
 * const dir = await mkdtemp(`${tmpdir()}/archive-`);
 * await writeArchive(dir, power(0));
 * const samples = () => Promise.resolve({ columns: power(60_000), notices: [] });
 * const server = { kind: "server" as const, description: "example", samples };
 * const both = joinSources(await openArchive(dir), server);
 * const { columns } = await both.samples(selector("power"), { start: 0, end: 60_000 });
 * assert(columns.time.join() === "0,60000");
 * await rm(dir, { recursive: true });
 * ```
 */
export function joinSources(archive: Archive, server: Source, options: JoinOptions = {}): Source {
  const { overlap = OVERLAP, now = Date.now } = options;
  return {
    kind: "joined",
    // The server's tells how its samples came.
    get description() {
      return `${archive.description}, continued by ${server.description}`;
    },

    async samples(selector, range, { signal, onProgress } = {}) {
      const missing = without(range, await archive.covered(selector, range, overlap));
      const parts = missing.length + 1;
      let { columns, notices } = await archive.samples(selector, range, {
        ...(signal && { signal }),
        ...(onProgress && { onProgress: (done, total) => onProgress(done / total, parts) }),
      });
      for (const [index, stretch] of missing.entries()) {
        const pulled = await server.samples(selector, stretch, {
          ...(signal && { signal }),
          ...(onProgress &&
            { onProgress: (done, total) => onProgress(1 + index + done / total, parts) }),
        });
        columns = mergeSeries(columns, pulled.columns).columns;
        notices = [...notices, ...pulled.notices];
      }
      onProgress?.(parts, parts);
      return { columns, notices: [...new Set(notices)] };
    },

    async extent() {
      const extent = await archive.extent();
      return extent && { start: extent.start, end: Math.max(extent.end, now()) };
    },
  };
}

/** The parts of a range outside of the stretches. All instants are whole milliseconds. */
function without({ start, end }: TimeRange, stretches: readonly TimeRange[]): TimeRange[] {
  const rest: TimeRange[] = [];
  let from = start;
  for (const stretch of stretches) {
    if (stretch.start > from) rest.push({ start: from, end: stretch.start - 1 });
    from = stretch.end + 1;
  }
  if (from <= end) rest.push({ start: from, end });
  return rest;
}
