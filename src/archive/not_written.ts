import { WattbookError } from "../errors.ts";

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: "Make room on that disk, or choose another one; what is in the archive already stays.",
  EDQUOT: "Your quota on that disk is used up; what is in the archive already stays.",
  EROFS: "That file system is read-only; choose another folder.",
  EACCES: "Choose a folder that you may write to, or have its permissions changed.",
  EPERM: "Choose a folder that you may write to, or have its permissions changed.",
  ENOTDIR: "A file stands where a folder should be; move it away.",
  EEXIST: "A file stands where a folder should be; move it away.",
};

/**
 * The error about a file of an archive that cannot be written, with the system's reason.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { notWritten } from "./not_written.ts";
 *
 * const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
 * const error = notWritten("a/data.parquet", full);
 * assert(error.message === "Cannot write 'a/data.parquet': no space left on device");
 * assert(error.hint.startsWith("Make room"));
 * ```
 */
export function notWritten(file: string, cause: unknown): WattbookError {
  const { code = "", message = String(cause) } = cause as { code?: string; message?: string };
  // "ENOSPC: no space left on device, write" or "Permission denied (os error 13): open 'x'"
  const reason = message.replace(/^[A-Z]+: /, "").replace(/ \(os error \d+\).*$/s, "")
    .replace(/, \w+( '.*)?$/s, "");
  return new WattbookError(
    "FILE_NOT_WRITTEN",
    `Cannot write '${file}': ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
    {
      hint: HINTS[code] ?? "Check that the disk works and that the folder may be written to.",
      cause,
    },
  );
}
