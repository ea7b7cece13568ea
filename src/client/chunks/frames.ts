/**
 * The frames of a streamed answer: length as a varint, CRC-32C of the message, highest byte first, and
 * the message. Prometheus: `storage/remote/chunked.go`.
 *
 * @module
 */

import { WattbookError } from "../../errors.ts";
import { badChunks } from "./bad_chunks.ts";
import { crc32c } from "./crc32c.ts";
import { PADDING } from "./xor.ts";

/** Servers send frames of about a megabyte; Prometheus itself reads none above this. [bytes] */
const LARGEST = 50_000_000;

const CHECKSUM = 4;

/** Cuts a stream into its messages. */
export class FrameReader {
  readonly #onMessage: (bytes: Uint8Array, length: number) => void;
  /** Bytes of length and checksum that came so far. */
  #head: number[] = [];
  /** Length of the message whose head came, -1 before that. [bytes] */
  #length = -1;
  #checksum = 0;
  /** The message so far, with room behind it. */
  #bytes = new Uint8Array(65_536);
  #filled = 0;
  #crc = 0;

  /**
   * Begins a stream.
   *
   * @param onMessage Takes a message with {@linkcode PADDING} bytes behind it; the next one overwrites
   * it.
   */
  constructor(onMessage: (bytes: Uint8Array, length: number) => void) {
    this.#onMessage = onMessage;
  }

  /**
   * Takes the next bytes, cut anywhere.
   *
   * @throws {WattbookError} `BAD_ANSWER`
   */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#length < 0) {
        this.#readHead(chunk[at++]!);
      } else {
        const part = chunk.subarray(at, at + this.#length - this.#filled);
        this.#append(part);
        at += part.length;
      }
      if (this.#length >= 0 && this.#filled === this.#length) this.#finishMessage();
    }
  }

  /**
   * Ends the stream.
   *
   * @throws {WattbookError} `TRUNCATED_ANSWER` if it ends within a frame.
   */
  finish(): void {
    if (this.#head.length === 0) return;
    throw new WattbookError("TRUNCATED_ANSWER", "The answer is cut off", {
      hint: "Try again; if it happens again, look for a size or time limit in a proxy on the way.",
    });
  }

  #readHead(byte: number): void {
    const head = this.#head;
    head.push(byte);
    const sizeBytes = head.findIndex((one) => one < 0x80) + 1;
    if (sizeBytes === 0) {
      if (head.length >= 10) throw badChunks("the length of a frame does not end");
      return;
    }
    const length = head.slice(0, sizeBytes)
      .reduce((sum, group, index) => sum + (group & 0x7f) * 128 ** index, 0);
    if (length > LARGEST) {
      throw badChunks(`a frame has ${length} bytes, more than the ${LARGEST} that are possible`);
    }
    if (head.length < sizeBytes + CHECKSUM) return;
    this.#checksum = head.slice(sizeBytes).reduce((sum, one) => sum * 256 + one, 0);
    this.#length = length;
  }

  #append(part: Uint8Array): void {
    const needed = this.#filled + part.length + PADDING;
    if (needed > this.#bytes.length) {
      // By what came, not by what the head promises.
      const bytes = new Uint8Array(Math.min(2 * needed, Math.max(needed, this.#length + PADDING)));
      bytes.set(this.#bytes.subarray(0, this.#filled));
      this.#bytes = bytes;
    }
    this.#bytes.set(part, this.#filled);
    this.#crc = crc32c(part, this.#crc);
    this.#filled += part.length;
  }

  #finishMessage(): void {
    if (this.#crc !== this.#checksum) throw badChunks("the checksum of a frame is wrong");
    const bytes = this.#bytes, length = this.#length;
    this.#head = [];
    this.#length = -1;
    this.#filled = this.#crc = 0;
    this.#onMessage(bytes, length);
  }
}
