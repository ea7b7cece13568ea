/**
 * One HTTP request with undici, and the body of its answer. Chunks go from the socket straight to the
 * reader: undici's streams would add half of the time that decoding takes.
 *
 * @module
 */

import { pipeline } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import type { Dispatcher } from "undici";
import { WattbookError } from "../errors.ts";
import { notJson } from "./answer_failure.ts";
import type { Access } from "./route.ts";

/** Headers of an answer, their names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** An answer that has begun. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Its bytes, for one reader. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the unread rest and closes the connection; does nothing if all was read. */
  discard(): void;
}

/** When so much waits for the reader, the socket pauses. [bytes] */
const ENOUGH = 262_144;

/**
 * Sends a request.
 *
 * @returns When the answer begins.
 * @throws The error of undici, or the signal's reason.
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
    // This has no effect once the answer has begun.
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
      // It was aborted while it waited for a connection.
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

/** How much is kept of a body that is only shown. [bytes] */
const SHOWN = 65_536;

/** Options of {@linkcode readBody}. */
export interface ReadBodyOptions {
  readonly access: Access;
  /** Largest body. [bytes] */
  readonly maxBytes: number;
}

/**
 * Reads the body of a good answer.
 *
 * @throws {WattbookError} `TOO_MANY_SAMPLES` if it is too large, `NOT_JSON` if it is an HTML page.
 */
export async function* readBody(
  answer: HttpAnswer,
  { access, maxBytes }: ReadBodyOptions,
): AsyncGenerator<Uint8Array> {
  const page = (body: string) => notJson({ status: 200, headers: answer.headers, body }, access);
  if (/text\/html/i.test(String(answer.headers["content-type"] ?? ""))) {
    throw page(await readStart(answer));
  }
  // Only there may the first byte be that of '<' by chance.
  const isBinary = /protobuf/i.test(String(answer.headers["content-type"] ?? ""));
  let bytes = 0;
  for await (const chunk of decompressed(answer)) {
    if (bytes === 0 && chunk[0] === 0x3c && !isBinary) throw page(new TextDecoder().decode(chunk));
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new WattbookError("TOO_MANY_SAMPLES", `The answer is larger than ${maxBytes} bytes`, {
        hint: "Ask for a shorter range, fewer series or a longer step, or raise `maxBytes`.",
      });
    }
    yield chunk;
  }
}

/** Reads the start of a body, to be shown. */
export async function readStart(answer: HttpAnswer): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of decompressed(answer)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > SHOWN) break;
  }
  return text;
}

function decompressed({ headers, body }: HttpAnswer): AsyncIterable<Uint8Array> {
  const encoding = headers["content-encoding"];
  if (encoding !== "gzip" && encoding !== "deflate") return body;
  // The returned stream passes an error of the body on to the reader.
  return pipeline(body, encoding === "gzip" ? createGunzip() : createInflate(), () => {});
}

/** Reads a body to its end. The transport bounds its size. */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
