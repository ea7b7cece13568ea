/**
 * One source of context: asked with a time limit, its failure told like an answer.
 *
 * @module
 */

import { SECOND } from "../../../src/time.ts";
import type { JsonValue } from "../redact/redact_value.ts";
import type { ContextKind, Finding } from "./context_item.ts";
import { clip } from "./clip.ts";
import { describeFailure } from "./describe_failure.ts";
import type { GatherOptions } from "./gatherer.ts";

/** What is asked for. */
export interface Question {
  /** What it tells about. */
  readonly kind: ContextKind;
  /** For people and for the model: what this is. */
  readonly title: string;
  /** How it is asked for: an expression, a path, a command. */
  readonly query: string;
  /** Longest wait. [ms] */
  readonly timeout: number;
}

/** Longest description of a failure. [characters] */
const LONGEST_FAILURE = 300;

/**
 * Asks a source. Never rejects, and never waits longer than the time limit, not even for a source
 * that does not heed its signal.
 *
 * @param read Gives the answer, as JSON.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { ask } from "./ask.ts";
 *
 * const finding = await ask(
 *   { kind: "pods", title: "Pods", query: "GET /pods", timeout: 5 },
 *   () => new Promise(() => {}),
 *   { signal: new AbortController().signal, redactor: { redact: (text) => text } },
 * );
 * assert.equal(finding.error, "timed out after 0.005 s");
 * ```
 */
export async function ask(
  { timeout, ...about }: Question,
  read: (signal: AbortSignal) => Promise<JsonValue>,
  { signal, redactor }: GatherOptions,
  now: () => number = Date.now,
): Promise<Finding> {
  const time = now();
  const over = new AbortController(), ended = Promise.withResolvers<never>();
  const end = (why: string) => {
    over.abort(new Error(why));
    ended.reject(over.signal.reason);
  };
  const endEarly = () => end("ended before there was an answer");
  const timer = setTimeout(() => end(`timed out after ${timeout / SECOND} s`), timeout);
  signal.addEventListener("abort", endEarly, { once: true });
  if (signal.aborted) endEarly();
  // A late answer or failure is ignored.
  ended.promise.catch(() => {});
  try {
    const answer = over.signal.aborted ? ended.promise : read(over.signal);
    const data = await Promise.race([answer, ended.promise]);
    return { ...about, time, duration: now() - time, data };
  } catch (error) {
    const why = over.signal.aborted ? over.signal.reason : error;
    const text = clip(describeFailure(why), redactor, LONGEST_FAILURE);
    return { ...about, time, duration: now() - time, error: text };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", endEarly);
  }
}
