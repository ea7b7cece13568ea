/**
 * Errors as an assistant gets them: what is wrong and what to ask instead, but no address, no path and
 * no text from outside.
 *
 * @module
 */

import { type ErrorCode, isWattbookError, WattbookError } from "../errors.ts";

/** An error whose message and hint were written for the asker. */
export class QuestionError extends WattbookError {}

/** Errors about days: their messages repeat nothing but what was asked. */
const ABOUT_THE_QUESTION: readonly ErrorCode[] = ["BAD_DAY", "BAD_RANGE"];

const UNREACHABLE: readonly ErrorCode[] = [
  "NAME_NOT_FOUND",
  "CONNECTION_REFUSED",
  "CONNECTION_LOST",
  "UNREACHABLE",
  "TLS_FAILURE",
  "TIMEOUT",
  "BAD_GATEWAY",
  "SERVER_ERROR",
  "RATE_LIMITED",
];

/** What went wrong, as an assistant may repeat it. */
export interface Failure {
  /** A sentence. */
  readonly error: string;
  /** Stable word. */
  readonly code: string;
  /** What to do next. */
  readonly hint: string;
}

/** Turns whatever was thrown into what may leave the machine. */
export function failureOf(error: unknown): Failure {
  if (!isWattbookError(error)) {
    return {
      error: "Wattbook failed unexpectedly",
      code: "UNEXPECTED",
      hint: "Tell the user to look at the log of the MCP server.",
    };
  }
  const { code, message, hint } = error;
  if (error instanceof QuestionError || ABOUT_THE_QUESTION.includes(code)) {
    return { error: message, code, hint };
  }
  if (code === "BAD_TARIFF") {
    return {
      error: "A configured tariff file cannot be used",
      code,
      hint: "Tell the user to run 'wattbook report' with the same tariff, which names the mistake.",
    };
  }
  return {
    error: UNREACHABLE.includes(code)
      ? "The metrics server did not answer as it should"
      : "The samples of the house could not be read",
    code,
    hint: "Tell the user to run 'wattbook doctor', which names the cause.",
  };
}
