/**
 * The workers of the analyzer. All that must not be lost is in the store; a worker only carries an
 * alert from one state to the next.
 *
 * @module
 */

import { setImmediate } from "node:timers";
import { boundIncident } from "../bound_incident.ts";
import { quietly } from "../events.ts";
import type { Incident } from "../incident.ts";
import type { Acceptance } from "../store/intake.ts";
import type { Job } from "../store/job.ts";
import { analysisStep } from "./analysis_step.ts";
import { durably, STORE_RETRY } from "./durably.ts";
import { pushStep } from "./push_step.ts";
import {
  factsLead,
  type PipelineEffects,
  type PipelineOptions,
  type PipelineParts,
  type Surroundings,
} from "./surroundings.ts";
import { varied } from "./waits.ts";

const DEFAULTS: Required<PipelineOptions> = {
  workers: 5,
  capacity: 20,
  cooldown: 300_000,
  analysisRetries: [10_000, 60_000],
  pushRetries: [5_000, 15_000, 45_000, 135_000, 405_000, 600_000, 600_000],
  factsAfter: 90_000,
  limit: 300_000,
};

/** So many more may work at the same time on what no hanging model may hold up. */
const URGENT_WORKERS = 20;

/** So many times what is kept of an alert in the end is stored: it is not redacted yet. */
const SLACK = 8;

/** First and longest delay after an unexpected failure. [ms] */
const STUMBLE = 1_000, LONGEST_STUMBLE = 600_000;

/** The longest wait that a timer can hold. [ms] */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Accepts alerts and works on them. */
export class Pipeline {
  readonly #around: Surroundings;
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
    this.#around = {
      // A failing listener must not stop the work.
      parts: { ...parts, report: quietly(parts.report) },
      options: { ...DEFAULTS, ...options },
      effects,
      stop: this.#stop.signal,
    };
  }

  /** Takes up what an earlier process left, and begins to work. */
  start(): void {
    const { parts: { store, report }, effects: { now } } = this.#around;
    const found = store.queue.recover(now());
    if (found.alerts + found.pushes > 0) report({ kind: "recovered", ...found });
    this.#isWorking = true;
    this.#pump();
  }

  /**
   * Takes alerts in.
   *
   * @returns What became of them, once it is in the store; `null` if nothing is taken in any more.
   */
  async accept(
    incidents: readonly Incident[],
    options: {
      /** Whether the sender means to repeat what it has told; unknown if absent. */
      readonly isRepeat?: boolean;
    } = {},
  ): Promise<Acceptance | null> {
    if (!this.#isAccepting) return null;
    const { parts: { store }, options: { cooldown, capacity }, effects: { now } } = this.#around;
    const limits = { ...options, cooldown, capacity };
    const kept = incidents.map((incident) => boundIncident(incident, SLACK));
    const acceptance = await store.commit(() => store.intake.accept(kept, limits, now()));
    // The answer need not wait for a worker's first steps.
    if (acceptance.accepted > 0) setImmediate(() => this.#pump());
    return acceptance;
  }

  /**
   * Accepts no more, waits for what runs, and hands back to the store what is not done in time. A
   * push that is cut short may have arrived: it is sent again with a mark.
   *
   * @param limit How long to wait. [ms]
   * @param hurry Ends the wait when it is aborted.
   */
  async stop(limit: number, hurry?: AbortSignal): Promise<void> {
    this.#isAccepting = this.#isWorking = false;
    clearTimeout(this.#timer);
    const cut = () => this.#stop.abort();
    const timer = setTimeout(cut, limit);
    hurry?.addEventListener("abort", cut);
    if (hurry?.aborted) cut();
    await Promise.all(this.#running);
    clearTimeout(timer);
    hurry?.removeEventListener("abort", cut);
    cut();
  }

  #pump(): void {
    const { parts: { store: { queue }, report }, options, effects: { now } } = this.#around;
    clearTimeout(this.#timer);
    if (!this.#isWorking) return;
    const patience = options.factsAfter - factsLead(options);
    const crew = options.workers + URGENT_WORKERS;
    const start = (job: Job | undefined, isUrgent: boolean) => {
      if (job) this.#start(job, isUrgent);
      return job !== undefined;
    };
    try {
      while (this.#running.size < options.workers && start(queue.take(now()), false));
      while (this.#running.size < crew && start(queue.takeUrgent(now(), now() - patience), true));
      // With all workers busy, the first that is free looks again.
      const next = [
        this.#running.size < options.workers ? queue.nextDue() : undefined,
        this.#running.size < crew ? queue.nextUrgent(patience) : undefined,
      ].filter((time) => time !== undefined);
      if (next.length > 0) this.#pumpIn(Math.max(0, Math.min(...next) - now()));
    } catch (error) {
      report({ kind: "fault", where: "store", error });
      this.#pumpIn(STORE_RETRY);
    }
  }

  #pumpIn(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pump(), Math.min(wait, LONGEST_TIMER));
  }

  #start(job: Job, isUrgent: boolean): void {
    const task = this.#work(job, isUrgent)
      .catch((error) => this.#stumbled(job, error))
      .catch((error) => this.#around.parts.report({ kind: "fault", where: "worker", error }))
      .finally(() => {
        this.#running.delete(task);
        this.#pump();
      });
    this.#running.add(task);
  }

  async #work(job: Job, isUrgent: boolean): Promise<void> {
    const push = "push" in job.work
      ? job.work.push
      : await analysisStep(job, job.work.incident, this.#around, isUrgent);
    if (push) await pushStep(job, push, this.#around);
  }

  /** No alert may stay marked as in progress: it is taken up again. */
  async #stumbled(job: Job, error: unknown): Promise<void> {
    const { parts: { store: { queue }, report }, effects: { now, random }, stop } = this.#around;
    report({ kind: "fault", where: "worker", error });
    if (stop.aborted) return;
    const wait = Math.min(STUMBLE * 2 ** job.crashes, LONGEST_STUMBLE);
    await durably(() => queue.stumble(job.id, now() + varied(wait, random)), this.#around);
  }
}
