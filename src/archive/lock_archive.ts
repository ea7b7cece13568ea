/**
 * One writer at a time.
 *
 * @module
 */

import { type LockedFile, lockFile, thisProcess } from "../effects.ts";
import { mkdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { WattbookError } from "../errors.ts";
import { notWritten } from "./not_written.ts";

/** The file that a writer holds locked. It stays when the writer goes; only the lock counts. */
export const LOCK_FILE = ".sync.lock";

/**
 * Locks an archive for writing, until disposed of. The folder is made if there is none. The operating
 * system frees the lock of a process that dies, however it dies.
 *
 * @throws {WattbookError} `ARCHIVE_IN_USE` if another process writes to it, with what is known of
 * that; `FILE_NOT_WRITTEN` if the folder cannot be written to.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { isWattbookError } from "../errors.ts";
 * import { lockArchive } from "./lock_archive.ts";
 *
 * const dir = await mkdtemp(`${tmpdir()}/archive-`);
 * {
 *   using _lock = await lockArchive(dir);
 *   await assert.rejects(lockArchive(dir), (error) => isWattbookError(error, "ARCHIVE_IN_USE"));
 * }
 * await rm(dir, { recursive: true });
 * ```
 */
export async function lockArchive(dir: string, now: () => number = Date.now): Promise<Disposable> {
  const path = join(dir, LOCK_FILE);
  const file = await openLock(dir, path);
  if (file === null) throw await inUse(dir, path);
  const holder = {
    process: thisProcess.id(),
    host: hostname(),
    since: new Date(now()).toISOString(),
  };
  try {
    await file.write(`${JSON.stringify(holder)}\n`);
  } catch (error) {
    file[Symbol.dispose]();
    throw error;
  }
  return file;
}

async function openLock(dir: string, path: string): Promise<LockedFile | null> {
  try {
    await mkdir(dir, { recursive: true });
    return await lockFile(path);
  } catch (cause) {
    throw notWritten(path, cause);
  }
}

async function inUse(dir: string, path: string): Promise<WattbookError> {
  // What it says of itself is a courtesy: the other one may not have written it yet.
  const holder = await readFile(path, "utf8").then(JSON.parse).catch(() => ({}));
  const { process, host, since } = holder as Partial<Record<string, unknown>>;
  const known = process === undefined ? "" : ` (process ${process} on ${host}, since ${since})`;
  return new WattbookError("ARCHIVE_IN_USE", `Another sync writes to '${dir}'${known}`, {
    hint: "Wait until it has ended. A sync that was killed does not stand in the way.",
  });
}
