/**
 * A connection as the HTTP parser of Node takes it.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { Duplex } from "node:stream";
import type { Connection } from "../effects.ts";

/** What is read at once. [bytes] */
const CHUNK = 16_384;

/** A stream over a connection. It has no timeouts; its owner ends it. */
export class TcpSocket extends Duplex {
  readonly #connection: Connection;

  /**
   * Reads nothing until data is requested.
   *
   * @param start Bytes that were read already.
   */
  constructor(connection: Connection, start: Uint8Array) {
    super();
    this.#connection = connection;
    this.push(start);
  }

  /** Nothing, but the parser calls it. */
  setTimeout(): this {
    return this;
  }

  /** Reads the available bytes. */
  override _read(): void {
    const bytes = new Uint8Array(CHUNK);
    this.#connection.read(bytes).then(
      (count) => this.push(count === null ? null : bytes.subarray(0, count)),
      (error) => this.destroy(error),
    );
  }

  /** Writes all of it. */
  override _write(chunk: Uint8Array, _: string, done: (error?: Error | null) => void): void {
    this.#writeAll(chunk).then(() => done(), done);
  }

  /** Writes several parts as one. */
  override _writev(
    parts: readonly { readonly chunk: Uint8Array }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#writeAll(Buffer.concat(parts.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  /** Tells the other side that nothing more comes. */
  override _final(done: (error?: Error | null) => void): void {
    // One that is closed already has been told.
    this.#connection.closeWrite().then(() => done(), () => done());
  }

  /** Ends the connection. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    try {
      this.#connection.close();
    } catch {
      // It is closed already.
    }
    done(error);
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.#connection.write(bytes.subarray(at));
  }
}
