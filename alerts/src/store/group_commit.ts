/**
 * One wait for the disk for all that is written at the same time.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import { transaction } from "./transaction.ts";

/** Changes to the store that are waiting to be committed together. */
interface Change {
  readonly work: () => void;
  readonly settle: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Commits changes in groups: what comes in within one turn of the event loop shares one transaction.
 * While the disk is slow, more comes in meanwhile and the groups grow, so that a wait for the disk is
 * never multiplied by the number of those who wait.
 */
export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #later: (flush: () => void) => void;
  #waiting: Change[] = [];

  /**
   * Works on a prepared database.
   *
   * @param later Calls back once all that has come in was looked at.
   */
  constructor(db: DatabaseSync, later: (flush: () => void) => void = setImmediate) {
    this.#db = db;
    this.#later = later;
  }

  /**
   * Makes a change, in the order of calls.
   *
   * @param work Must change nothing but the database: if it throws, its changes are undone, and so
   * are those of the whole group if the commit fails.
   * @returns What `work` gives, as soon as it is on the disk.
   */
  commit<T>(work: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let result: T;
    this.#waiting.push({
      work: () => void (result = work()),
      settle: () => resolve(result),
      fail: reject,
    });
    if (this.#waiting.length === 1) this.#later(() => this.flush());
    return promise;
  }

  /** Commits what is waiting, now. */
  flush(): void {
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    const failed = new Map<Change, unknown>();
    try {
      transaction(this.#db, () => {
        for (const change of group) {
          try {
            transaction(this.#db, change.work);
          } catch (error) {
            // Where the database has undone the whole group, nothing of it may be stored.
            if (!this.#db.isTransaction) throw error;
            failed.set(change, error);
          }
        }
      });
    } catch (error) {
      for (const change of group) change.fail(failed.get(change) ?? error);
      return;
    }
    for (const change of group) {
      if (failed.has(change)) change.fail(failed.get(change));
      else change.settle();
    }
  }
}
