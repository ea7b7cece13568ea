import { isWattbookError } from "../../src/errors.ts";

/** What people read of settings that are refused: the message, and the hint in a line of its own. */
export function refusal(load: () => unknown): string {
  try {
    load();
  } catch (error) {
    if (isWattbookError(error, "BAD_SETTING")) return `${error.message}\n${error.hint}`;
    throw error;
  }
  throw new Error("Nothing was thrown");
}
