/**
 * The workers of the analyzer. All that must not be lost is in the store; a worker only carries an
 * alert from one state to the next.
 *
 * @module
 */

import { isWattbookError } from "../errors.ts";
import { analyseAlert, type AnalysisParts } from "./analyse_alert.ts";
import { bareNotice } from "./bare_notice.ts";
import type { CaseFile } from "./case_file.ts";
import type { AnalyzerEvent } from "./events.ts";
import type { Incident } from "./incident.ts";
import { markPush, MAY_BE_REPEAT } from "./mark_push.ts";
import type { Publisher } from "./push/publisher.ts";
import { sealCase } from "./seal_case.ts";
import type { Acceptance, AlertQueue, Delivery, Job, OutgoingPush } from "./store/alert_queue.ts";

/** Who does the work, and where it is kept. */
export interface PipelineParts extends AnalysisParts {
  /** The accepted alerts. */
  readonly queue: AlertQueue;
  /** Reaches people. */
  readonly publisher: Publisher;
  /** Hears what happened. */
  readonly report: (event: AnalyzerEvent) => void;
}

/** Options of a {@linkcode Pipeline}. */
export interface PipelineOptions {
  /** Alerts that are worked on at the same time. @default {5} */
  readonly workers?: number;
  /** Most alerts that may wait for a worker. @default {20} */
  readonly capacity?: number;
  /** How long an accepted alert is not accepted again. [ms] @default {300_000} */
  readonly cooldown?: number;
  /**
   * How long to wait after each failed analysis; after the last one the facts are pushed. [ms]
   *
   * @default {[10_000, 60_000]}
   */
  readonly analysisRetries?: readonly number[];
  /**
   * How long to wait after each failed push; after the last one it is given up until the next
   * start. [ms]
   *
   * @default {[5_000, 15_000, 45_000, 135_000, 405_000, 600_000, 600_000]} Half an hour.
   */
  readonly pushRetries?: readonly number[];
  /** Longest time for one analysis or one push, whatever hangs. [ms] @default {300_000} */
  readonly limit?: number;
}

/** What a pipeline takes from its surroundings. */
export interface PipelineEffects {
  /** The clock, Unix time. [ms] */
  readonly now: () => number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** A new identity. */
  readonly id: () => string;
}

const DEFAULTS = {
  workers: 5,
  capacity: 20,
  cooldown: 300_000,
  analysisRetries: [10_000, 60_000],
  pushRetries: [5_000, 15_000, 45_000, 135_000, 405_000, 600_000, 600_000],
  limit: 300_000,
};

