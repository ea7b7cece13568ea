/**
 * Raw samples by remote read.
 *
 * @module
 */

import { formatSelector, type Selector } from "../../selector.ts";
import type { TimeRange } from "../../time.ts";
import type { Answer } from "../answer.ts";
import type { PullOptions, RangeResult } from "../client.ts";
import { DecoderMemories } from "../decoder_memory.ts";
import { halveWindow, planWindows, runPlan } from "../plan.ts";
import type { Access } from "../route.ts";
import { stitch } from "../stitch.ts";
import type { Transport } from "../transport.ts";
import { badChunks } from "./bad_chunks.ts";
import { formOf, type ReadForm, readReadAnswer } from "./read_answer.ts";
import { REQUEST_HEADERS, writeReadRequest } from "./read_request.ts";

/** What remote read needs. */
export interface RemoteReadOptions {
  readonly transport: Transport;
  readonly access: Access;
  /** Longest window of one request. [ms] */
  readonly window: number;
  /** Most requests in flight. */
  readonly concurrency: number;
  /** Largest answer. [bytes] */
  readonly maxBytes: number;
}

/** Samples that were pulled, and how they came. */
export interface ReadResult extends RangeResult {
  readonly form: ReadForm;
}

/** Options of one request. */
interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly isProbe?: boolean;
}

interface Read extends Answer {
  readonly form: ReadForm;
}

/** Remote read over one connection. */
export class RemoteRead {
  readonly #options: RemoteReadOptions;
  readonly #memories = new DecoderMemories();

  /** Sends nothing yet. */
  constructor(options: RemoteReadOptions) {
    this.#options = options;
  }

  /**
   * Asks whether the server speaks it, for a metric that most servers have, and for one millisecond.
   *
   * @param signal Ends the request.
   * @throws {WattbookError} Why it does not.
   */
  async probe(signal: AbortSignal): Promise<void> {
    await this.#read({ metric: "up", matchers: [] }, { start: 0, end: 0 }, {
      ...{ signal, isProbe: true },
    });
  }

  /**
   * Pulls raw samples in [start, end], both included.
   *
   * @throws {WattbookError} `BAD_ANSWER`, or any error of the transport.
   */
  async pull(
    selector: Selector,
    range: TimeRange,
    { signal, onProgress }: PullOptions,
  ): Promise<ReadResult> {
    const { window, concurrency } = this.#options;
    const { results, requests } = await runPlan(
      planWindows(range, window),
      // Windows are left-open; remote read takes both ends.
      ({ start, end }, signal) => this.#read(selector, { start: start + 1, end }, { signal }),
      { halve: halveWindow, concurrency, signal, onProgress },
    );
    const columns = stitch(results.map((one) => one.columns), {
      from: range.start,
      to: range.end,
    });
    const notices = [...new Set(results.flatMap((one) => one.notices))];
    return { columns, notices, requests, form: results[0]!.form };
  }

  #read(selector: Selector, range: TimeRange, options: ReadOptions): Promise<Read> {
    const { transport, access, maxBytes } = this.#options, memories = this.#memories;
    return transport.exchange({
      path: access.apiPath("read"),
      method: "POST",
      content: { bytes: writeReadRequest(selector, range), headers: REQUEST_HEADERS },
      about: formatSelector(selector),
      splittable: true,
      ...options,
    }, async (body, headers) => {
      const type = String(headers["content-type"] ?? ""), form = formOf(type);
      if (form === null) throw badChunks(`its type is '${access.redact(type).slice(0, 80)}'`);
      const memory = memories.take(), { store } = memory;
      try {
        return { ...await readReadAnswer(body, { form, range, maxBytes, store }), form };
      } finally {
        memories.giveBack([memory]);
      }
    });
  }
}
