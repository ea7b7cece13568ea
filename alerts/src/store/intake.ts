/**
 * The way of alerts into the store.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import type { Incident } from "../incident.ts";
import type { AlertState } from "./alert_queue.ts";
import type { Cooldowns } from "./cooldowns.ts";
import type { Delivery, Repeat } from "./job.ts";
import type { Statements } from "./statements.ts";
import { transaction } from "./transaction.ts";

/** What became of the alerts of a webhook. */
export interface Acceptance {
  /** Number of those that are stored now. */
  readonly accepted: number;
  /** Number of those for which there was no place. */
  readonly refused: number;
  /** Numbers of those that need nothing. */
  readonly skipped: {
    /** The same alert was accepted a short while ago. */
    readonly cooldown: number;
    /** The same episode is being worked on. */
    readonly pending: number;
    /** The same episode has been told about, and the sender does not mean to repeat it. */
    readonly known: number;
  };
}

/** Options of {@linkcode Intake.accept}. */
export interface AcceptOptions {
  /** How long an accepted alert is not accepted again. [ms] */
  readonly cooldown: number;
  /** Most alerts that may wait for a worker, `Infinity` for any number. */
  readonly capacity: number;
  /** Whether the sender means to repeat what it has told; unknown if absent. */
  readonly isRepeat?: boolean;
}

/** Decides which alerts are taken in, and stores those. */
export class Intake {
  readonly #db: DatabaseSync;
  readonly #sql: Statements;
  readonly #cooldowns: Cooldowns;

  /** Works on a prepared database. */
  constructor(db: DatabaseSync, sql: Statements, cooldowns: Cooldowns) {
    this.#db = db;
    this.#sql = sql;
    this.#cooldowns = cooldowns;
  }

  /** Stores new alerts, as one transaction or as a part of one. */
  accept(incidents: readonly Incident[], options: AcceptOptions, now: number): Acceptance {
    const { cooldown, capacity, isRepeat } = options;
    let accepted = 0, refused = 0;
    const skipped = { cooldown: 0, pending: 0, known: 0 };
    if (incidents.length === 0) return { accepted, refused, skipped };
    transaction(this.#db, () => {
      let free = capacity === Infinity ? capacity : capacity - this.#countWaiting();
      for (const incident of incidents) {
        const last = this.#last(incident);
        if (last && last.state !== "done" && last.state !== "failed") skipped.pending++;
        else if (this.#cooldowns.isRunning(incident.fingerprint, now)) skipped.cooldown++;
        else if (last?.state === "done" && isRepeat === false) skipped.known++;
        else if (free <= 0) refused++;
        else {
          free--;
          accepted++;
          const id = this.#insert(incident, repeatOf(last), now);
          this.#cooldowns.begin(incident.fingerprint, id, now + cooldown);
        }
      }
    });
    return { accepted, refused, skipped };
  }

  #insert(incident: Incident, repeats: Repeat, now: number): number {
    const { fingerprint, episode, status } = incident;
    return this.#sql.insert(
      `INSERT INTO alert
         (fingerprint, episode, status, incident, state, stage, repeats, accepted_at, due_at)
       VALUES (?, ?, ?, ?, 'queued', 'analyse', ?, ?, ?)`,
      fingerprint,
      episode,
      status,
      JSON.stringify(incident),
      repeats,
      now,
      now,
    );
  }

  /** The same episode, as it was accepted last. */
  #last({ episode, status }: Incident): LastSeen | undefined {
    return this.#sql.row(
      `SELECT state, repeats, told, delivery FROM alert LEFT JOIN outbox ON alert_id = id
       WHERE episode = ? AND status = ? ORDER BY id DESC LIMIT 1`,
      episode,
      status,
    ) as LastSeen | undefined;
  }

  #countWaiting(): number {
    // Those of which people know already wait for a model: they must not keep others out.
    const sql = `SELECT count(*) AS n FROM alert INDEXED BY alert_by_due
                 WHERE state IN ('queued', 'waiting') AND told = 0`;
    return this.#sql.row(sql)!["n"] as number;
  }
}

interface LastSeen {
  readonly state: AlertState;
  readonly repeats: Repeat;
  readonly told: 0 | 1;
  readonly delivery: Delivery | null;
}

function repeatOf(last: LastSeen | undefined): Repeat {
  if (!last) return "no";
  if (last.state === "done" || last.told === 1) return "yes";
  return last.delivery === "unsure" && last.repeats === "no" ? "maybe" : last.repeats;
}
