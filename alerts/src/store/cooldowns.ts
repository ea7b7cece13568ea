import type { Statements } from "./statements.ts";

/** What is not accepted again yet. */
export class Cooldowns {
  readonly #sql: Statements;

  /** Works on a prepared database. */
  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** An alert was accepted. */
  begin(fingerprint: string, alertId: number, until: number): void {
    this.#sql.change(
      "INSERT OR REPLACE INTO cooldown (fingerprint, alert_id, until) VALUES (?, ?, ?)",
      fingerprint,
      alertId,
      until,
    );
  }

  /** Whether a fingerprint's has not run out. */
  isRunning(fingerprint: string, now: number): boolean {
    const row = this.#sql.row("SELECT until FROM cooldown WHERE fingerprint = ?", fingerprint);
    return row !== undefined && now < (row["until"] as number);
  }

  /** Only the alert that began a cooldown ends it: a newer one may have begun another since. */
  end(alertId: number): void {
    this.#sql.change("DELETE FROM cooldown WHERE alert_id = ?", alertId);
  }

  /** Lets go of those that have run out. */
  forget(now: number): void {
    this.#sql.change("DELETE FROM cooldown WHERE until < ?", now);
  }
}
