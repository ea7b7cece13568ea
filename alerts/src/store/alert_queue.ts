/**
 * How far each accepted alert has come. Every method is one transaction, or a part of one, so that a
 * process may be killed between any two of them.
 *
 * ```
 *            take               Outbox.add, deliver
 *   queued ────────► running ─────────────────────► done
 *     ▲               │  ▲  │                   └──► failed
 *     │ crash, stop   │  │  └─► waiting (for the next try, or for the
 *     └───────────────┘  └────────┘ take    analysis after the facts)
 * ```
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import type { Cooldowns } from "./cooldowns.ts";
import type { Job, Repeat } from "./job.ts";
import type { Outbox } from "./outbox.ts";
import type { Statements } from "./statements.ts";
import { transaction } from "./transaction.ts";

/** Where an alert stands. */
export type AlertState = "queued" | "running" | "waiting" | "done" | "failed";

/** The accepted alerts of a store, for those who work on them. */
export class AlertQueue {
  readonly #db: DatabaseSync;
  readonly #sql: Statements;
  readonly #cooldowns: Cooldowns;
  readonly #outbox: Outbox;

  /** Works on a prepared database. */
  constructor(db: DatabaseSync, sql: Statements, cooldowns: Cooldowns, outbox: Outbox) {
    this.#db = db;
    this.#sql = sql;
    this.#cooldowns = cooldowns;
    this.#outbox = outbox;
  }

  /** Takes the alert that has been due longest; alerts that were not pushed yet come first. */
  take(now: number): Job | undefined {
    return this.#take(
      `SELECT id FROM alert INDEXED BY alert_by_due
       WHERE state IN ('queued', 'waiting') AND told = 0 AND due_at <= ?1
       ORDER BY due_at, id LIMIT 1`,
      now,
    ) ?? this.#take(
      `SELECT id FROM alert INDEXED BY alert_by_due
       WHERE state IN ('queued', 'waiting') AND told = 1 AND due_at <= ?1
       ORDER BY due_at, id LIMIT 1`,
      now,
    );
  }

  /**
   * Takes urgent work: a due push, or an alert that was not pushed yet.
   *
   * @param acceptedBy Takes alerts that were accepted by then, Unix time. [ms]
   */
  takeUrgent(now: number, acceptedBy: number): Job | undefined {
    return this.#take(
      `SELECT id FROM alert INDEXED BY alert_to_push
       WHERE state IN ('queued', 'waiting') AND stage = 'publish' AND due_at <= ?1
       ORDER BY due_at, id LIMIT 1`,
      now,
    ) ?? this.#take(
      `SELECT id FROM alert INDEXED BY alert_untold
       WHERE state IN ('queued', 'waiting') AND stage = 'analyse' AND told = 0 AND accepted_at <= ?1
       ORDER BY accepted_at, id LIMIT 1`,
      acceptedBy,
    );
  }

  #take(which: string, time: number): Job | undefined {
    const row = this.#sql.row(
      `UPDATE alert SET state = 'running' WHERE id = (${which})
       RETURNING id, fingerprint, accepted_at, failures, crashes, repeats, stage, incident, facts`,
      time,
    );
    if (!row) return undefined;
    const id = row["id"] as number;
    return {
      id,
      fingerprint: row["fingerprint"] as string,
      acceptedAt: row["accepted_at"] as number,
      failures: row["failures"] as number,
      crashes: row["crashes"] as number,
      repeats: row["repeats"] as Repeat,
      ...(row["facts"] !== null && { facts: JSON.parse(row["facts"] as string) }),
      work: row["stage"] === "publish"
        ? { push: this.#outbox.get(id) }
        : { incident: JSON.parse(row["incident"] as string) },
    };
  }

  /** When the next alert is due, Unix time; absent if none waits. [ms] */
  nextDue(): number | undefined {
    const dues = [0, 1].map((told) =>
      this.#sql.row(
        `SELECT due_at FROM alert INDEXED BY alert_by_due
         WHERE state IN ('queued', 'waiting') AND told = ? ORDER BY due_at LIMIT 1`,
        told,
      )?.["due_at"] as number | undefined
    );
    return earliest(dues);
  }

  /**
   * When {@linkcode takeUrgent} has something next, Unix time; absent if nothing waits. [ms]
   *
   * @param patience How long an alert may wait from its acceptance. [ms]
   */
  nextUrgent(patience: number): number | undefined {
    const push = this.#sql.row(
      `SELECT due_at AS time FROM alert INDEXED BY alert_to_push
       WHERE state IN ('queued', 'waiting') AND stage = 'publish' ORDER BY due_at LIMIT 1`,
    )?.["time"] as number | undefined;
    const untold = this.#sql.row(
      `SELECT accepted_at AS time FROM alert INDEXED BY alert_untold
       WHERE state IN ('queued', 'waiting') AND stage = 'analyse' AND told = 0
       ORDER BY accepted_at LIMIT 1`,
    )?.["time"] as number | undefined;
    return earliest([push, untold === undefined ? undefined : untold + patience]);
  }

  /** Number of alerts by state. */
  counts(): Readonly<Record<AlertState, number>> {
    const rows = this.#sql.rows("SELECT state, count(*) AS n FROM alert GROUP BY state");
    const counts = Object.fromEntries(rows.map(({ state, n }) => [state, n]));
    return { queued: 0, running: 0, waiting: 0, done: 0, failed: 0, ...counts };
  }

  /** An analysis failed: it is tried again at `due`, and a newer alert need not wait. */
  postpone(id: number, due: number): void {
    transaction(this.#db, () => {
      this.#sql.change(
        "UPDATE alert SET state = 'waiting', due_at = ?, failures = failures + 1 WHERE id = ?",
        due,
        id,
      );
      this.#cooldowns.end(id);
    });
  }

  /** An analysis was cut short by a stop of the service: it counts as not begun. */
  handBack(id: number): void {
    this.#sql.change("UPDATE alert SET state = 'queued' WHERE id = ?", id);
  }

  /**
   * Work ended unexpectedly and is taken up again at `due`. It counts as a crash: after several
   * crashes the alert is pushed without analysis.
   */
  stumble(id: number, due: number): void {
    transaction(this.#db, () => {
      this.#sql.change(
        `UPDATE alert SET state = 'waiting', due_at = ?, crashes = crashes + 1
         WHERE id = ? AND state = 'running'`,
        due,
        id,
      );
      this.#sql.change(
        "UPDATE outbox SET delivery = 'unsure' WHERE alert_id = ? AND delivery = 'sending'",
        id,
      );
    });
  }

  /**
   * To be called once after a start: what ran when the last process ended is taken up again. So are
   * pushes of the last day that could not be delivered, since a restart often is what mends them.
   */
  recover(now: number, pushesSince = now - 86_400_000): { alerts: number; pushes: number } {
    const sql = this.#sql;
    return transaction(this.#db, () => {
      const alerts = sql.change(
        "UPDATE alert SET state = 'queued', crashes = crashes + 1 WHERE state = 'running'",
      );
      sql.change("UPDATE outbox SET delivery = 'unsure' WHERE delivery = 'sending'");
      const pushes = sql.change(
        `UPDATE alert SET state = 'waiting', due_at = ? WHERE state = 'failed' AND finished_at >= ?
         AND NOT EXISTS (SELECT 1 FROM alert AS newer WHERE newer.episode = alert.episode
                         AND newer.status = alert.status AND newer.id > alert.id)`,
        now,
        pushesSince,
      );
      sql.change("UPDATE outbox SET attempts = 0");
      return { alerts, pushes };
    });
  }
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
