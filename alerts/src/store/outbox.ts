/**
 * Pushes on their way to people, and the cases they belong to. Every method is one transaction, or a
 * part of one.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import type { CaseFile } from "../case_file.ts";
import type { Cooldowns } from "./cooldowns.ts";
import type { Delivery, OutgoingPush } from "./job.ts";
import type { Statements } from "./statements.ts";
import { transaction } from "./transaction.ts";

/** The composed pushes of a store. */
export class Outbox {
  readonly #db: DatabaseSync;
  readonly #sql: Statements;
  readonly #cooldowns: Cooldowns;
  readonly #retention: number;

  /**
   * Works on a prepared database.
   *
   * @param retention How long finished alerts and their cases are kept. [ms]
   */
  constructor(db: DatabaseSync, sql: Statements, cooldowns: Cooldowns, retention: number) {
    this.#db = db;
    this.#sql = sql;
    this.#cooldowns = cooldowns;
    this.#retention = retention;
  }

  /**
   * The analysis is made: from here on only the push remains. The alert's own text, which was not
   * redacted, is let go.
   */
  add(id: number, { message, draft }: Pick<OutgoingPush, "message" | "draft">): OutgoingPush {
    transaction(this.#db, () => {
      this.#sql.change(
        "INSERT INTO outbox (alert_id, message, draft, delivery) VALUES (?, ?, ?, 'ready')",
        id,
        JSON.stringify(message),
        JSON.stringify(draft),
      );
      this.#sql.change("UPDATE alert SET stage = 'publish', incident = NULL WHERE id = ?", id);
      if (draft.analysis === undefined) this.#cooldowns.end(id);
    });
    return { message, draft, delivery: "ready", attempts: 0 };
  }

  /** The push of an alert. */
  get(id: number): OutgoingPush {
    const row = this.#sql.row("SELECT * FROM outbox WHERE alert_id = ?", id)!;
    return {
      message: JSON.parse(row["message"] as string),
      draft: JSON.parse(row["draft"] as string),
      delivery: row["delivery"] as Delivery,
      attempts: row["attempts"] as number,
    };
  }

  /** A push is about to be sent. If the process dies now, nobody knows whether it arrived. */
  sending(id: number): void {
    this.#sql.change(
      "UPDATE outbox SET delivery = 'sending', attempts = attempts + 1 WHERE alert_id = ?",
      id,
    );
  }

  /** A push failed: it is tried again at `due`. */
  postpone(id: number, { due, delivery }: { due: number; delivery: Delivery }): void {
    transaction(this.#db, () => {
      this.#sql.change("UPDATE outbox SET delivery = ? WHERE alert_id = ?", delivery, id);
      this.#sql.change("UPDATE alert SET state = 'waiting', due_at = ? WHERE id = ?", due, id);
      this.#cooldowns.end(id);
    });
  }

  /** A push was taken by the service: the alert is done. */
  deliver(id: number, sealed: CaseFile): void {
    transaction(this.#db, () => {
      this.#sql.change("DELETE FROM outbox WHERE alert_id = ?", id);
      this.#finish(id, "done", sealed);
    });
  }

  /** A push cannot be delivered. It stays here until the next start takes it up again. */
  fail(id: number, delivery: Delivery, sealed: CaseFile): void {
    transaction(this.#db, () => {
      this.#sql.change("UPDATE outbox SET delivery = ? WHERE alert_id = ?", delivery, id);
      this.#finish(id, "failed", sealed);
      this.#cooldowns.end(id);
    });
  }

  /** Keeps the case, and lets go of what has been kept for long enough. */
  #finish(id: number, state: "done" | "failed", sealed: CaseFile): void {
    const sql = this.#sql;
    const now = sealed.times.finished;
    sql.change("UPDATE alert SET state = ?, finished_at = ? WHERE id = ?", state, now, id);
    sql.change(
      "INSERT INTO case_file (id, finished_at, json) VALUES (?, ?, ?)",
      sealed.id,
      now,
      JSON.stringify(sealed),
    );
    const forgotten = now - this.#retention;
    sql.change(
      `DELETE FROM alert INDEXED BY alert_by_end
       WHERE state IN ('done', 'failed') AND finished_at < ?`,
      forgotten,
    );
    sql.change("DELETE FROM case_file WHERE finished_at < ?", forgotten);
    this.#cooldowns.forget(now);
  }
}
