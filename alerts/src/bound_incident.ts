/**
 * How much of an alert's own texts is kept.
 *
 * @module
 */

import type { Incident } from "./incident.ts";
import { cutText } from "./text/cut_text.ts";

/** Longest texts, and all of a kind together. [characters] */
const LABEL = { one: 300, all: 8_000 }, ANNOTATION = { one: 4_000, all: 16_000 };
const NAME = 128, TITLE = 300, LINK = 2_000, LINKS = 8, ENTRIES = 64;

/**
 * An incident whose texts have a bounded length. Where something is cut off, it ends in an ellipsis.
 *
 * @param slack How many times as much is kept: what is redacted later must not be cut closely before,
 * as half a secret is not found. @default {1}
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { boundIncident } from "./bound_incident.ts";
 *
 * const incident = {
 *   source: "alertmanager",
 *   fingerprint: "f",
 *   episode: "f@0",
 *   title: "Down",
 *   status: "firing",
 *   severity: "warning",
 *   startsAt: 0,
 *   labels: { pod: "x-1" },
 *   annotations: { description: "x".repeat(3_800_000) },
 *   links: [],
 * } as const;
 * const { labels, annotations } = boundIncident(incident);
 * assert.deepEqual(labels, { pod: "x-1" });
 * assert.equal(annotations["description"]?.length, 4_000);
 * ```
 */
export function boundIncident(incident: Incident, slack = 1): Incident {
  const { title, labels, annotations, links } = incident;
  const isShort = (link: string) => link.length <= slack * LINK;
  return {
    ...incident,
    title: cutText(title, { characters: slack * TITLE }),
    labels: bounded(labels, LABEL, slack),
    annotations: bounded(annotations, ANNOTATION, slack),
    // Half a link leads elsewhere.
    links: links.filter(isShort).slice(0, LINKS),
  };
}

/** Those that come first are kept; senders write what places an alert before anything else. */
function bounded(
  texts: Readonly<Record<string, string>>,
  { one, all }: { readonly one: number; readonly all: number },
  slack: number,
): Record<string, string> {
  let left = slack * all;
  const kept: [string, string][] = [];
  for (const [name, text] of Object.entries(texts).slice(0, ENTRIES)) {
    const short = cutText(name, { characters: NAME });
    const value = cutText(text, { characters: Math.min(slack * one, Math.max(0, left)) });
    left -= short.length + value.length;
    if (value !== "" || text === "") kept.push([short, value]);
  }
  return Object.fromEntries(kept);
}
