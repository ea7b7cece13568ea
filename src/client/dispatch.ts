/**
 * A request of undici with nothing between the socket and who reads: its streams would take half as
 * long again as decoding.
 *
 * @module
 */

import type { Dispatcher } from "undici";

/** Headers of an answer, their names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** An answer that has begun. */
export interface HttpAnswer {
  /** Status code. */
  readonly status: number;
  /** Headers. */
  readonly headers: Headers;
  /** Its bytes, for one reader. Whoever stops before the end does not want the rest. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives up what is not read yet, and the connection with it. Nothing happens after the end. */
  discard(): void;
}

/** What may wait for a reader before the socket is read no further. [bytes] */
const ENOUGH = 262_144;

/**
 * Sends a request.
 *
 * @returns When the answer begins.
 * @throws Whatever undici tells of the connection, or the signal's reason.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Pool } from "undici";
 * import { dispatch } from "./dispatch.ts";
 *
 * const pool = new Pool("http://127.0.0.1:1");
 * const { signal } = new AbortController();
 * const failed = await dispatch(pool, { path: "/", method: "GET" }, signal)
 *   .catch((error) => error.code);
 * assert.equal(failed, "ECONNREFUSED");
 * await pool.destroy();
 * ```
 */
export function dispatch(
  dispatcher: Pick<Dispatcher, "dispatch">,
  message: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const begun = Promise.withResolvers<HttpAnswer>(), body = new Body();
  let controller: Dispatcher.DispatchController | undefined;
  const fail = (error: unknown) => {
    signal.removeEventListener("abort", stop);
    body.fail(error);
    // Of no effect when the answer has begun.
    begun.reject(error);
  };
  const abort = (reason: unknown) => {
    fail(reason);
    controller?.abort(reason as Error);
  };
  const stop = () => abort(signal.reason);
  if (signal.aborted) {
    fail(signal.reason);
    return begun.promise;
  }
  signal.addEventListener("abort", stop, { once: true });
  dispatcher.dispatch(message, {
    onRequestStart(started) {
      controller = started;
      // It waited for a connection until nobody wanted it any more.
      if (signal.aborted) started.abort(signal.reason);
    },
    onResponseStart(_, status, headers) {
      const discard = () => {
        if (!body.isWhole) abort(new Error("Nobody reads the rest of the answer"));
      };
      begun.resolve({ status, headers, body, discard });
    },
    onResponseData(socket, chunk) {
      if (body.push(chunk) > ENOUGH) {
        socket.pause();
        body.onEmpty = () => socket.resume();
      }
    },
    onResponseEnd() {
      signal.removeEventListener("abort", stop);
      body.end();
    },
    onResponseError: (_, error) => fail(error),
  });
  return begun.promise;
}

/** Chunks between a socket and its one reader. */
class Body implements AsyncIterable<Uint8Array> {
  /** Called once, when a reader has taken all there is. */
  onEmpty: (() => void) | undefined;
  /** Whether everything has come in. */
  isWhole = false;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  /** @returns How much waits for the reader. [bytes] */
  push(chunk: Uint8Array): number {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#wake?.();
    return this.#bytes;
  }

  end(): void {
    this.isWhole = true;
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunks = this.#chunks;
      if (this.#failure) throw this.#failure.error;
      if (chunks.length > 0) {
        this.#chunks = [];
        this.#bytes = 0;
        yield* chunks;
        continue;
      }
      if (this.isWhole) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const refill = this.onEmpty;
      this.onEmpty = undefined;
      refill?.();
      await promise;
      this.#wake = undefined;
    }
  }
}
