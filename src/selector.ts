/**
 * Series selectors as data: a metric's name and label matchers. They are read from PromQL, written to
 * PromQL, and matched against the labels of an archive.
 *
 * @module
 */

import { parser } from "@prometheus-io/lezer-promql";
import type { Labels } from "./columns.ts";
import { WattbookError } from "./errors.ts";

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
  /** Metric name. */
  readonly metric: string;
  /** All of these must hold. */
  readonly matchers: readonly Matcher[];
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
export function selector(metric: string, ...matchers: Matcher[]): Selector {
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
 * Writes a selector as PromQL. Names outside the classic character set are quoted (UTF-8 names).
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
  if (!PLAIN_METRIC.test(metric)) return `{${[quote(metric), ...parts].join(",")}}`;
  if (!isBareName(metric)) return `{${[`__name__=${quote(metric)}`, ...parts].join(",")}}`;
  return parts.length ? `${metric}{${parts.join(",")}}` : metric;
}

/** Whether PromQL reads the word as a name: `inf`, `on` and `bool` mean something else. */
function isBareName(metric: string): boolean {
  return parser.parse(metric).topNode.firstChild?.name === "VectorSelector";
}

/**
 * Reads a PromQL series selector, such as `power{site="home",phase=~"a|b"}`.
 *
 * @throws {WattbookError} `BAD_SELECTOR` if the text is not a single selector with a metric
 * name.
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
  let metric: string | undefined;
  const matchers: Matcher[] = [];
  const slice = (node: { from: number; to: number }) => text.slice(node.from, node.to);
  const name = vector.getChild("Identifier");
  if (name) metric = slice(name);
  for (let node = vector.getChild("LabelMatchers")?.firstChild; node; node = node.nextSibling) {
    if (node.name === "QuotedLabelName") {
      metric = unquote(slice(node));
      continue;
    }
    const label = node.getChild("LabelName") ?? node.getChild("QuotedLabelName");
    const op = node.getChild("MatchOp"), value = node.getChild("StringLiteral");
    if (!label || !op || !value) continue;
    const labelName = label.name === "QuotedLabelName" ? unquote(slice(label)) : slice(label);
    const matcher = {
      label: labelName,
      op: slice(op) as MatchOperator,
      value: unquote(slice(value)),
    };
    if (labelName === "__name__" && matcher.op === "=") metric = matcher.value;
    else matchers.push(matcher);
  }
  if (metric === undefined) throw badSelector(text, "it names no metric");
  for (const matcher of matchers) compile(matcher);
  return { metric, matchers };
}

/**
 * Makes the test whether labels satisfy all matchers of a selector. The metric's name is not
 * compared.
 *
 * @throws {WattbookError} `BAD_SELECTOR` if a regular expression is not valid.
 */
export function labelTest({ matchers }: Selector): (labels: Labels) => boolean {
  const tests = matchers.map(compile);
  return (labels) => tests.every((test) => test(labels));
}

function compile({ label, op, value }: Matcher): (labels: Labels) => boolean {
  if (op === "=" || op === "!=") {
    return (labels) => ((labels[label] ?? "") === value) === (op === "=");
  }
  let pattern: RegExp;
  try {
    pattern = new RegExp(`^(?:${value})$`, "su");
  } catch (cause) {
    throw new WattbookError("BAD_SELECTOR", `The regular expression ${quote(value)} is not valid`, {
      hint: `Correct the pattern for the label '${label}'.`,
      cause,
    });
  }
  return (labels) => pattern.test(labels[label] ?? "") === (op === "=~");
}

function hasError(text: string): boolean {
  let found = false;
  parser.parse(text).iterate({ enter: (node) => void (found ||= node.type.isError) });
  return found;
}

function unquote(literal: string): string {
  const inner = literal.slice(1, -1);
  if (literal[0] === "`") return inner;
  // Escapes are read from the left: in \\' the backslash is escaped, not the quote.
  const json = inner.replaceAll(
    /\\(.)|"/gs,
    (whole, escaped) => whole === '"' ? '\\"' : escaped === "'" ? "'" : whole,
  );
  try {
    return JSON.parse(`"${json}"`);
  } catch (cause) {
    throw badSelector(literal, "its escapes are not valid", cause);
  }
}

function badSelector(text: string, why: string, cause?: unknown): WattbookError {
  return new WattbookError("BAD_SELECTOR", `Cannot use '${text}': ${why}`, {
    hint: 'Write a selector like metric_name{label="value"}, without functions or ranges.',
    cause,
  });
}
