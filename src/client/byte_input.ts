/**
 * The part of an answer that has come in and is not yet read.
 *
 * @module
 */

/** Zero bytes behind the text: no JSON holds one, so they end every loop over it. */
const PADDING = 8;

/**
 * A window on the bytes of an answer. Reading moves `at`; a new chunk drops what lies before `at`
 * (or before `mark`, if that is set), so that the memory in use stays near the size of a chunk.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { ByteInput } from "./byte_input.ts";
 *
 * const input = new ByteInput();
 * input.push(new TextEncoder().encode("[1"));
 * input.at = 1;
 * input.push(new TextEncoder().encode(",2]"));
 * assert(input.end - input.at === 4 && input.bytes[input.end] === 0);
 * ```
 */
export class ByteInput {
  /** The text lies in [at, end), with zero bytes behind it. */
  bytes: Uint8Array = new Uint8Array(0);
  /** Where the next byte is read. */
  at: number = 0;
  /** Where the text ends. */
  end: number = 0;
  /** Number of bytes that came before those in the window. */
  dropped: number = 0;
  /** Start of a text that must stay in the window, -1 if there is none. */
  mark: number = -1;
  /** Whether nothing more will come: to wait is of no use then. */
  isWhole: boolean = false;

  /** Forgets everything, for the next answer. */
  clear(): void {
    this.at = this.end = this.dropped = 0;
    this.mark = -1;
    this.isWhole = false;
  }

  /** Appends a chunk. The chunk is copied. */
  push(chunk: Uint8Array): void {
    const from = this.mark >= 0 ? this.mark : this.at;
    const kept = this.end - from, length = kept + chunk.length;
    if (length + PADDING > this.bytes.length) {
      const bytes = new Uint8Array(Math.max(2 * length, 65_536) + PADDING);
      bytes.set(this.bytes.subarray(from, this.end));
      this.bytes = bytes;
    } else {
      this.bytes.copyWithin(0, from, this.end);
    }
    this.bytes.set(chunk, kept);
    this.bytes.fill(0, length, length + PADDING);
    this.at -= from;
    this.dropped += from;
    this.end = length;
    if (this.mark >= 0) this.mark = 0;
  }
}
