import type { DatabaseSync } from "node:sqlite";
import type { Incident } from "../incident.ts";
import type { Intake } from "./intake.ts";
import type { Statements } from "./statements.ts";

/** About what an alert takes, so that a disk is full for both or for none. [bytes] */
const FILLER = 8_192;

/** An alert that no sender sent. */
const PROBE: Incident = {
  source: "alertmanager",
  fingerprint: "probe",
  episode: "probe",
  title: "Probe",
  status: "firing",
  severity: "info",
  startsAt: 0,
  labels: {},
  annotations: {},
  links: [],
};

/** Tells whether a store would take an alert. */
export class Probe {
  readonly #db: DatabaseSync;
  readonly #sql: Statements;
  readonly #intake: Intake;

  /** Works on a prepared database. */
  constructor(db: DatabaseSync, sql: Statements, intake: Intake) {
    this.#db = db;
    this.#sql = sql;
    this.#intake = intake;
  }

  /**
   * Does all that an alert takes: it is accepted and undone, and something else of its size is
   * written. To be committed.
   *
   * @throws What the store throws.
   */
  run(now: number): void {
    this.#db.exec("SAVEPOINT probe");
    try {
      this.#intake.accept([PROBE], { cooldown: 0, capacity: Infinity }, now);
    } finally {
      // A full disk has rolled everything back already.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK TO probe; RELEASE probe");
    }
    this.#sql.change(
      "INSERT OR REPLACE INTO probe (id, at, filler) VALUES (1, ?, zeroblob(?))",
      now,
      FILLER,
    );
  }
}
