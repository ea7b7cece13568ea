import type { DatabaseSync } from "node:sqlite";

/** The sealed cases of a store. */
export class CaseArchive {
  readonly #db: DatabaseSync;

  /** Works on a prepared database. */
  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Every case as it was written, one JSON text each, oldest first, one at a time. */
  *texts(): Generator<string> {
    for (const row of this.#db.prepare("SELECT json FROM case_file ORDER BY number").iterate()) {
      yield row["json"] as string;
    }
  }
}
