import type { DatabaseSync } from "node:sqlite";
import { WattbookError } from "../errors.ts";

/** Of the tables below. A change of them is a new version with a step that leads to it. */
export const SCHEMA_VERSION = 1;

/**
 * `alert`: every accepted alert. Its own text is kept only until the analysis has been made; what
 * stays is who it was and how it ended. `repeats` says whether people have been told of the episode.
 * `outbox`: what is to be pushed, and the case that it belongs to. `delivery` says what is known of
 * it: `ready` was never sent, `sending` may be on its way, `unsure` may have arrived.
 * `cooldown`: what is not accepted again yet.
 * `case_file`: sealed cases, never changed.
 * `usage`: what the model cost, by UTC day.
 *
 * SQLite does not choose the two partial indexes by itself, so the queries name them: work on the
 * queue must not slow down with the number of alerts, finished ones included.
 */
const TABLES = `
  CREATE TABLE alert (
    id INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    episode TEXT NOT NULL,
    status TEXT NOT NULL,
    incident TEXT,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'waiting', 'done', 'failed')),
    stage TEXT NOT NULL CHECK (stage IN ('analyse', 'publish')),
    repeats TEXT NOT NULL CHECK (repeats IN ('no', 'maybe', 'yes')),
    failures INTEGER NOT NULL DEFAULT 0,
    crashes INTEGER NOT NULL DEFAULT 0,
    accepted_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    finished_at INTEGER
  ) STRICT;
  CREATE INDEX alert_by_episode ON alert (episode, status, id);
  CREATE INDEX alert_by_due ON alert (due_at, id) WHERE state IN ('queued', 'waiting');
  CREATE INDEX alert_by_end ON alert (finished_at) WHERE state IN ('done', 'failed');
  CREATE INDEX alert_by_state ON alert (state);
  CREATE TABLE outbox (
    alert_id INTEGER PRIMARY KEY REFERENCES alert (id) ON DELETE CASCADE,
    message TEXT NOT NULL,
    draft TEXT NOT NULL,
    delivery TEXT NOT NULL CHECK (delivery IN ('ready', 'sending', 'unsure')),
    attempts INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE cooldown (
    fingerprint TEXT PRIMARY KEY,
    alert_id INTEGER NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX cooldown_by_alert ON cooldown (alert_id);
  CREATE INDEX cooldown_by_end ON cooldown (until);
  CREATE TABLE case_file (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    finished_at INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX case_file_by_time ON case_file (finished_at);
  CREATE TRIGGER case_file_is_final BEFORE UPDATE ON case_file
  BEGIN SELECT RAISE(ABORT, 'a case file is never changed'); END;
  CREATE TABLE usage (
    day TEXT PRIMARY KEY,
    tokens INTEGER NOT NULL,
    usd REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Makes the tables of a new store, or checks that an existing one is of this version.
 *
 * @throws {WattbookError} `BAD_STORE` if another version made it.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { DatabaseSync } from "node:sqlite";
 * import { prepareSchema } from "./schema.ts";
 *
 * const db = new DatabaseSync(":memory:");
 * prepareSchema(db);
 * assert.deepEqual(db.prepare("SELECT count(*) AS n FROM alert").get()?.["n"], 0);
 * ```
 */
export function prepareSchema(db: DatabaseSync): void {
  const version = db.prepare("PRAGMA user_version").get()!["user_version"] as number;
  if (version === SCHEMA_VERSION) return;
  const isEmpty = db.prepare("SELECT count(*) AS n FROM sqlite_schema").get()!["n"] === 0;
  if (version !== 0 || !isEmpty) {
    throw new WattbookError(
      "BAD_STORE",
      `The store has version ${version}, this analyzer works with version ${SCHEMA_VERSION}`,
      { hint: "Name another file in STORE_PATH, or start the version that made this one." },
    );
  }
  db.exec(`BEGIN IMMEDIATE; ${TABLES} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}
