/**
 * What people read on their phones.
 *
 * @module
 */

import type { ContextItem } from "../context/context_item.ts";
import type { Incident } from "../incident.ts";
import type { Analysis } from "../llm/analysis.ts";
import { cutText } from "../text/cut_text.ts";
import { isKnownLink, knownLinks } from "../text/known_links.ts";
import { visibleText } from "../text/visible_text.ts";
import { briefly, NOTHING } from "./briefly.ts";
import { describeModelFailure } from "./describe_model_failure.ts";
import { loudnessOf } from "./loudness.ts";
import type { PushMessage } from "./publisher.ts";

/** What is told. All of it is redacted already. */
export interface Notice {
  /** The alert. */
  readonly incident: Incident;
  /** What was gathered. */
  readonly context: readonly ContextItem[];
  /** The model's analysis; without one the facts are told. */
  readonly analysis?: Analysis | undefined;
  /** Why there is no analysis: the analyst's `failure`. */
  readonly failure?: string | undefined;
  /** Whether the analysis may follow. @default {false} */
  readonly follows?: boolean;
}

/** Options of {@linkcode compose}. */
export interface ComposeOptions {
  /** Hosts that may be linked, in lower case. @default none */
  readonly linkHosts?: readonly string[];
  /** Longest message; the default leaves room for the mark of a repeat. [bytes] @default {4064} */
  readonly maxBytes?: number;
}

const TITLE = { bytes: 200 }, ANNOTATION = { characters: 500 }, FACT = { characters: 280 };
const LONGEST_CLICK = 2000;
/** Annotations to report, in this order. */
const TOLD = ["summary", "message", "description", "output", "comment"];
/** What places an alert, the widest first. */
const PLACES = ["cluster", "namespace", "pod", "container", "node", "instance", "job"];
/** Kinds of context, the most telling first: a message that is too long is cut at its end. */
const ORDER = "EPMLDHA";

/**
 * Composes a push. Title, priority, tags and link come from the alert alone; what the model wrote is
 * text in the message, and nothing else.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { compose } from "./compose.ts";
 *
 * const push = compose({
 *   incident: {
 *     source: "alertmanager", fingerprint: "f", episode: "f/0", title: "DiskFull",
 *     status: "firing", severity: "warning", startsAt: 0, labels: { namespace: "media" },
 *     annotations: { summary: "/data is 97 % full" }, links: [],
 *   },
 *   context: [],
 *   failure: "http_529",
 * });
 * assert.equal(push.title, "DiskFull: media");
 * assert.equal(push.priority, 3);
 * assert(push.message.startsWith("/data is 97 % full\n\nNo analysis: "));
 * ```
 */
export function compose(notice: Notice, options: ComposeOptions = {}): PushMessage {
  const { incident, context, analysis } = notice;
  const { linkHosts = [], maxBytes = 4064 } = options;
  const hosts = new Set(linkHosts);
  const plain = (text: string, limit: Parameters<typeof cutText>[1]) =>
    cutText(knownLinks(visibleText(text.slice(0, 4 * LONGEST_CLICK)), hosts), limit);
  const { priority, tag } = loudnessOf(incident);
  const sections = [
    told(incident).map((text) => plain(text, ANNOTATION)).join("\n"),
    ...(analysis
      ? analysed(analysis)
      : [missing(notice), facts(context, (text) => plain(text, FACT))]),
    list(
      "Not read:",
      context.flatMap(({ id, title, error }) =>
        error === undefined ? [] : [plain(`${id} ${title}: ${error}`, FACT)]
      ),
    ),
  ];
  const click = clickOf(incident, hosts);
  return {
    title: plain(titleOf(incident), TITLE),
    message: cutText(sections.filter((one) => one !== "").join("\n\n"), { bytes: maxBytes }),
    priority,
    tags: [tag, ...[incident.title, incident.labels["namespace"] ?? ""].flatMap(tagOf)],
    ...(click !== undefined && { click }),
  };
}

function titleOf({ source, title, status, labels }: Incident): string {
  const before = status === "resolved" ? "Resolved: " : "";
  if (source === "hostmon") {
    const state = labels["type"] === "FLAPPINGSTART" ? "flapping" : labels["state"];
    return `${before}${title}${state === undefined ? "" : ` (${state})`}`;
  }
  const places = PLACES.map((name) => labels[name]).filter((one) => one !== undefined);
  return `${before}${title}${places.length === 0 ? "" : `: ${places.slice(0, 3).join(" / ")}`}`;
}

/** The sender's own words, the same ones once. */
function told({ annotations }: Incident): string[] {
  const texts = TOLD.map((name) => annotations[name]?.trim() ?? "").filter((text) => text !== "");
  return [...new Set(texts)].slice(0, 2);
}

/** Every line of the model's is one of ours: it is marked as such and cannot pass for another. */
function analysed(analysis: Analysis): string[] {
  const { summary, hypotheses, inconclusive, next_steps, not_read } = analysis;
  const causes = hypotheses.map(({ cause, confidence, evidence }) => {
    const cited = evidence.length > 0 ? evidence.join(", ") : "cites no evidence";
    return `${cause} (${confidence}; ${cited})`;
  });
  return [
    `Analysis by a model: ${summary}`,
    list(inconclusive ? "Inconclusive. Possible:" : "Likely:", causes, "1.") ||
    (inconclusive ? "Inconclusive." : ""),
    list("Next:", next_steps),
    list("The model lacked:", not_read),
  ];
}

function facts(context: readonly ContextItem[], plain: (text: string) => string): string {
  const known = context.filter(({ data, error }) => error === undefined && data !== undefined)
    .map(({ id, title, data }) => ({ id, title, words: briefly(data) }))
    .filter(({ words }) => words !== NOTHING)
    .toSorted((a, b) => ORDER.indexOf(a.id[0]!) - ORDER.indexOf(b.id[0]!));
  return list(
    "Context:",
    known.map(({ id, title, words }) => plain(`${id} ${title}: ${words}`)),
  );
}

function list(head: string, items: readonly string[], mark: "-" | "1." = "-"): string {
  if (items.length === 0) return "";
  return [head, ...items.map((item, at) => `${mark === "-" ? "-" : `${at + 1}.`} ${item}`)]
    .join("\n");
}

/** The alert's runbook, else the first of its links, of those that lead to known hosts. */
function clickOf(
  { links, annotations }: Incident,
  hosts: ReadonlySet<string>,
): string | undefined {
  const known = links.filter((link) => isKnownLink(link, hosts) && link.length <= LONGEST_CLICK);
  const link = known.find((one) => one === annotations["runbook_url"]) ?? known[0];
  return link === undefined ? undefined : new URL(link).href;
}

/** A label's value as a tag: the service separates tags by commas. */
function tagOf(text: string): string[] {
  const tag = text.replace(/[^\w.-]+/g, "_").slice(0, 40);
  return /[A-Za-z0-9]/.test(tag) ? [tag] : [];
}

function missing({ failure, follows = false }: Notice): string {
  return follows
    ? `No analysis yet: ${describeModelFailure(failure)}. It follows if the model answers.`
    : `No analysis: ${describeModelFailure(failure)}.`;
}
