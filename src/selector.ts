/**
 * Series selectors as data: a metric's name and label matchers. They are read from PromQL, written to
 * PromQL, and matched against the labels of an archive.
 *
 * @module
 */

import { parser } from "@prometheus-io/lezer-promql";
import type { Labels } from "./columns.ts";
import { WattbookError } from "./errors.ts";
import { compilePattern, patternFault } from "./pattern.ts";

/** How a label is compared. Regular expressions are anchored at both ends, as in PromQL. */
export type MatchOperator = "=" | "!=" | "=~" | "!~";

/** One label matcher. */
export interface Matcher {
  /** Label name. */
  readonly label: string;
  /** Comparison. */
  readonly op: MatchOperator;
  /** Value or regular expression. An absent label compares as the empty string. */
  readonly value: string;
}

/** A metric's name with label matchers. */
export interface Selector {
  /** Metric name; `null` if only matchers decide, such as `{__name__=~"power_.*"}`. */
  readonly metric: string | null;
  /** All of these must hold. */
  readonly matchers: readonly Matcher[];
}

/** A selector of one metric. */
export interface MetricSelector extends Selector {
  /** Metric name. */
  readonly metric: string;
}

/**
 * Makes a selector.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatSelector, selector } from "./selector.ts";
 *
 * const pv1 = selector("inverter_dc_power_watts", { label: "string", op: "=", value: "pv1" });
 * assert(formatSelector(pv1) === 'inverter_dc_power_watts{string="pv1"}');
 * ```
 */
export function selector(metric: string, ...matchers: Matcher[]): MetricSelector {
  return { metric, matchers };
}

const PLAIN_METRIC = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const PLAIN_LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/**
 * Quotes a string for PromQL, so that no label value can leave its quotes.
 */
export function quote(text: string): string {
  // JSON's escapes are a subset of the Go escapes that PromQL reads (\u2028 stays as it is in both).
  return JSON.stringify(text);
}

/**
 * Writes a selector as PromQL. A name outside the classic character set becomes a matcher, which every
 * server reads; `{"my-metric"}` is known to Prometheus 3 only.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatSelector, selector } from "./selector.ts";
 *
 * assert(formatSelector(selector("up")) === "up");
 * ```
 */
export function formatSelector({ metric, matchers }: Selector): string {
  const parts = matchers.map(({ label, op, value }) =>
    `${PLAIN_LABEL.test(label) ? label : quote(label)}${op}${quote(value)}`
  );
  if (metric === null) return `{${parts.join(",")}}`;
  const isBare = PLAIN_METRIC.test(metric) && isBareName(metric);
  // Prometheus refuses a second name behind a bare one, but not several matchers.
  if (!isBare || matchers.some(({ label }) => label === "__name__")) {
    return `{${[`__name__=${quote(metric)}`, ...parts].join(",")}}`;
  }
  return parts.length ? `${metric}{${parts.join(",")}}` : metric;
}

/** Whether PromQL reads the word as a name: `inf`, `on` and `bool` mean something else. */
function isBareName(metric: string): boolean {
  return parser.parse(metric).topNode.firstChild?.name === "VectorSelector";
}

/**
 * Reads a PromQL series selector, such as `power{site="home",phase=~"a|b"}`. The first matcher
 * `__name__="…"` names the metric.
 *
 * @throws {WattbookError} `BAD_SELECTOR` if the text is not a single selector.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseSelector } from "./selector.ts";
 *
 * const { metric, matchers } = parseSelector('power{phase=~"a|b"}');
 * assert(metric === "power" && matchers[0]?.op === "=~");
 * ```
 */
