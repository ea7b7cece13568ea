import type { Span, Stretch } from "./span.ts";

/** Places are kept no finer than this. [characters] */
const BLOCK = 512;
/** How far before a change something may stand that the change makes a secret. [blocks] */
const BEFORE = 4;
/** How far after it: names, and what stands before them. [blocks] */
const AFTER = 1;

/**
 * Keeps in mind where a view changed, so that a finder that has seen the whole text looks again only
 * at the neighbourhood of what was hidden since.
 */
export class Changes {
  readonly #length: number;
  /** When each block changed last. */
  readonly #times: Uint16Array;
  #now = 0;

  /** Begins for a text of a length. [UTF-16 units] */
  constructor(length: number) {
    this.#length = length;
    this.#times = new Uint16Array(Math.ceil(length / BLOCK));
  }

  /** How often something was added. */
  get now(): number {
    return this.#now;
  }

  /** Notes what was hidden; an empty list is no change. */
  add(spans: readonly Span[]): void {
    if (spans.length === 0) return;
    this.#now++;
    for (const { start, end } of spans) {
      const last = Math.floor((end - 1) / BLOCK);
      for (let block = Math.floor(start / BLOCK); block <= last; block++) {
        this.#times[block] = this.#now;
      }
    }
  }

  /** The neighbourhoods of what changed after a time, in order, without overlaps. */
  since(time: number): Stretch[] {
    const stretches: { from: number; to: number }[] = [];
    this.#times.forEach((changed, block) => {
      if (changed <= time) return;
      const from = Math.max(0, block - BEFORE) * BLOCK;
      const to = Math.min(this.#length, (block + 1 + AFTER) * BLOCK);
      const last = stretches.at(-1);
      if (last !== undefined && from <= last.to) last.to = to;
      else stretches.push({ from, to });
    });
    return stretches;
  }
}
