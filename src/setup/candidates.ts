/**
 * The series of a server that could belong to the house.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import { labelKey, type Labels } from "../columns.ts";
import { identityLabels } from "../frames/restarts.ts";
import { type Matcher, type MetricSelector, selector } from "../selector.ts";
import type { TimeRange } from "../time.ts";
import { isOfMachine } from "./machine_metrics.ts";

/** One quantity on the server: a series, or several that a restart split. */
export interface Candidate {
  /** Name of its metric. */
  readonly metric: string;
  /** The labels that a restart does not change, without the name. */
  readonly labels: Labels;
  /** Selects this quantity and no other one of the server. */
  readonly selector: MetricSelector;
  /** What its name and labels say, in lower case, separated by single spaces. */
  readonly words: string;
}

/** What {@linkcode listCandidates} found. */
export interface Listed {
  /** What could belong to the house, in a stable order. */
  readonly candidates: readonly Candidate[];
  /** Number of series on the server. */
  readonly series: number;
  /** Number of series that measure a computer, or parts of a distribution. */
  readonly ofMachines: number;
}

/**
 * Lists the quantities of a server, without those of computers.
 *
 * @throws {WattbookError} Whatever the client throws.
 */
export async function listCandidates(
  client: Pick<Client, "series">,
  range: TimeRange,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Listed> {
  const all = { metric: null, matchers: [{ label: "__name__", op: "!=", value: "" }] } as const;
  const { items } = await client.series(all, { range, ...options });
  const ofHouse = items.filter((labels) => !isOfMachine(labels));
  const quantities = new Map(
    ofHouse.map((labels) => {
      const { __name__ = "", ...rest } = identityLabels(labels);
      return [labelKey({ ...rest, __name__ }), { metric: __name__, labels: rest }] as const;
    }),
  );
  const byMetric = Map.groupBy(quantities.values(), ({ metric }) => metric);
  const candidates = [...byMetric.keys()].sort().flatMap((metric) => {
    const group = byMetric.get(metric)!.toSorted((a, b) =>
      labelKey(a.labels) < labelKey(b.labels) ? -1 : 1
    );
    const distinct = distinctLabels(group.map(({ labels }) => labels));
    return group.map(({ labels }) => ({
      metric,
      labels,
      selector: selector(
        metric,
        ...distinct.map((label): Matcher => (
          { label, op: "=", value: labels[label] ?? "" }
        )),
      ),
      words: wordsOf(metric, labels),
    }));
  });
  return { candidates, series: items.length, ofMachines: items.length - ofHouse.length };
}

/**
 * Labels in which sources with one metric for everything name the thing that is measured. They are
 * always written, because a second thing may come tomorrow.
 */
const NAMING_LABELS: readonly string[] = ["entity", "entity_id", "id"];

/**
 * Fewest labels that tell the series of a metric apart, added one at a time: the label that separates
 * most comes first.
 */
function distinctLabels(group: readonly Labels[]): string[] {
  const names = [...new Set(group.flatMap((labels) => Object.keys(labels)))].sort();
  const chosen = names.filter((name) => NAMING_LABELS.includes(name));
  const kinds = (labels: readonly string[]) =>
    new Set(group.map((one) => JSON.stringify(labels.map((name) => one[name] ?? "")))).size;
  while (kinds(chosen) < group.length) {
    const rest = names.filter((name) => !chosen.includes(name));
    if (rest.length === 0) break;
    const gains = rest.map((name) => kinds([...chosen, name]));
    chosen.push(rest[gains.indexOf(Math.max(...gains))]!);
  }
  return chosen;
}

/** Longest text of a label that is looked at for words. */
const READ = 200;

/** The words of a name and of label values: `gridPower_value` gives `grid power value`. */
function wordsOf(metric: string, labels: Labels): string {
  const texts = [metric, ...Object.keys(labels).sort().flatMap((name) => [name, labels[name]!])];
  return texts.map((text) => splitWords(text.slice(0, READ))).join(" ");
}

/** Lower-case words of an identifier, separated by spaces. */
export function splitWords(text: string): string {
  return text
    // kW and mWh are words of their own.
    .replace(/(?<!\p{L})([km])W(h?)(?!\p{L})/gu, "$1w$2")
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%²]+/gu, " ")
    .trim();
}
