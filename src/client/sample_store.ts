/**
 * Columns that grow while an answer is read.
 *
 * @module
 */

/**
 * Two columns of samples that take four times the room when it is used up: room that is not yet
 * written costs no memory, copying does.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { SampleStore } from "./sample_store.ts";
 *
 * const store = new SampleStore(1);
 * store.add(0, 1.5);
 * store.add(60_000, NaN);
 * assert(store.finish().time.length === 2);
 * ```
 */
export class SampleStore {
  /** Unix time; only the first `length` entries count. [ms] */
  time: Float64Array;
  /** Values, as `time`. */
  value: Float64Array;
  /** Number of samples. */
  length: number = 0;

  /** Makes room for a first number of samples. */
  constructor(room = 16_384) {
    this.time = new Float64Array(room);
    this.value = new Float64Array(room);
  }

  /** Makes room for more. */
  grow(): void {
    const time = new Float64Array(this.time.length * 4);
    const value = new Float64Array(this.value.length * 4);
    time.set(this.time);
    value.set(this.value);
    this.time = time;
    this.value = value;
  }

  /** Adds one sample. */
  add(time: number, value: number): void {
    if (this.length === this.time.length) this.grow();
    this.time[this.length] = time;
    this.value[this.length++] = value;
  }

  /** The columns, cut to their length. */
  finish(): { time: Float64Array; value: Float64Array } {
    return { time: this.time.slice(0, this.length), value: this.value.slice(0, this.length) };
  }
}
