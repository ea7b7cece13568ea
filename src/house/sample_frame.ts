/**
 * What a server answers to an expression, and samples as they are stored.
 *
 * @module
 */

import type { SeriesColumns } from "../columns.ts";
import { WattbookError } from "../errors.ts";
import { toFrame } from "../frames/frame.ts";
import { ReadableFrame, type ReadableFrameParts } from "./readable_frame.ts";

/** Samples of any number of series: a row per sample, with its labels as columns. */
export class SampleFrame extends ReadableFrame {
  /** The same as flat arrays. */
  readonly columns: SeriesColumns;

  /**
   * Wraps samples.
   *
   * @param columns The samples.
   * @param look How they are shown; `labels` names the label columns, by default all.
   */
  constructor(
    columns: SeriesColumns,
    look: Omit<ReadableFrameParts, "frame"> & { readonly labels?: readonly string[] },
  ) {
    const { labels } = look;
    super({ ...look, frame: () => toFrame(columns, labels && { labels }) });
    this.columns = columns;
  }

  /**
   * The one number that the server answered; `null` if it has none.
   *
   * @throws {WattbookError} `AMBIGUOUS_SERIES` if there are several.
   */
  get value(): number | null {
    const { value } = this.columns;
    if (value.length > 1) {
      throw new WattbookError("AMBIGUOUS_SERIES", `There are ${value.length} numbers, not one`, {
        hint: "Use the frame, or merge the series in the expression: sum(...), max(...).",
      });
    }
    const [only = NaN] = value;
    return Number.isNaN(only) ? null : only;
  }
}
