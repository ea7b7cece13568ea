/**
 * Pushes on their way to people, and the cases they belong to. Every method is one transaction, or a
 * part of one.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import type { CaseFile } from "../case_file.ts";
import type { Cooldowns } from "./cooldowns.ts";
import type { Delivery, FactsPush, OutgoingPush } from "./job.ts";
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
   * From here on only the push remains, and the alert's own text, which was not redacted, is let go;
   * unless the analysis goes on after it.
   */
  add(
    id: number,
    { message, draft, follows = false }:
      & Pick<OutgoingPush, "message" | "draft">
      & Partial<Pick<OutgoingPush, "follows">>,
  ): OutgoingPush {
    transaction(this.#db, () => {
      this.#sql.change(
        `INSERT INTO outbox (alert_id, message, draft, delivery, follows)
         VALUES (?, ?, ?, 'ready', ?)`,
        id,
        JSON.stringify(message),
        JSON.stringify(draft),
        follows ? 1 : 0,
      );
      this.#sql.change(
        "UPDATE alert SET stage = 'publish', incident = iif(?, incident, NULL) WHERE id = ?",
        follows ? 1 : 0,
        id,
      );
      if (draft.analysis === undefined) this.#cooldowns.end(id);
    });
    return { message, draft, delivery: "ready", attempts: 0, follows };
  }

  /** The push of an alert. */
  get(id: number): OutgoingPush {
    const row = this.#sql.row("SELECT * FROM outbox WHERE alert_id = ?", id)!;
    return {
      message: JSON.parse(row["message"] as string),
      draft: JSON.parse(row["draft"] as string),
      delivery: row["delivery"] as Delivery,
      attempts: row["attempts"] as number,
      follows: row["follows"] === 1,
    };
  }

  /** A push is about to be sent. If the process dies now, it is unknown whether it arrived. */
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

  /** The facts were taken by the service: the analysis goes on at `due`. */
  follow(
    id: number,
    { facts, due, isFailure }: {
      readonly facts: FactsPush;
      readonly due: number;
      /** Whether an analysis was tried before. */
      readonly isFailure: boolean;
    },
  ): void {
    transaction(this.#db, () => {
      this.#sql.change("DELETE FROM outbox WHERE alert_id = ?", id);
      this.#sql.change(
        `UPDATE alert SET state = 'waiting', stage = 'analyse', told = 1, facts = ?, due_at = ?,
           failures = failures + ? WHERE id = ?`,
        JSON.stringify(facts),
        due,
        isFailure ? 1 : 0,
        id,
      );
    });
  }

  /** There is no analysis after all: the alert is done with the facts that people have. */
  close(id: number, sealed: CaseFile): void {
    transaction(this.#db, () => {
      this.#sql.change("UPDATE alert SET incident = NULL WHERE id = ?", id);
      this.#finish(id, "done", sealed);
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
      this.#sql.change(
        "UPDATE outbox SET delivery = ?, follows = 0 WHERE alert_id = ?",
        delivery,
        id,
      );
      this.#sql.change("UPDATE alert SET incident = NULL WHERE id = ?", id);
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
