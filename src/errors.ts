/**
 * The errors of Wattbook. Each carries a stable `code` for programs, a message that names the
 * offending value, and a `hint` that tells a person what to do next.
 *
 * @module
 */

/** What went wrong in the toolkit, as a stable word. */
export type ToolkitErrorCode =
  // configuration
  | "NOT_CONFIGURED"
  | "HALF_CONFIGURED"
  | "AMBIGUOUS_ROUTE"
  | "BAD_SETTING"
  | "BAD_HOUSEHOLD"
  | "BAD_TARIFF"
  | "BAD_BILL"
  | "BAD_SELECTOR"
  | "ZONE_MISSING"
  | "BAD_ZONE"
  | "BAD_DAY"
  | "BAD_TIME"
  | "BAD_STEP"
  | "BAD_RANGE"
  | "BAD_OPTION"
  // on the way to the server
  | "NAME_NOT_FOUND"
  | "CONNECTION_REFUSED"
  | "CONNECTION_LOST"
  | "UNREACHABLE"
  | "TLS_FAILURE"
  | "TIMEOUT"
  | "ABORTED"
  | "WRONG_SERVICE"
  // what stands in front of the server
  | "LOGIN_REDIRECT"
  | "NOT_JSON"
  | "GATEWAY_UNAUTHORIZED"
  | "GATEWAY_FORBIDDEN"
  | "DASHBOARD_UNAUTHORIZED"
  | "DASHBOARD_FORBIDDEN"
  | "UPSTREAM_UNAUTHORIZED"
  | "DATASOURCE_NOT_FOUND"
  | "DATASOURCE_AMBIGUOUS"
  | "BAD_GATEWAY"
  | "REDIRECTED"
  | "NOT_FOUND"
  // the server's own answers
  | "BAD_EXPRESSION"
  | "TOO_MANY_POINTS"
  | "TOO_MANY_SAMPLES"
  | "RANGE_TOO_LONG"
  | "RATE_LIMITED"
  | "NO_REMOTE_READ"
  | "SERVER_ERROR"
  | "BAD_ANSWER"
  | "TRUNCATED_ANSWER"
  // the data themselves
  | "AMBIGUOUS_SERIES"
  | "NO_DATA"
  | "BATTERY_UNKNOWN"
  | "BAD_ARCHIVE"
  | "ARCHIVE_IN_USE"
  | "OTHER_HOUSEHOLD"
  | "NO_HOUSE_FOUND"
  | "SETUP_ENDED"
  | "FILE_EXISTS"
  | "UNEXPLAINED_DIFFERENCE"
  | "NOT_RECORDED"
  // files and streams
  | "FILE_NOT_WRITTEN";

/** The codes, as names: a program that builds on Wattbook declares its own in this interface. */
export interface ErrorCodes extends Record<ToolkitErrorCode, true> {}

/** What went wrong, as a stable word that programs may compare. */
export type ErrorCode = keyof ErrorCodes;

/** What an error carries besides its message. */
export interface ErrorDetails {
  /** What to do next, one or two sentences. */
  hint: string;
  /** The error underneath, if there is one. */
  cause?: unknown;
  /** HTTP status of the answer, if there was one. */
  status?: number;
}

/**
 * An error that a person is meant to read and a program may catch.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { WattbookError } from "./errors.ts";
 *
 * const error = new WattbookError("BAD_DAY", "'2025-02-30' is not a day of the calendar", {
 *   hint: "Write days as YYYY-MM-DD.",
 * });
 * assert(error.code === "BAD_DAY" && error.hint.includes("YYYY-MM-DD"));
 * ```
 */
export class WattbookError extends Error {
  /** Stable word for programs. */
  readonly code: ErrorCode;
  /** What to do next. */
  readonly hint: string;
  /** HTTP status of the answer, if there was one. */
  declare readonly status?: number;

  /** Creates an error with its stable code, a message and a hint. */
  constructor(code: ErrorCode, message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "WattbookError";
    this.code = code;
    this.hint = details.hint;
    if (details.status !== undefined) this.status = details.status;
  }
}

/**
 * Tells whether a caught value is a {@linkcode WattbookError}, of one code if given.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isWattbookError } from "./errors.ts";
 *
 * assert(!isWattbookError(new Error("other")));
 * ```
 */
export function isWattbookError(error: unknown, code?: ErrorCode): error is WattbookError {
  return error instanceof WattbookError && (code === undefined || error.code === code);
}
