/**
 * Admits one writer at a time.
 *
 * @module
 */

import { type LockedFile, lockFile, thisProcess } from "../effects.ts";
import { mkdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { WattbookError } from "../errors.ts";
import { notWritten } from "./write_archive.ts";

/** The file that a writer locks. It stays when the writer ends; only the lock counts. */
const LOCK_FILE = ".sync.lock";

/**
 * Locks an archive for writing, until disposed of; creates the folder if there is none. The operating
 * system frees the lock when the process ends, for whatever reason.
 *
 * @throws {WattbookError} `ARCHIVE_IN_USE` if another process writes to it; `FILE_NOT_WRITTEN` if the
 * folder cannot be written to.
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
  // The other process may not have written this yet.
  const holder = await readFile(path, "utf8").then(JSON.parse).catch(() => ({}));
  const { process, host, since } = holder as Partial<Record<string, unknown>>;
  const known = process === undefined ? "" : ` (process ${process} on ${host}, since ${since})`;
  return new WattbookError("ARCHIVE_IN_USE", `Another sync writes to '${dir}'${known}`, {
    hint: "Wait until it has ended. A killed sync does not block it.",
  });
}
