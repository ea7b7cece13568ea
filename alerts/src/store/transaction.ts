import type { DatabaseSync } from "node:sqlite";

/**
 * Runs `work` so that either all of it is stored or nothing. Within another transaction it is a part
 * of that one: if it fails, nothing of it stays, and the other goes on.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { DatabaseSync } from "node:sqlite";
 * import { transaction } from "./transaction.ts";
 *
 * const db = new DatabaseSync(":memory:");
 * db.exec("CREATE TABLE number (value INTEGER)");
 * assert.throws(() =>
 *   transaction(db, () => {
 *     db.exec("INSERT INTO number VALUES (1)");
 *     throw new Error("no");
 *   })
 * );
 * assert.equal(db.prepare("SELECT count(*) AS n FROM number").get()?.["n"], 0);
 * ```
 */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  const [begin, commit, rollback] = db.isTransaction
    ? ["SAVEPOINT part", "RELEASE part", "ROLLBACK TO part; RELEASE part"] as const
    : ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"] as const;
  db.exec(begin);
  try {
    const result = work();
    db.exec(commit);
    return result;
  } catch (error) {
    // A full disk has rolled everything back already.
    if (db.isTransaction) db.exec(rollback);
    throw error;
  }
}
