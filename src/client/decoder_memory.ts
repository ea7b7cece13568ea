/**
 * The memory in which answers are decoded: unread bytes and the samples read so far.
 *
 * @module
 */

/** Zero bytes after the text: JSON contains none, so they end every loop over it. */
const PADDING = 8;

/**
 * A window on the bytes of an answer. Reading moves `at`; a new chunk drops what lies before `at`
 * (or before `mark`, if that is set), so that the memory in use stays near the size of a chunk.
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
  /** Whether all bytes have arrived. */
  isWhole: boolean = false;

  /** Empties the window for the next answer. */
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

/**
 * Two columns of samples that grow to four times their size when they are full. Memory that is not
 * yet written costs nothing, but copying does.
 */
export class SampleStore {
  /** Unix time; only the first `length` entries count. [ms] */
  time: Float64Array;
  value: Float64Array;
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

/** Memory for one answer at a time. */
export interface DecoderMemory {
  /** The unread text. */
  readonly input: ByteInput;
  /** The samples read so far. */
  readonly store: SampleStore;
}

/** Fresh memory. */
export function newMemory(): DecoderMemory {
  return { input: new ByteInput(), store: new SampleStore() };
}

/** Most memories that are kept: the answers of three series of a month. */
const MOST = 16;
/** Larger memories are not kept. [samples] */
const LARGEST = 2 ** 18;

/**
 * Memory that is reused. Fresh memory takes about as long to allocate as to decode into, and the
 * garbage collector would have to free it.
 */
export class DecoderMemories {
  readonly #free: DecoderMemory[] = [];

  /** Memory for one answer. */
  take(): DecoderMemory {
    return this.#free.pop() ?? newMemory();
  }

  /** Takes memory back; the next answers overwrite it. */
  giveBack(memories: readonly DecoderMemory[]): void {
    const small = memories.filter(({ store }) => store.time.length <= LARGEST);
    this.#free.push(...small.slice(0, MOST - this.#free.length));
  }
}
