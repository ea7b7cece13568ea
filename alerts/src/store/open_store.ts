/**
 * The durable store of the analyzer: one SQLite file.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { WattbookError } from "../errors.ts";
import { AlertQueue } from "./alert_queue.ts";
import { CaseArchive } from "./case_archive.ts";
import { Cooldowns } from "./cooldowns.ts";
import { DailyUsage } from "./daily_usage.ts";
import { GroupCommit } from "./group_commit.ts";
import { Intake } from "./intake.ts";
import { Outbox } from "./outbox.ts";
import { prepareSchema } from "./schema.ts";
import { Statements } from "./statements.ts";

/** An open store. */
export interface Store extends Disposable {
  /** The way of alerts into it. */
  readonly intake: Intake;
  /** The accepted alerts. */
  readonly queue: AlertQueue;
  /** Pushes on their way to people. */
  readonly outbox: Outbox;
  /** The sealed cases. */
  readonly cases: CaseArchive;
  /** What the model used. */
  readonly usage: DailyUsage;
  /**
   * Makes a change together with whatever else changes at the same time.
   *
   * @returns What `work` gives, as soon as it is on the disk.
   */
  commit<T>(work: () => T): Promise<T>;
  /** Whether it survives the process. */
  readonly isDurable: boolean;
}

/** Options of {@linkcode openStore}. */
export interface StoreOptions {
  /**
   * Its file; without one it is in memory and ends with the process.
   *
   * @default {undefined}
   */
  readonly path?: string;
  /**
   * How long finished alerts and their cases are kept. [ms]
   *
   * @default {7_776_000_000} 90 days.
   */
  readonly retention?: number;
}

/**
 * Opens the store, and makes it if there is none. One process at a time may have it open; the
 * operating system frees it when a process dies, however it dies.
 *
 * What is committed survives the process (write-ahead log) and also the machine: `synchronous =
 * FULL` waits for the disk at every commit. `NORMAL` would survive kill -9, but a loss of power
 * could undo an answer that Alertmanager already has.
 *
 * @throws {WattbookError} `STORE_IN_USE` if another process has it open, `BAD_STORE` if the file
 * cannot be opened or is no store of this version.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { openStore } from "./open_store.ts";
 *
 * using store = openStore();
 * assert(!store.isDurable);
 * assert.equal(store.queue.counts().queued, 0);
 * ```
 */
export function openStore({ path, retention = 90 * 86_400_000 }: StoreOptions = {}): Store {
  const lock = path === undefined ? undefined : lockFile(path);
  let db: DatabaseSync | undefined;
  try {
    // Alerts may name what is nobody else's business.
    if (path !== undefined) {
      Deno.openSync(path, { create: true, append: true, mode: 0o600 }).close();
    }
    db = new DatabaseSync(path ?? ":memory:");
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA busy_timeout = 2000;
      PRAGMA journal_size_limit = 16777216;
      -- A container whose root is read-only has no place for temporary files.
      PRAGMA temp_store = MEMORY;
    `);
    prepareSchema(db);
  } catch (error) {
    db?.close();
    lock?.close();
    throw error instanceof WattbookError ? error : badStore(path, error);
  }
  const open = db;
  const sql = new Statements(open);
  const cooldowns = new Cooldowns(sql);
  const outbox = new Outbox(open, sql, cooldowns, retention);
  const group = new GroupCommit(open);
  return {
    intake: new Intake(open, sql, cooldowns),
    queue: new AlertQueue(open, sql, cooldowns, outbox),
    outbox,
    cases: new CaseArchive(open),
    usage: new DailyUsage(open),
    commit: (work) => group.commit(work),
    isDurable: path !== undefined,
    [Symbol.dispose]() {
      group.flush();
      open.close();
      lock?.close();
    },
  };
}

/**
 * Opens the cases of a store for reading, also while an analyzer works with it.
 *
 * @throws {WattbookError} `BAD_STORE` if there is none.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { openCases } from "./open_store.ts";
 *
 * assert.throws(() => openCases("/nowhere/analyzer.db"), { code: "BAD_STORE" });
 * ```
 */
export function openCases(path: string): CaseArchive & Disposable {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    db.exec("PRAGMA busy_timeout = 2000");
    prepareSchema(db);
    return Object.assign(new CaseArchive(db), { [Symbol.dispose]: () => db.close() });
  } catch (error) {
    throw error instanceof WattbookError ? error : badStore(path, error);
  }
}

function lockFile(path: string): Deno.FsFile {
  let file: Deno.FsFile;
  try {
    file = Deno.openSync(`${path}.lock`, { create: true, write: true, mode: 0o600 });
  } catch (error) {
    throw badStore(path, error);
  }
  if (file.tryLockSync(true)) return file;
  file.close();
  throw new WattbookError("STORE_IN_USE", `Another analyzer works with the store '${path}'`, {
    hint:
      "Stop it first, or name another file in STORE_PATH. One that was killed is not in the way.",
  });
}

function badStore(path: string | undefined, cause: unknown): WattbookError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WattbookError("BAD_STORE", `Cannot open the store '${path}': ${reason}`, {
    hint: "STORE_PATH names a file in a folder that exists and may be written to, by the " +
      "analyzer's user and by what --allow-write lists.",
    cause,
  });
}
