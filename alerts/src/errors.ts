/**
 * The toolkit's errors, with the codes of the alert services and the replay.
 *
 * @module
 */

export { type ErrorCode, isWattbookError, WattbookError } from "../../src/errors.ts";

declare module "../../src/errors.ts" {
  interface ErrorCodes {
    // the push service: nothing was sent, it may have been sent, it is refused for good
    readonly PUSH_FAILED: true;
    readonly PUSH_UNCERTAIN: true;
    readonly PUSH_REFUSED: true;
    // the monitoring site and its hosts
    readonly HOSTMON_REFUSED: true;
    readonly SSH_REFUSED: true;
    readonly HOST_KEY_UNKNOWN: true;
    readonly HOST_KEY_CHANGED: true;
    // the analyzer's store
    readonly BAD_STORE: true;
    readonly STORE_IN_USE: true;
    // the replay of stored alerts
    readonly BAD_CASE: true;
    readonly BAD_LABEL: true;
    readonly BAD_CONFIG: true;
    readonly BAD_PLAN: true;
    readonly BAD_RECORDING: true;
    readonly SECRET_FOUND: true;
    readonly BAD_RUN: true;
    readonly NO_RUN: true;
    readonly RUN_IN_USE: true;
    readonly MISSING_ANSWERS: true;
    // what a command reads
    readonly BAD_INPUT: true;
  }
}
