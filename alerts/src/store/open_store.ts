/**
 * The durable store of the analyzer: one SQLite file.
 *
 * @module
 */

import { closeSync, openSync, realpathSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { lockFileSync } from "../effects.ts";
import { WattbookError } from "../errors.ts";
import { AlertQueue } from "./alert_queue.ts";
import { CaseArchive } from "./case_archive.ts";
import { Cooldowns } from "./cooldowns.ts";
import { DailyUsage } from "./daily_usage.ts";
import { GroupCommit } from "./group_commit.ts";
import { Intake } from "./intake.ts";
import { Outbox } from "./outbox.ts";
import { Probe } from "./probe.ts";
import { prepareSchema, versionOf } from "./schema.ts";
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
   * Tries whether it would take an alert now.
   *
   * @throws {WattbookError} `BAD_STORE` if it would not.
   */
  check(now: number): Promise<void>;
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
  const file = path === undefined ? undefined : storeFile(path);
  const lock = file === undefined ? undefined : lockOf(file);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file ?? ":memory:");
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
    lock?.[Symbol.dispose]();
    throw error instanceof WattbookError ? error : badStore(path, error);
  }
  const open = db;
  const sql = new Statements(open);
  const cooldowns = new Cooldowns(sql);
  const outbox = new Outbox(open, sql, cooldowns, retention);
  const group = new GroupCommit(open);
  const intake = new Intake(open, sql, cooldowns);
  const probe = new Probe(open, sql, intake);
  return {
    intake,
    queue: new AlertQueue(open, sql, cooldowns, outbox),
    outbox,
    cases: new CaseArchive(open),
    usage: new DailyUsage(open),
    async check(now) {
      try {
        await group.commit(() => probe.run(now));
      } catch (error) {
        throw unusable(path, error);
      }
    },
    commit: (work) => group.commit(work),
    isDurable: path !== undefined,
    [Symbol.dispose]() {
      group.flush();
      open.close();
      lock?.[Symbol.dispose]();
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
    versionOf(db);
    return Object.assign(new CaseArchive(db), { [Symbol.dispose]: () => db.close() });
  } catch (error) {
    throw error instanceof WattbookError ? error : badStore(path, error);
  }
}

/**
 * The file itself, after all links: two processes that name it differently must find the same lock.
 * A missing file is created, for its owner only, because alerts may contain private data.
 */
function storeFile(path: string): string {
  try {
    closeSync(openSync(path, "a", 0o600));
    const file = realpathSync(path);
    if (statSync(file).nlink > 1) {
      throw new Error("it has several hard links, and a lock protects only one of them");
    }
    return file;
  } catch (error) {
    throw badStore(path, error);
  }
}

function lockOf(file: string): Disposable {
  let lock: Disposable | null;
  try {
    lock = lockFileSync(`${file}.lock`);
  } catch (error) {
    throw badStore(file, error);
  }
  if (lock) return lock;
  throw new WattbookError("STORE_IN_USE", `Another analyzer works with the store '${file}'`, {
    hint:
      "Stop it first, or set STORE_PATH to another file. A killed analyzer does not block the store.",
  });
}

function unusable(path: string | undefined, cause: unknown): WattbookError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WattbookError(
    "BAD_STORE",
    `The store '${path ?? "in memory"}' cannot accept alerts: ${reason}`,
    {
      hint:
        "If its disk is full, make room. If the file is damaged, move it away and start again, or " +
        "restore a backup.",
      cause,
    },
  );
}

function badStore(path: string | undefined, cause: unknown): WattbookError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new WattbookError("BAD_STORE", `Cannot open the store '${path}': ${reason}`, {
    hint: "Set STORE_PATH to a file in an existing folder that may be written to, by the " +
      "analyzer's user and by what --allow-write lists.",
    cause,
  });
}
