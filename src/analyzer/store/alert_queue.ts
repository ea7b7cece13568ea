/**
 * The accepted alerts and how far each has come. Every method is one transaction, so that a process
 * may be killed between any two of them.
 *
 * ```
 *            take                    draft, deliver
 *   queued ────────► running ─────────────────────► done
 *     ▲               │  ▲  │                   └──► failed
 *     │ crash, stop   │  │  └─► waiting (for the next try)
 *     └───────────────┘  └────────┘ take
 * ```
 *
 * @module
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { CaseFile } from "../case_file.ts";
import type { Incident } from "../incident.ts";
import type { PushMessage } from "../push/publisher.ts";
import type { CaseDraft } from "./case_draft.ts";
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

/** Options of {@linkcode AlertQueue.accept}. */
export interface AcceptOptions {
  /** How long an accepted alert is not accepted again. [ms] */
  readonly cooldown: number;
  /** Most alerts that may wait for a worker. */
  readonly capacity: number;
  /** Whether the sender means to repeat what it has told; unknown if absent. */
  readonly isRepeat?: boolean;
}

/** What a push is known to have come to: never sent, may be on its way, may have arrived. */
export type Delivery = "ready" | "sending" | "unsure";

/** Whether people have been told of an episode before. */
export type Repeat = "no" | "maybe" | "yes";

/** A composed push and the case it belongs to. */
export interface OutgoingPush {
  /** What is pushed. */
  readonly message: PushMessage;
  /** The case, but for its end. */
  readonly draft: CaseDraft;
  /** What is known of it. */
  readonly delivery: Delivery;
  /** Number of times it was sent before. */
  readonly attempts: number;
}

/** Work for a worker. */
export interface Job {
  /** Of the accepted alert. */
  readonly id: number;
  /** Identity of the alert over all episodes. */
  readonly fingerprint: string;
  /** When it was accepted, Unix time. [ms] */
  readonly acceptedAt: number;
  /** Number of analyses that failed. */
  readonly failures: number;
  /** Number of processes that died over it. */
  readonly crashes: number;
  /** Whether people have been told of this episode before. */
  readonly repeats: Repeat;
  /** What is to be done: analyse the incident, or push what was found. */
  readonly work: { readonly incident: Incident } | { readonly push: OutgoingPush };
}

/** The queue in a store. */
export class AlertQueue {
  readonly #db: DatabaseSync;
  readonly #retention: number;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * Works on a prepared database.
   *
   * @param retention How long finished alerts and their cases are kept. [ms]
   */
  constructor(db: DatabaseSync, retention: number) {
    this.#db = db;
    this.#retention = retention;
  }

  /** Stores new alerts. They are on the disk when it returns. */
  accept(incidents: readonly Incident[], options: AcceptOptions, now: number): Acceptance {
    const { cooldown, capacity, isRepeat } = options;
    let accepted = 0, refused = 0;
    const skipped = { cooldown: 0, pending: 0, known: 0 };
    if (incidents.length === 0) return { accepted, refused, skipped };
    transaction(this.#db, () => {
      let free = capacity - this.#countWaiting();
      for (const incident of incidents) {
        const last = this.#last(incident);
        if (last && last.state !== "done" && last.state !== "failed") skipped.pending++;
        else if (this.#isCooling(incident.fingerprint, now)) skipped.cooldown++;
        else if (last?.state === "done" && isRepeat === false) skipped.known++;
        else if (free <= 0) refused++;
        else {
          free--;
          accepted++;
          this.#insert(incident, { repeats: repeatOf(last), cooldown, now });
        }
      }
    });
    return { accepted, refused, skipped };
  }

  /** Takes the alert that has been due for the longest time, if one is. */
  take(now: number): Job | undefined {
    const row = this.#row(
      `UPDATE alert SET state = 'running' WHERE id = (
         SELECT id FROM alert WHERE state IN ('queued', 'waiting') AND due_at <= ?
         ORDER BY due_at, id LIMIT 1)
       RETURNING id, fingerprint, accepted_at, failures, crashes, repeats, stage, incident`,
      now,
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
      work: row["stage"] === "publish"
        ? { push: this.#outgoing(id) }
        : { incident: JSON.parse(row["incident"] as string) },
    };
  }

