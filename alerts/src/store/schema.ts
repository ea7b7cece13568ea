import type { DatabaseSync } from "node:sqlite";
import { WattbookError } from "../errors.ts";

/** Version of the tables below. Each change needs a new version and a migration step. */
const SCHEMA_VERSION = 2;

/** Untold alerts come first; those that must be told now, and pushes, also have indexes of their own. */
const ORDER_OF_WORK = `
  CREATE INDEX alert_by_due ON alert (told, due_at, id) WHERE state IN ('queued', 'waiting');
  CREATE INDEX alert_untold ON alert (accepted_at, id)
    WHERE state IN ('queued', 'waiting') AND stage = 'analyse' AND told = 0;
  CREATE INDEX alert_to_push ON alert (due_at, id)
    WHERE state IN ('queued', 'waiting') AND stage = 'publish';
`;

const PROBE =
  "CREATE TABLE probe (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, filler BLOB) STRICT;";

/** What leads from each version to the next. */
const STEPS: readonly string[] = [
  `ALTER TABLE alert ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE alert ADD COLUMN facts TEXT;
   ALTER TABLE outbox ADD COLUMN follows INTEGER NOT NULL DEFAULT 0;
   DROP INDEX alert_by_due;
   ${ORDER_OF_WORK}
   ${PROBE}`,
];

/**
 * `alert`: every accepted alert. Its own text is kept only until the analysis has been made; what
 * stays is who it was and how it ended. `repeats` says whether people have been told of the episode.
 * `facts` is the push of its facts that people have while the analysis goes on, `told` whether there
 * is one.
 * `outbox`: what is to be pushed, and the case that it belongs to. `delivery` says what is known of
 * it: `ready` was never sent, `sending` may be on its way, `unsure` may have arrived. With `follows`
 * the analysis goes on once the push is delivered.
 * `cooldown`: what is not accepted again yet.
 * `case_file`: sealed cases, never changed.
 * `usage`: what the model cost, by UTC day.
 * `probe`: written to see whether anything can be written.
 *
 * SQLite does not choose the partial indexes by itself, so the queries name them: work on the queue
 * must not slow down with the number of alerts, finished ones included.
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
    finished_at INTEGER,
    told INTEGER NOT NULL DEFAULT 0,
    facts TEXT
  ) STRICT;
  CREATE INDEX alert_by_episode ON alert (episode, status, id);
  ${ORDER_OF_WORK}
  CREATE INDEX alert_by_end ON alert (finished_at) WHERE state IN ('done', 'failed');
  CREATE INDEX alert_by_state ON alert (state);
  CREATE TABLE outbox (
    alert_id INTEGER PRIMARY KEY REFERENCES alert (id) ON DELETE CASCADE,
    message TEXT NOT NULL,
    draft TEXT NOT NULL,
    delivery TEXT NOT NULL CHECK (delivery IN ('ready', 'sending', 'unsure')),
    attempts INTEGER NOT NULL DEFAULT 0,
    follows INTEGER NOT NULL DEFAULT 0
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
  ${PROBE}
`;

/**
 * Makes the tables of a new store, brings an older one to this version, or checks that an existing
 * one is of this version.
 *
 * @throws {WattbookError} `BAD_STORE` if a version made it that is not known.
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
  const version = versionOf(db);
  if (version === SCHEMA_VERSION) return;
  const work = version === 0 ? TABLES : STEPS.slice(version - 1).join("");
  db.exec(`BEGIN IMMEDIATE; ${work} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}

/**
 * The version of a store, 0 for an empty file. All versions so far keep cases in the same way.
 *
 * @throws {WattbookError} `BAD_STORE` if it is none that is known.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { DatabaseSync } from "node:sqlite";
 * import { versionOf } from "./schema.ts";
 *
 * assert.equal(versionOf(new DatabaseSync(":memory:")), 0);
 * ```
 */
export function versionOf(db: DatabaseSync): number {
  const version = db.prepare("PRAGMA user_version").get()!["user_version"] as number;
  const isEmpty = db.prepare("SELECT count(*) AS n FROM sqlite_schema").get()!["n"] === 0;
  if (version > SCHEMA_VERSION || version < 0 || (version === 0 && !isEmpty)) {
    throw new WattbookError(
      "BAD_STORE",
      `The store has version ${version}, this analyzer works with version ${SCHEMA_VERSION}`,
      { hint: "Set STORE_PATH to another file, or start the version that created this one." },
    );
  }
  return version;
}
