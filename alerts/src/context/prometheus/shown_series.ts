/**
 * What is shown of an answer of the metrics server: the series nearest to the alert, with short
 * labels.
 *
 * @module
 */

import {
  eachSeries,
  type LabelledSamples,
  type Labels,
  type SeriesColumns,
} from "../../../../src/columns.ts";
import { clip } from "../clip.ts";
import type { Redactor } from "../gatherer.ts";

/** What is shown of an answer. */
export interface ShownOptions {
  /** Labels of the alert: series that share more of them come first. */
  readonly labels: Labels;
  /** Takes secrets out of label values. */
  readonly redactor: Redactor;
  /** Most series. @default {10} */
  readonly limit?: number;
}

/** An answer. */
export interface SeriesAnswer {
  /** Its series. */
  readonly columns: SeriesColumns;
  /** Warnings of the server. */
  readonly notices: readonly string[];
}

/** The series that are shown. */
export type ShownSeries = {
  /** Number of series in the answer. */
  readonly total: number;
  /** The nearest and largest of them, with labels that may be shown. */
  readonly shown: readonly LabelledSamples[];
  /** Warnings of the server. */
  readonly notices?: readonly string[];
};

/** Most labels of a series, longest label value, most warnings. */
const LABELS = 20, LABEL_VALUE = 200, NOTICES = 3;

/**
 * Picks series: those that share most labels with the alert, then the largest.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinSeries } from "../../../../src/columns.ts";
 * import { shownSeries } from "./shown_series.ts";
 *
 * const series = (pod: string, value: number) => (
 *   { labels: { pod }, time: Float64Array.of(0), value: Float64Array.of(value) }
 * );
 * const columns = joinSeries([series("a", 1), series("b", 9), series("c", 2)]);
 * const redactor = { redact: (text: string) => text };
 * const { shown } = shownSeries({ columns, notices: [] }, {
 *   labels: { pod: "a" },
 *   redactor,
 *   limit: 2,
 * });
 * assert.deepEqual(shown.map(({ labels }) => labels["pod"]), ["a", "b"]);
 * ```
 */
export function shownSeries(
  { columns, notices }: SeriesAnswer,
  { labels, redactor, limit = 10 }: ShownOptions,
): ShownSeries {
  const wanted = Object.entries(labels);
  const ranked = [...eachSeries(columns)].map((series) => ({
    series,
    near: wanted.filter(([name, value]) => series.labels[name] === value).length,
    size: series.value.reduce(
      (peak, one) => Number.isNaN(one) ? peak : Math.max(peak, Math.abs(one)),
      0,
    ),
  }));
  // Two infinite sizes have no difference.
  ranked.sort((a, b) => b.near - a.near || (b.size === a.size ? 0 : b.size - a.size));
  return {
    total: ranked.length,
    shown: ranked.slice(0, limit).map(({ series }) => ({
      ...series,
      labels: shortLabels(series.labels, redactor),
    })),
    ...(notices.length > 0 && {
      notices: notices.slice(0, NOTICES).map((one) => clip(one, redactor, LABEL_VALUE)),
    }),
  };
}

function shortLabels(labels: Labels, redactor: Redactor): Labels {
  const entries = Object.entries(labels).slice(0, LABELS);
  return Object.fromEntries(
    entries.map(([name, value]) => [clip(name, redactor, 100), clip(value, redactor, LABEL_VALUE)]),
  );
}