/** Waits vary by so much, so that not all alerts of a storm come back at the same moment. */
const JITTER = 0.2;
/** How soon to come back to a store that could not be written. [ms] */
const STORE_RETRY = 1_000;
/** The longest wait that a timer can hold. [ms] */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Accepts alerts and works on them. */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #options: Required<PipelineOptions>;
  readonly #effects: PipelineEffects;
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #isAccepting = true;
  #isWorking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Makes a pipeline that accepts, but does not work yet. */
  constructor(
    parts: PipelineParts,
    options: PipelineOptions = {},
    effects: PipelineEffects = {
      now: Date.now,
      random: Math.random,
      id: () => crypto.randomUUID(),
    },
  ) {
    this.#parts = parts;
    this.#options = { ...DEFAULTS, ...options };
    this.#effects = effects;
  }

  /** Takes up what an earlier process left, and begins to work. */
  start(): void {
    const found = this.#parts.queue.recover(this.#effects.now());
    if (found.alerts + found.pushes > 0) this.#parts.report({ kind: "recovered", ...found });
    this.#isWorking = true;
    this.#pump();
  }

  /**
   * Takes alerts in. They are in the store when it returns.
   *
   * @returns What became of them; `null` if nothing is taken in any more.
   */
  accept(
    incidents: readonly Incident[],
    options: {
      /** Whether the sender means to repeat what it has told; unknown if absent. */
      readonly isRepeat?: boolean;
    } = {},
  ): Acceptance | null {
    if (!this.#isAccepting) return null;
    const { cooldown, capacity } = this.#options;
    const limits = { ...options, cooldown, capacity };
    const acceptance = this.#parts.queue.accept(incidents, limits, this.#effects.now());
    // The answer need not wait for a worker's first steps.
    if (acceptance.accepted > 0) queueMicrotask(() => this.#pump());
    return acceptance;
  }

  /**
   * Accepts no more, waits for what runs, and hands back to the store what is not done in time. A
   * push that is cut short may have arrived: it is sent again with a mark.
   *
   * @param limit How long to wait. [ms]
   */
  async stop(limit: number): Promise<void> {
    this.#isAccepting = this.#isWorking = false;
    clearTimeout(this.#timer);
    const timer = setTimeout(() => this.#stop.abort(), limit);
    await Promise.all(this.#running);
    clearTimeout(timer);
    this.#stop.abort();
  }

  #pump(): void {
    const { queue, report } = this.#parts;
    clearTimeout(this.#timer);
    try {
      while (this.#isWorking && this.#running.size < this.#options.workers) {
        const job = queue.take(this.#effects.now());
        if (!job) break;
        const task = this.#work(job)
          .catch((error) => report({ kind: "fault", where: "worker", error }))
          .finally(() => {
            this.#running.delete(task);
            this.#pump();
          });
        this.#running.add(task);
      }
      const due = queue.nextDue();
      // With all workers busy, the first that is free looks again.
      if (due !== undefined && this.#running.size < this.#options.workers) {
        this.#pumpIn(Math.max(0, due - this.#effects.now()));
      }
    } catch (error) {
      report({ kind: "fault", where: "store", error });
      this.#pumpIn(STORE_RETRY);
    }
  }

  #pumpIn(wait: number): void {
    if (!this.#isWorking) return;
    this.#timer = setTimeout(() => this.#pump(), Math.min(wait, LONGEST_TIMER));
  }

  async #work(job: Job): Promise<void> {
    const push = "push" in job.work ? job.work.push : await this.#analyse(job, job.work.incident);
    if (push) await this.#publish(job, push);
  }

  /** @returns The push, once it is in the outbox; nothing if there is none yet. */
  async #analyse(job: Job, incident: Incident): Promise<OutgoingPush | undefined> {
    const { queue, report } = this.#parts;
    const { now } = this.#effects;
    const begun = now();
    const wait = this.#options.analysisRetries[job.failures];
    const told = {
      kind: "analysis",
      fingerprint: job.fingerprint,
      attempt: job.failures + 1,
    } as const;

    let push, failure: string | undefined, usage, llmDuration, isRetryable;
    try {
      const { push: ready, opinion } = await this.#within((signal) =>
        analyseAlert(job, incident, { ...this.#parts, signal }, now)
      );
      push = ready;
      failure = opinion.analysis ? undefined : opinion.failure ?? "unknown";
      isRetryable = failure !== undefined && opinion.isRetryable;
      usage = opinion.exchange?.usage;
      llmDuration = opinion.exchange?.duration;
    } catch (error) {
      if (this.#stop.signal.aborted) {
        await this.#durably(() => queue.handBack(job.id));
        return undefined;
      }
      report({ kind: "fault", where: "analysis", error });
      push = bareNotice(job, incident, now);
      failure = "internal_error";
      isRetryable = true;
    }
    const retryAt = isRetryable && wait !== undefined ? now() + this.#varied(wait) : undefined;
    report({
      ...told,
      duration: now() - begun,
      ...(failure !== undefined && { failure }),
      ...(retryAt !== undefined && { retryAt }),
      ...(usage && { usage }),
      ...(llmDuration !== undefined && { llmDuration }),
    });
    if (retryAt !== undefined) {
      await this.#durably(() => queue.postpone(job.id, retryAt));
      return undefined;
    }
    return await this.#durably(() => queue.draft(job.id, push));
  }

  async #publish(job: Job, push: OutgoingPush): Promise<void> {
    const { queue, publisher, report } = this.#parts;
    const { now } = this.#effects;
    const isMarked = push.delivery !== "ready";
    const message = isMarked ? markPush(push.message, MAY_BE_REPEAT) : push.message;
    const sent: OutgoingPush = { ...push, message };
    const wait = this.#options.pushRetries[push.attempts];
    const { fingerprint } = job;
    const told = { kind: "push", fingerprint, attempt: push.attempts + 1, isMarked } as const;

    await this.#durably(() => queue.sending(job.id));
    const begun = now();
    try {
      await this.#within((signal) => publisher.publish(message, { signal }));
    } catch (error) {
      // Whatever is not known to have been refused may have arrived.
      const isKnown = isWattbookError(error, "PUSH_FAILED") ||
        isWattbookError(error, "PUSH_REFUSED");
      const delivery: Delivery = isKnown ? push.delivery : "unsure";
      if (this.#stop.signal.aborted) {
        return await this.#durably(() => queue.postponePush(job.id, { due: now(), delivery }));
      }
      const failure = isWattbookError(error) ? error.code.toLowerCase() : "internal_error";
      if (!isWattbookError(error)) report({ kind: "fault", where: "push", error });
      const isFinal = isWattbookError(error, "PUSH_REFUSED") || wait === undefined;
      const due = isFinal ? undefined : now() + this.#varied(wait);
      report({
        ...told,
        duration: now() - begun,
        failure,
        ...(due !== undefined && { retryAt: due }),
      });
      if (due !== undefined) {
        return await this.#durably(() => queue.postponePush(job.id, { due, delivery }));
      }
      const sealed = this.#seal(sent, { failure });
      await this.#durably(() => queue.fail(job.id, delivery, sealed));
      return this.#reportEnd(sealed);
    }
    report({ ...told, duration: now() - begun });
    const sealed = this.#seal(sent, { publishedAt: now() });
    await this.#durably(() => queue.deliver(job.id, sealed));
    this.#reportEnd(sealed);
  }

  #seal(
    { message: { title, message, priority }, draft }: OutgoingPush,
    end: { publishedAt: number } | { failure: string },
  ): CaseFile {
    const { now, id } = this.#effects;
    const isPublished = "publishedAt" in end;
    return sealCase({
      ...draft,
      id: id(),
      push: { topic: this.#parts.publisher.topic, title, message, priority, ...end },
      outcome: isPublished ? draft.analysis ? "analysed" : "facts" : "unpublished",
      ...(!isPublished && { reason: end.failure }),
      times: { ...draft.times, finished: now() },
    });
  }

  #reportEnd({ id, incident, outcome, reason, times, redactions }: CaseFile): void {
    this.#parts.report({
      kind: "finished",
      fingerprint: incident.fingerprint,
      caseId: id,
      outcome,
      ...(reason !== undefined && { reason }),
      duration: times.finished - times.accepted,
      redactions,
    });
  }

  /** Gives work a limit, and ends it when the service stops, even if it does not listen. */
  async #within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, limit.signal]);
    const timer = setTimeout(
      () => limit.abort(new Error(`Not done after ${this.#options.limit / 1000} s`)),
      this.#options.limit,
    );
    const ended = Promise.withResolvers<never>();
    const end = () => ended.reject(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    try {
      return await Promise.race([work(signal), ended.promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    }
  }

  /** Until the store has it: a full disk must not make a push that was sent look unsent. */
  async #durably<T>(work: () => T): Promise<T> {
    for (;;) {
      try {
        return work();
      } catch (error) {
        this.#parts.report({ kind: "fault", where: "store", error });
        // After a stop nobody waits: the next process finds the alert as it stood.
        if (this.#stop.signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, STORE_RETRY));
      }
    }
  }

  #varied(wait: number): number {
    return Math.round(wait * (1 - JITTER + 2 * JITTER * this.#effects.random()));
  }
}
