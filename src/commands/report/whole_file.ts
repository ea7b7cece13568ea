import { basename, dirname, join } from "node:path";
import { WattbookError } from "../../errors.ts";

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
 * Opens a file for writing. What cannot be written fails here, before the work that makes the
 * content. Until `commit` the content is nowhere and an older file stays as it is; a file that is
 * disposed of without `commit` leaves nothing behind. Devices and pipes are written to directly.
 *
 * @throws {WattbookError} `FILE_NOT_WRITTEN` if the folder is absent, the path is a folder, or
 * permission is lacking.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { openWhole } from "./whole_file.ts";
 *
 * const folder = await Deno.makeTempDir();
 * {
 *   await using file = await openWhole(`${folder}/report.csv`);
 *   await file.commit("date\r\n");
 * }
 * assert(await Deno.readTextFile(`${folder}/report.csv`) === "date\r\n");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function openWhole(path: string): Promise<WholeFile> {
  const existing = await attempt(path, () => presentFile(path));
  if (existing && !existing.isFile) return directFile(path);
  // The file behind a link is replaced, not the link.
  const target = existing?.target ?? path;
  const partial = join(
    dirname(target),
    `.${basename(target)}.${crypto.randomUUID().slice(0, 8)}.partial`,
  );
  const mode = existing?.mode === undefined ? {} : { mode: existing.mode };
  const file = await attempt(
    path,
    () => Deno.open(partial, { write: true, createNew: true, ...mode }),
  );
  let open = true, committed = false;
  const close = () => {
    if (open) file.close();
    open = false;
  };
  return {
    commit: (content) =>
      attempt(path, async () => {
        await writeAll(file, content);
        // Without this a crash of the machine could leave the new name with empty content.
        await file.sync();
        close();
        await Deno.rename(partial, target);
        committed = true;
      }),
    async [Symbol.asyncDispose]() {
      close();
      if (!committed) await Deno.remove(partial).catch(() => {});
    },
  };
}

async function presentFile(path: string) {
  let info: Deno.FileInfo;
  try {
    info = await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  if (info.isDirectory) throw new Deno.errors.IsADirectory();
  // A rename would replace even a read-only file; ask for it first.
  if (info.isFile) (await Deno.open(path, { write: true })).close();
  return {
    isFile: info.isFile,
    target: await Deno.realPath(path),
    mode: info.mode === null ? undefined : info.mode & 0o777,
  };
}

/** A device or a pipe, such as /dev/stderr: there is no name to put in place. */
function directFile(path: string): WholeFile {
  return {
    commit: (content) =>
      attempt(path, async () => {
        using file = await Deno.open(path, { write: true });
        await writeAll(file, content);
      }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function writeAll(file: Deno.FsFile, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
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
  if (cause instanceof Deno.errors.NotFound) {
    return { reason: `the folder '${folder}' does not exist`, hint: "Create the folder first." };
  }
  if (cause instanceof Deno.errors.IsADirectory) {
    return { reason: "it is a folder", hint: "Name a file in it, such as report.csv." };
  }
  if (cause instanceof Deno.errors.NotADirectory) {
    return { reason: `'${folder}' is not a folder`, hint: "Name a file in an existing folder." };
  }
  if (cause instanceof Deno.errors.PermissionDenied) {
    return {
      reason: "permission denied",
      hint: "Choose a file and folder that you may write to, or give --out - for standard output.",
    };
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { reason, hint: "Check the disk, or choose another file." };
}
