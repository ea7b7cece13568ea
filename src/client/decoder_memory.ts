/**
 * Memory in which answers are decoded, one after the other.
 *
 * @module
 */

import { ByteInput } from "./byte_input.ts";
import { SampleStore } from "./sample_store.ts";

/** Where one answer at a time is read and its samples are kept. */
export interface DecoderMemory {
  /** The text that is not read yet. */
  readonly input: ByteInput;
  /** The samples that are read. */
  readonly store: SampleStore;
}

/**
 * Memory that nothing was decoded in yet.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { newMemory } from "./decoder_memory.ts";
 *
 * assert(newMemory().store.length === 0);
 * ```
 */
export function newMemory(): DecoderMemory {
  return { input: new ByteInput(), store: new SampleStore() };
}

/** As many as three series have answers of a month. */
const MOST = 16;
/** One long answer is no reason to keep so much for good. [samples] */
const LARGEST = 2 ** 18;

/**
 * Memory that is used again: fresh memory costs the system about as much as decoding into it does, and
 * what is thrown away calls the garbage collector.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { DecoderMemories } from "./decoder_memory.ts";
 *
 * const memories = new DecoderMemories(), memory = memories.take();
 * memories.giveBack([memory]);
 * assert(memories.take() === memory && memories.take() !== memory);
 * ```
 */
export class DecoderMemories {
  readonly #free: DecoderMemory[] = [];

  /** Memory for one answer. */
  take(): DecoderMemory {
    return this.#free.pop() ?? newMemory();
  }

  /** Takes back what nobody looks into any more: the next answers are written over it. */
  giveBack(memories: readonly DecoderMemory[]): void {
    const small = memories.filter(({ store }) => store.time.length <= LARGEST);
    this.#free.push(...small.slice(0, MOST - this.#free.length));
  }
}
