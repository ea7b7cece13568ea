import { cutText } from "../../text/cut_text.ts";

/**
 * Cuts a redacted text to a number of bytes and keeps its start, in whole lines where there are any.
 *
 * @param limit Bytes of UTF-8 that the result has at most.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { keepStart } from "./keep_start.ts";
 *
 * assert.equal(keepStart("PID COMMAND\n1 init\n2 sh\n", 23), "PID COMMAND\n1 init\n");
 * assert.equal(keepStart("one long line", 10), "one lon…");
 * ```
 */
export function keepStart(text: string, limit: number): string {
  const cut = cutText(text, { bytes: limit });
  if (cut === text) return text;
  const lines = cut.slice(0, cut.lastIndexOf("\n") + 1);
  return lines === "" ? cut : lines;
}
