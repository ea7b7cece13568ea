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

  /** Makes room for a number of further samples. The columns may be new ones then. */
  reserve(samples: number): void {
    const needed = this.length + samples;
    if (needed <= this.time.length) return;
    const time = new Float64Array(Math.max(needed, 4 * this.time.length));
    const value = new Float64Array(time.length);
    time.set(this.time.subarray(0, this.length));
    value.set(this.value.subarray(0, this.length));
    this.time = time;
    this.value = value;
  }

  /** Adds one sample. */
  add(time: number, value: number): void {
    this.reserve(1);
    this.time[this.length] = time;
    this.value[this.length++] = value;
  }

  /** The columns, cut to their length: as views if that holds no more than twice the memory. */
  finish(): { time: Float64Array; value: Float64Array } {
    const { time, value, length } = this;
    return 2 * length < time.length
      ? { time: time.slice(0, length), value: value.slice(0, length) }
      : { time: time.subarray(0, length), value: value.subarray(0, length) };
  }
}
