import type { DatabaseSync } from "node:sqlite";

/**
 * Runs `work` so that either all of it is stored or nothing.
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
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    // A full disk has rolled it back already.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
