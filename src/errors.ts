/**
 * The errors of Wattbook. Each carries a stable `code` for programs, a message that names the
 * offending value, and a `hint` that tells a person what to do next.
 *
 * @module
 */

/** The codes, as names: a program that builds on Wattbook declares its own in this interface. */
export interface ErrorCodes {
  // configuration
  readonly NOT_CONFIGURED: true;
  readonly HALF_CONFIGURED: true;
  readonly AMBIGUOUS_ROUTE: true;
  readonly BAD_SETTING: true;
  readonly BAD_HOUSEHOLD: true;
  readonly BAD_SELECTOR: true;
  readonly ZONE_MISSING: true;
  readonly BAD_ZONE: true;
  readonly BAD_DAY: true;
  readonly BAD_TIME: true;
  readonly BAD_STEP: true;
  readonly BAD_RANGE: true;
  readonly BAD_OPTION: true;
  // on the way to the server
  readonly NAME_NOT_FOUND: true;
  readonly CONNECTION_REFUSED: true;
  readonly CONNECTION_LOST: true;
  readonly UNREACHABLE: true;
  readonly TLS_FAILURE: true;
  readonly TIMEOUT: true;
  readonly ABORTED: true;
  readonly WRONG_SERVICE: true;
  // what stands in front of the server
  readonly LOGIN_REDIRECT: true;
  readonly NOT_JSON: true;
  readonly GATEWAY_UNAUTHORIZED: true;
  readonly GATEWAY_FORBIDDEN: true;
  readonly DASHBOARD_UNAUTHORIZED: true;
  readonly DASHBOARD_FORBIDDEN: true;
  readonly UPSTREAM_UNAUTHORIZED: true;
  readonly DATASOURCE_NOT_FOUND: true;
  readonly DATASOURCE_AMBIGUOUS: true;
  readonly BAD_GATEWAY: true;
  readonly REDIRECTED: true;
  readonly NOT_FOUND: true;
  // the server's own answers
  readonly BAD_EXPRESSION: true;
  readonly TOO_MANY_POINTS: true;
  readonly TOO_MANY_SAMPLES: true;
  readonly RANGE_TOO_LONG: true;
  readonly RATE_LIMITED: true;
  readonly SERVER_ERROR: true;
  readonly BAD_ANSWER: true;
  readonly TRUNCATED_ANSWER: true;
  // the data themselves
  readonly AMBIGUOUS_SERIES: true;
  readonly NO_DATA: true;
  readonly BAD_ARCHIVE: true;
  readonly ARCHIVE_IN_USE: true;
  readonly OTHER_HOUSEHOLD: true;
  readonly UNEXPLAINED_DIFFERENCE: true;
  readonly NOT_RECORDED: true;
  // files and streams
  readonly FILE_NOT_WRITTEN: true;
}

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
