/**
 * The last events of a namespace.
 *
 * @module
 */

import type { CoreV1Api, CoreV1Event } from "@kubernetes/client-node";
import { clip } from "../clip.ts";
import type { Redactor } from "../gatherer.ts";
import { readPages } from "./read_pages.ts";

/** An event, in short. */
export type EventDigest = {
  /** When it was seen last, ISO 8601. */
  readonly time: string;
  /** Why, in one word. */
  readonly reason: string;
  /** What it is about: `Pod/api-0`. */
  readonly object: string;
  /** What happened. */
  readonly message: string;
  /** How often it was seen. */
  readonly count: number;
};

/** Events of a namespace. */
export type LatestEvents = {
  /** Number of Warning events that were looked at. */
  readonly total: number;
  /** The last of them, the latest first. */
  readonly events: readonly EventDigest[];
  /** What is to be known besides. */
  readonly note?: string;
};

/** What is kept. */
const LAST = 20;
/** The server sorts by name, not by time: all of them have to be looked at, within reason. */
const PAGE = 500, MAX_PAGES = 20;
/** Longest message. [characters] */
const LONGEST_MESSAGE = 500;

/**
 * The last 20 Warning events by the time at which they were seen last.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startKubernetes } from "../../demo/kubernetes_stand_in.ts";
 * import { latestEvents } from "./latest_events.ts";
 * import { openCluster } from "./open_cluster.ts";
 *
 * const event = {
 *   metadata: { name: "api.1" },
 *   type: "Warning",
 *   reason: "BackOff",
 *   message: "Back-off restarting failed container",
 *   involvedObject: { kind: "Pod", name: "api" },
 *   lastTimestamp: "2026-11-21T02:27:00Z",
 * };
 * await using api = await startKubernetes({ namespaces: { media: { events: [event] } } });
 * await using cluster = await openCluster(api);
 * const core = cluster.core({ signal: AbortSignal.timeout(10_000) });
 * const { events } = await latestEvents(core, "media", { redact: (text) => text });
 * assert.equal(events[0]?.object, "Pod/api");
 * ```
 */
export async function latestEvents(
  core: Pick<CoreV1Api, "listNamespacedEvent">,
  namespace: string,
  redactor: Redactor,
): Promise<LatestEvents> {
  const { kept, isComplete } = await readPages<CoreV1Event, Kept>(
    (at) =>
      core.listNamespacedEvent({
        namespace,
        fieldSelector: "type=Warning",
        limit: PAGE,
        ...(at !== undefined && { _continue: at }),
      }),
    { start: { total: 0, latest: [] }, add: keepLatest, maxPages: MAX_PAGES },
  );
  return {
    total: kept.total,
    events: kept.latest.map((event) => digest(event, redactor)),
    ...(!isComplete && { note: `There are more: only the first ${kept.total} were looked at` }),
  };
}

interface Kept {
  readonly total: number;
  readonly latest: readonly CoreV1Event[];
}

function keepLatest({ total, latest }: Kept, items: readonly CoreV1Event[]): Kept {
  return {
    total: total + items.length,
    latest: [...latest, ...items].sort((a, b) => seenAt(b) - seenAt(a)).slice(0, LAST),
  };
}

/** Controllers fill in different fields; an event that is repeated has its last time in `series`. */
function seenAt({ series, eventTime, lastTimestamp, metadata }: CoreV1Event): number {
  const time = series?.lastObservedTime ?? eventTime ?? lastTimestamp ??
    metadata?.creationTimestamp ?? 0;
  // The library's types say Date, but it leaves times with microseconds as they are: texts.
  const instant = new Date(time).getTime();
  return Number.isNaN(instant) ? 0 : instant;
}

function digest(event: CoreV1Event, redactor: Redactor): EventDigest {
  const { involvedObject, reason = "", message = "", series, count } = event;
  const object = [involvedObject?.kind, involvedObject?.name].filter(Boolean).join("/");
  return {
    time: new Date(seenAt(event)).toISOString(),
    reason: clip(reason, redactor, 100),
    object: clip(object, redactor, 300),
    message: clip(message, redactor, LONGEST_MESSAGE),
    count: series?.count ?? count ?? 1,
  };
}
