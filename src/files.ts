/**
 * Files: whether there is one, its text, and writing it whole or not at all.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { constants, type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isWindows } from "./effects.ts";
import { WattbookError } from "./errors.ts";

/** Whether there is a file at a path. */
export async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The text of a file, `undefined` if there is none. */
export function readTextIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether an error says that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

/** Whether an error says that a path is a folder instead of a file. */
export function isFolder(error: unknown): boolean {
  return codeOf(error) === "EISDIR";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** A file that appears whole or not at all. */
export interface WholeFile extends AsyncDisposable {
  /**
   * Writes the content and puts the file in place, in one step.
   *
   * @throws {WattbookError} `FILE_NOT_WRITTEN`, for instance if the disk is full.
   */
  commit(content: string | Uint8Array): Promise<void>;
}

/**
 * Opens a file for writing. It fails here if the file cannot be written, before the caller makes the
 * content. Until `commit`, an older file stays as it is; without `commit` nothing is left behind.
 * Devices and pipes are written to directly.
 *
 * @throws {WattbookError} `FILE_NOT_WRITTEN` if the folder is absent, the path is a folder, or
 * permission is lacking.
 */
export async function openWhole(path: string): Promise<WholeFile> {
  const existing = await attempt(path, () => presentFile(path));
  if (existing && !existing.isFile) return directFile(path);
  // A link stays; the file behind it is replaced.
  const target = existing?.target ?? path;
  const { mode } = existing ?? {};
  const replacement = await attempt(path, () => openReplacement(target, { mode }));
  return {
    commit: (content) => attempt(path, () => replacement.commit(content)),
    [Symbol.asyncDispose]: () => replacement[Symbol.asyncDispose](),
  };
}

/** How the name of a file ends while it is written; a dot in front hides it from other programs. */
const PARTIAL = ".partial";

/**
 * Whether a file is one that a killed process left behind half-written.
 *
 * @param name Name of the file, without its folder.
 */
export function isPartial(name: string): boolean {
  return name.startsWith(".") && name.endsWith(PARTIAL);
}

/** How a file is replaced. */
export interface ReplaceOptions {
  /**
   * Whether no other process writes the file at the same time. Then the partial file always has the
   * same name, and that of a killed process is overwritten.
   *
   * @default {false}
   */
  readonly isOnlyWriter?: boolean;
  /** Permissions of the file. @default {the process's} */
  readonly mode?: number | undefined;
}

/**
 * Writes a file whole or not at all, even if the machine stops meanwhile. Throws the errors of
 * `node:fs`.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  options: ReplaceOptions = {},
): Promise<void> {
  await using replacement = await openReplacement(path, options);
  await replacement.commit(content);
}

async function openReplacement(
  path: string,
  { isOnlyWriter = false, mode }: ReplaceOptions,
): Promise<WholeFile> {
  const folder = dirname(path);
  const id = isOnlyWriter ? "" : `.${crypto.randomUUID().slice(0, 8)}`;
  const partial = join(folder, `.${basename(path)}${id}${PARTIAL}`);
  const file = await open(partial, isOnlyWriter ? "w" : "wx", mode);
  let isOpen = true, committed = false;
  const close = async () => {
    if (isOpen) await file.close();
    isOpen = false;
  };
  return {
    async commit(content) {
      await file.writeFile(content);
      // Without this, a crash of the machine could leave the new name with empty content.
      await file.sync();
      await close();
      await rename(partial, path);
      committed = true;
      // The new name survives a power failure only once its folder is on the disk, too.
      if (!isWindows) await syncFolder(folder);
    },
    async [Symbol.asyncDispose]() {
      await close();
      if (!committed) await rm(partial, { force: true }).catch(() => {});
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder);
    await handle.sync();
  } catch (error) {
    // A folder may be writable and not readable; the file is in place all the same.
    if (codeOf(error) !== "EACCES") throw error;
  }
}

async function presentFile(path: string) {
  const info = await stat(path).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (info === null) return null;
  if (info.isDirectory()) throw Object.assign(new Error("It is a folder"), { code: "EISDIR" });
  // A rename would replace even a read-only file, so check that it may be written.
  if (info.isFile()) await (await openToWrite(path)).close();
  return { isFile: info.isFile(), target: await realpath(path), mode: info.mode & 0o777 };
}

/** A device or a pipe, such as /dev/stderr, has no name that a rename could replace. */
function directFile(path: string): WholeFile {
  return {
    commit: (content) =>
      attempt(path, async () => {
        await using file = await openToWrite(path);
        await file.writeFile(content);
      }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function openToWrite(path: string): Promise<FileHandle> {
  return open(path, constants.O_WRONLY);
}

async function attempt<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    const { reason, hint } = explain(path, cause);
    throw new WattbookError("FILE_NOT_WRITTEN", `Cannot write '${path}': ${reason}`, {
      hint,
      cause,
    });
  }
}

function explain(path: string, cause: unknown): { reason: string; hint: string } {
  const folder = dirname(path);
  switch (codeOf(cause)) {
    case "ENOENT":
      return { reason: `the folder '${folder}' does not exist`, hint: "Create the folder first." };
    case "EISDIR":
      return { reason: "it is a folder", hint: "Name a file in it, such as report.csv." };
    case "ENOTDIR":
      return { reason: `'${folder}' is not a folder`, hint: "Name a file in an existing folder." };
    case "EACCES":
    case "EPERM":
      return {
        reason: "permission denied",
        hint:
          "Choose a file and folder that you may write to, or give --out - for standard output.",
      };
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { reason, hint: "Check the disk, or choose another file." };
}