export function parseSelector(text: string): Selector {
  const root = parser.parse(text).topNode;
  const vector = root.firstChild;
  if (vector?.name !== "VectorSelector" || vector.nextSibling || hasError(text)) {
    throw badSelector(text, "it is not a series selector");
  }
  let metric: string | null = null;
  const matchers: Matcher[] = [];
  const slice = (node: { from: number; to: number }) => text.slice(node.from, node.to);
  const name = vector.getChild("Identifier");
  if (name) metric = slice(name);
  for (let node = vector.getChild("LabelMatchers")?.firstChild; node; node = node.nextSibling) {
    if (node.name === "QuotedLabelName") {
      if (metric !== null) throw badSelector(text, "it names two metrics");
      metric = unquote(slice(node));
      continue;
    }
    const label = node.getChild("LabelName") ?? node.getChild("QuotedLabelName");
    const op = node.getChild("MatchOp"), value = node.getChild("StringLiteral");
    if (!label || !op || !value) continue;
    const matcher = {
      label: label.name === "QuotedLabelName" ? unquote(slice(label)) : slice(label),
      op: slice(op) as MatchOperator,
      value: unquote(slice(value)),
    };
    const fault = isPattern(matcher) ? patternFault(matcher.value) : null;
    if (fault !== null) throw badPattern(matcher, fault);
    matchers.push(matcher);
  }
  if (metric !== null) return { metric, matchers };
  const named = matchers.find(({ label, op, value }) =>
    label === "__name__" && op === "=" && value !== ""
  );
  if (named) return { metric: named.value, matchers: matchers.filter((one) => one !== named) };
  if (matchers.length === 0) throw badSelector(text, "it names no metric and has no matchers");
  return { metric: null, matchers };
}

/**
 * Reads a selector of one metric.
 *
 * @throws {WattbookError} `BAD_SELECTOR` if the text is not one.
 */
export function parseMetricSelector(text: string): MetricSelector {
  const { metric, matchers } = parseSelector(text);
  if (metric === null) throw badSelector(text, "it does not name one metric");
  return { metric, matchers };
}

/**
 * Makes the test whether labels satisfy all matchers of a selector. Its `metric` is not compared.
 *
 * @throws {WattbookError} `BAD_SELECTOR` if a regular expression is not valid.
 */
export async function labelTest(
  { matchers }: Pick<Selector, "matchers">,
): Promise<(labels: Labels) => boolean> {
  const tests = await Promise.all(matchers.map(compile));
  return (labels) => tests.every((test) => test(labels));
}

async function compile(matcher: Matcher): Promise<(labels: Labels) => boolean> {
  const { label, op, value } = matcher;
  const test = isPattern(matcher) ? await compilePattern(value) : (text: string) => text === value;
  const wanted = op === "=" || op === "=~";
  return (labels) => test(labels[label] ?? "") === wanted;
}

function isPattern({ op }: Matcher): boolean {
  return op === "=~" || op === "!~";
}

function hasError(text: string): boolean {
  let found = false;
  parser.parse(text).iterate({ enter: (node) => void (found ||= node.type.isError) });
  return found;
}

/** The escapes of Go; those of bytes and code points have digits. */
const ESCAPE = /\\(?:x([\da-fA-F]{2})|([0-3][0-7]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^]))/g;
const SIMPLE: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

function unquote(literal: string): string {
  const inner = literal.slice(1, -1);
  if (literal[0] === "`" || !inner.includes("\\")) return inner;
  const bytes: number[] = [];
  const add = (text: string) => bytes.push(...new TextEncoder().encode(text));
  let copied = 0;
  for (const match of inner.matchAll(ESCAPE)) {
    const [whole, hex, octal, short, long, simple = ""] = match;
    add(inner.slice(copied, match.index));
    copied = match.index + whole.length;
    if (hex !== undefined) bytes.push(parseInt(hex, 16));
    else if (octal !== undefined) bytes.push(parseInt(octal, 8));
    else {
      const point = short ?? long;
      const text = point === undefined ? SIMPLE[simple] : characterOf(parseInt(point, 16));
      if (text === undefined) throw badSelector(literal, `its escape ${whole} is not valid`);
      add(text);
    }
  }
  add(inner.slice(copied));
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(Uint8Array.from(bytes));
  } catch (cause) {
    throw badSelector(literal, "its bytes are not UTF-8, which no label contains", cause);
  }
}

/** A character by its number; `undefined` if there is none, as for the halves of a pair. */
function characterOf(point: number): string | undefined {
  const isHalf = point >= 0xd800 && point < 0xe000;
  return isHalf || point > 0x10ffff ? undefined : String.fromCodePoint(point);
}

function badPattern({ label, value }: Matcher, fault: string): WattbookError {
  return new WattbookError(
    "BAD_SELECTOR",
    `The regular expression ${quote(value)} is not valid: ${fault}`,
    { hint: `Correct the pattern for the label '${label}'.` },
  );
}

function badSelector(text: string, why: string, cause?: unknown): WattbookError {
  return new WattbookError("BAD_SELECTOR", `Cannot use '${text}': ${why}`, {
    hint: 'Write a selector like metric_name{label="value"}, without functions or ranges.',
    cause,
  });
}
