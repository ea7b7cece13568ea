/**
 * A frame with what a person needs to read it.
 *
 * @module
 */

import type { Frame } from "../frames/frame.ts";
import {
  escapeHtml,
  readable,
  type ReadableOptions,
  type ReadableTable,
} from "../frames/readable.ts";

/** What a {@linkcode ReadableFrame} is made of. */
export interface ReadableFrameParts {
  /** The frame, or what makes it when it is first looked at. */
  readonly frame: Frame | (() => Frame);
  /** What it holds, in a line. */
  readonly title: string;
  /** Zone in which its instants are shown. */
  readonly zone: string;
  /** What a reader should know. @default {[]} */
  readonly notices?: readonly string[];
  /** Columns that are shown, where all would be too many. @default {all} */
  readonly shown?: readonly string[];
  /** Units of columns whose names do not tell them. @default {{}} */
  readonly units?: Readonly<Record<string, string>>;
  /** Most digits behind the point. @default {2} */
  readonly decimals?: number;
}

/**
 * A Polars frame that shows itself to people: with rounded numbers, units and local times at the end
 * of a notebook's cell, by `console.log` and by `toString()`. Compute with its `frame`.
 */
export class ReadableFrame {
  /** What it holds, in a line. */
  readonly title: string;
  /** IANA zone in which its instants are shown; the frame holds them in UTC. */
  readonly zone: string;
  /** What a reader should know: warnings of the server, remarks on the whole. */
  readonly notices: readonly string[];
  readonly #parts: ReadableFrameParts;
  #frame: Frame | undefined;

  /**
   * Wraps a frame.
   *
   * @param parts The frame and how it is shown.
   */
  constructor(parts: ReadableFrameParts) {
    this.#parts = parts;
    this.title = parts.title;
    this.zone = parts.zone;
    this.notices = parts.notices ?? [];
  }

  /** The Polars frame. Instants are UTC; what is not known is `null`. */
  get frame(): Frame {
    const { frame } = this.#parts;
    return this.#frame ??= typeof frame === "function" ? frame() : frame;
  }

  /**
   * The frame as people read it.
   *
   * @param options How; columns are those that are shown by default.
   */
  readable(options: ReadableOptions = {}): ReadableTable {
    const { shown, zone, units = {}, decimals = 2 } = this.#parts;
    const frame = shown ? this.frame.select(...shown) : this.frame;
    return readable(frame, { zone, units, decimals, ...options });
  }

  /** Title, table and notices as lines of text. */
  toString(): string {
    return [
      this.title,
      "",
      this.readable().toString(),
      ...this.notices.map((notice) => `notice: ${notice}`),
    ].join("\n");
  }

  /** What a notebook shows. */
  [Symbol.for("Jupyter.display")](): Record<string, string> {
    return {
      "text/plain": this.toString(),
      "text/html": [
        `<p>${escapeHtml(this.title)}</p>`,
        this.readable().toHtml(),
        ...this.notices.map((notice) => `<p><em>${escapeHtml(notice)}</em></p>`),
      ].join("\n"),
    };
  }

  /** What `console.log` prints. */
  [Symbol.for("Deno.customInspect")](): string {
    return this.toString();
  }
}
