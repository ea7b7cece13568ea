/**
 * The samples of one target: all of its series share the time of the scrape.
 *
 * @module
 */

import type { LabelledSamples, Labels } from "../../../src/columns.ts";

/**
 * Collects the scrapes of one target.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Recording } from "./recording.ts";
 *
 * const recording = new Recording([{ __name__: "a" }, { __name__: "b" }]);
 * recording.add(0, [1, 2]);
 * assert(recording.series()[1]!.value[0] === 2);
 * ```
 */
export class Recording {
  readonly #labels: readonly Labels[];
  readonly #time: number[] = [];
  readonly #values: number[][];

  /** Starts a recording of series with these labels. */
  constructor(labels: readonly Labels[]) {
    this.#labels = labels;
    this.#values = labels.map(() => []);
  }

  /** Adds a scrape: one value per series. */
  add(time: number, values: readonly number[]): void {
    this.#time.push(time);
    for (let i = 0; i < this.#values.length; i++) this.#values[i]!.push(values[i]!);
  }

  /** All that was recorded; nothing if there was no scrape. */
  series(): LabelledSamples[] {
    if (this.#time.length === 0) return [];
    const time = new Float64Array(this.#time);
    return this.#labels.map((labels, i) => ({
      labels,
      time,
      value: new Float64Array(this.#values[i]!),
    }));
  }
}
