/**
 * Series in the notation of Prometheus's own tests, so that a test shows its data at a glance.
 *
 * @module
 */

import { joinSeries, type LabelledSamples, type SeriesColumns } from "../src/columns.ts";
import { parseSelector } from "../src/selector.ts";

/** Where the written values lie in time. */
export interface LoadOptions {
  /** Time of the first value, Unix time. [ms] @default 0 */
  start?: number;
  /** Time between values. [ms] @default 60_000 */
  step?: number;
}

/**
 * Loads series, one a line: a name and labels, then values.
 *
 * | written | means |
 * |---|---|
 * | `5` | one sample |
 * | `5x3` | 5 and three more like it |
 * | `5+2x3`, `5-2x3` | 5 and three more, each 2 more (less) than the one before |
 * | `_`, `_x3` | one, three steps without a sample |
 * | `stale` | a staleness marker: no client ever sees it, so it is a step without a sample |
 * | `NaN`, `Inf`, `-Inf` | such values |
 *
 * @throws {SyntaxError} If a line cannot be read.
 */
export function load(text: string, { start = 0, step = 60_000 }: LoadOptions = {}): SeriesColumns {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return joinSeries(lines.map((line) => loadLine(line, start, step)));
}

const LINE = /^(?<name>[a-zA-Z_:][\w:]*)?\s*(?<labels>\{.*\})?(?<values>(?:\s+\S+)*)$/;
const ITEM =
  /^(?:(?<missing>_|stale)|(?<value>[-+]?(?:[\d.]+(?:e[-+]?\d+)?|inf|nan))(?<delta>[-+][\d.]+(?:e[-+]?\d+)?)?)(?:x(?<more>\d+))?$/i;

function loadLine(line: string, start: number, step: number): LabelledSamples {
  const { name, labels, values } = LINE.exec(line)?.groups ?? {};
  if (name === undefined && labels === undefined) throw new SyntaxError(`No series in '${line}'`);
  const time: number[] = [], value: number[] = [];
  let at = start;
  for (const item of (values ?? "").split(/\s+/).filter(Boolean)) {
    const parts = ITEM.exec(item)?.groups;
    if (!parts) throw new SyntaxError(`Cannot read '${item}' in '${line}'`);
    const more = Number(parts.more ?? 0);
    if (parts.missing) {
      // As in Prometheus, `_x3` is three steps, while `5x3` is four.
      at += step * (parts.more === undefined ? 1 : more);
      continue;
    }
    if (parts.delta && parts.more === undefined) {
      throw new SyntaxError(`'${item}' in '${line}' lacks its count, as in '${item}x5'`);
    }
    for (let i = 0; i <= more; i++, at += step) {
      time.push(at);
      value.push(number(parts.value!) + i * Number(parts.delta ?? 0));
    }
  }
  return {
    labels: labelsOf(name, labels),
    time: Float64Array.from(time),
    value: Float64Array.from(value),
  };
}

function number(text: string): number {
  return Number(text.replace(/inf$/i, "Infinity"));
}

function labelsOf(name: string | undefined, labels = ""): Record<string, string> {
  const { matchers } = parseSelector(`${name ?? "nameless"}${labels}`);
  const entries = matchers.map(({ label, value }) => [label, value] as const);
  return Object.fromEntries(name === undefined ? entries : [["__name__", name], ...entries]);
}