  /** When the next alert is due, Unix time; absent if none waits. [ms] */
  nextDue(): number | undefined {
    const due = this.#row(
      "SELECT min(due_at) AS due FROM alert WHERE state IN ('queued', 'waiting')",
    )!["due"];
    return due === null ? undefined : due as number;
  }

  /** Number of alerts by state. */
  counts(): Readonly<Record<"queued" | "running" | "waiting" | "done" | "failed", number>> {
    const rows = this.#statement("SELECT state, count(*) AS n FROM alert GROUP BY state").all();
    const counts = Object.fromEntries(rows.map(({ state, n }) => [state, n]));
    return { queued: 0, running: 0, waiting: 0, done: 0, failed: 0, ...counts };
  }

  /** An analysis failed: it is tried again at `due`, and a newer alert need not wait. */
  postpone(id: number, due: number): void {
    transaction(this.#db, () => {
      this.#run(
        "UPDATE alert SET state = 'waiting', due_at = ?, failures = failures + 1 WHERE id = ?",
        due,
        id,
      );
      this.#endCooldown(id);
    });
  }

  /** An analysis was cut short by a stop of the service: it counts as not begun. */
  handBack(id: number): void {
    this.#run("UPDATE alert SET state = 'queued' WHERE id = ?", id);
  }

  /**
   * The analysis is made: from here on only the push remains. The alert's own text, which was not
   * redacted, is let go.
   */
  draft(id: number, push: Pick<OutgoingPush, "message" | "draft">): OutgoingPush {
    transaction(this.#db, () => {
      this.#run(
        "INSERT INTO outbox (alert_id, message, draft, delivery) VALUES (?, ?, ?, 'ready')",
        id,
        JSON.stringify(push.message),
        JSON.stringify(push.draft),
      );
      this.#run("UPDATE alert SET stage = 'publish', incident = NULL WHERE id = ?", id);
      if (push.draft.analysis === undefined) this.#endCooldown(id);
    });
    return this.#outgoing(id);
  }

  /** A push is about to be sent. If the process dies now, nobody knows whether it arrived. */
  sending(id: number): void {
    this.#run(
      "UPDATE outbox SET delivery = 'sending', attempts = attempts + 1 WHERE alert_id = ?",
      id,
    );
  }

  /** A push failed: it is tried again at `due`. */
  postponePush(id: number, { due, delivery }: { due: number; delivery: Delivery }): void {
    transaction(this.#db, () => {
      this.#run("UPDATE outbox SET delivery = ? WHERE alert_id = ?", delivery, id);
      this.#run("UPDATE alert SET state = 'waiting', due_at = ? WHERE id = ?", due, id);
      this.#endCooldown(id);
    });
  }

  /** A push was taken by the service: the alert is done. */
  deliver(id: number, sealed: CaseFile): void {
    transaction(this.#db, () => {
      this.#run("DELETE FROM outbox WHERE alert_id = ?", id);
      this.#finish(id, "done", sealed);
    });
  }

  /** A push cannot be delivered. It stays in the outbox; see {@linkcode AlertQueue.recover}. */
  fail(id: number, delivery: Delivery, sealed: CaseFile): void {
    transaction(this.#db, () => {
      this.#run("UPDATE outbox SET delivery = ? WHERE alert_id = ?", delivery, id);
      this.#finish(id, "failed", sealed);
      this.#endCooldown(id);
    });
  }

  /**
   * To be called once after a start: what ran when the last process ended is taken up again. So are
   * pushes of the last day that could not be delivered, since a restart often is what mends them.
   */
  recover(now: number, pushesSince = now - 86_400_000): { alerts: number; pushes: number } {
    return transaction(this.#db, () => {
      const alerts = this.#run(
        "UPDATE alert SET state = 'queued', crashes = crashes + 1 WHERE state = 'running'",
      );
      this.#run("UPDATE outbox SET delivery = 'unsure' WHERE delivery = 'sending'");
      const pushes = this.#run(
        `UPDATE alert SET state = 'waiting', due_at = ? WHERE state = 'failed' AND finished_at >= ?
         AND NOT EXISTS (SELECT 1 FROM alert AS newer WHERE newer.episode = alert.episode
                         AND newer.status = alert.status AND newer.id > alert.id)`,
        now,
        pushesSince,
      );
      this.#run("UPDATE outbox SET attempts = 0");
      return { alerts, pushes };
    });
  }

  #insert(
    incident: Incident,
    { repeats, cooldown, now }: { repeats: Repeat; cooldown: number; now: number },
  ): void {
    const { fingerprint, episode, status } = incident;
    const { lastInsertRowid } = this.#statement(
      `INSERT INTO alert
         (fingerprint, episode, status, incident, state, stage, repeats, accepted_at, due_at)
       VALUES (?, ?, ?, ?, 'queued', 'analyse', ?, ?, ?)`,
    ).run(fingerprint, episode, status, JSON.stringify(incident), repeats, now, now);
    this.#run(
      "INSERT OR REPLACE INTO cooldown (fingerprint, alert_id, until) VALUES (?, ?, ?)",
      fingerprint,
      lastInsertRowid,
      now + cooldown,
    );
  }

  /** The same episode, as it was accepted last. */
  #last({ episode, status }: Incident): LastSeen | undefined {
    return this.#row(
      `SELECT state, repeats, delivery FROM alert LEFT JOIN outbox ON alert_id = id
       WHERE episode = ? AND status = ? ORDER BY id DESC LIMIT 1`,
      episode,
      status,
    ) as LastSeen | undefined;
  }

  #countWaiting(): number {
    return this.#row("SELECT count(*) AS n FROM alert WHERE state IN ('queued', 'waiting')")![
      "n"
    ] as number;
  }

  #isCooling(fingerprint: string, now: number): boolean {
    const until = this.#row("SELECT until FROM cooldown WHERE fingerprint = ?", fingerprint);
    return until !== undefined && now < (until["until"] as number);
  }

  /** Only the alert that began a cooldown ends it: a newer one may have begun another since. */
  #endCooldown(id: number): void {
    this.#run("DELETE FROM cooldown WHERE alert_id = ?", id);
  }

  #finish(id: number, state: "done" | "failed", sealed: CaseFile): void {
    const now = sealed.times.finished;
    this.#run("UPDATE alert SET state = ?, finished_at = ? WHERE id = ?", state, now, id);
    this.#run(
      "INSERT INTO case_file (id, finished_at, json) VALUES (?, ?, ?)",
      sealed.id,
      now,
      JSON.stringify(sealed),
    );
    const forgotten = now - this.#retention;
    this.#run("DELETE FROM alert WHERE state IN ('done', 'failed') AND finished_at < ?", forgotten);
    this.#run("DELETE FROM case_file WHERE finished_at < ?", forgotten);
    this.#run("DELETE FROM cooldown WHERE until < ?", now);
  }

  #outgoing(id: number): OutgoingPush {
    const row = this.#row("SELECT * FROM outbox WHERE alert_id = ?", id)!;
    return {
      message: JSON.parse(row["message"] as string),
      draft: JSON.parse(row["draft"] as string),
      delivery: row["delivery"] as Delivery,
      attempts: row["attempts"] as number,
    };
  }

  #row(sql: string, ...values: SqlValue[]): Record<string, unknown> | undefined {
    return this.#statement(sql).get(...values);
  }

  #run(sql: string, ...values: SqlValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, statement = this.#db.prepare(sql));
    return statement;
  }
}

interface LastSeen {
  readonly state: keyof ReturnType<AlertQueue["counts"]>;
  readonly repeats: Repeat;
  readonly delivery: Delivery | null;
}

function repeatOf(last: LastSeen | undefined): Repeat {
  if (!last) return "no";
  if (last.state === "done") return "yes";
  return last.delivery === "unsure" && last.repeats === "no" ? "maybe" : last.repeats;
}

type SqlValue = string | number | bigint | null;
