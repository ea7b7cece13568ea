/**
 * The bodies of answers, decompressed and bounded.
 *
 * @module
 */

import { pipeline } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { WattbookError } from "../errors.ts";
import { notJson } from "./answer_failure.ts";
import type { HttpAnswer } from "./dispatch.ts";
import type { Access } from "./route.ts";

/** What is kept of a body that is only shown. [bytes] */
const SHOWN = 65_536;

/** What a good body must be. */
export interface ReadBodyOptions {
  /** The way that the answer came. */
  readonly access: Access;
  /** Largest body. [bytes] */
  readonly maxBytes: number;
}

/**
 * Reads the body of a good answer.
 *
 * @throws {WattbookError} `TOO_MANY_SAMPLES` if it is too large, or what a page that came in its place
 * tells.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readBody } from "./read_body.ts";
 * import { accessOf } from "./route.ts";
 *
 * const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:9090") });
 * const answer = { status: 200, headers: {}, body: new Blob(["{}"]).stream(), discard() {} };
 * let bytes = 0;
 * for await (const chunk of readBody(answer, { access, maxBytes: 100 })) bytes += chunk.length;
 * assert.equal(bytes, 2);
 * ```
 */
export async function* readBody(
  answer: HttpAnswer,
  { access, maxBytes }: ReadBodyOptions,
): AsyncGenerator<Uint8Array> {
  const page = (body: string) => notJson({ status: 200, headers: answer.headers, body }, access);
  if (/text\/html/i.test(String(answer.headers["content-type"] ?? ""))) {
    throw page(await readStart(answer));
  }
  let bytes = 0;
  for await (const chunk of decompressed(answer)) {
    if (bytes === 0 && chunk[0] === 0x3c) throw page(new TextDecoder().decode(chunk));
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new WattbookError("TOO_MANY_SAMPLES", `The answer is larger than ${maxBytes} bytes`, {
        hint: "Ask for a shorter range, fewer series or a longer step, or raise `maxBytes`.",
      });
    }
    yield chunk;
  }
}

/**
 * Reads so much of a body as somebody may want to see.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readStart } from "./read_body.ts";
 *
 * const body = new Blob(["Bad Gateway"]).stream();
 * assert.equal(await readStart({ status: 502, headers: {}, body, discard() {} }), "Bad Gateway");
 * ```
 */
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
  // An error of the body reaches the reader through the stream behind it.
  return pipeline(body, encoding === "gzip" ? createGunzip() : createInflate(), () => {});
}
