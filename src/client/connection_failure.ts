/**
 * Failed connections as typed errors with a hint.
 *
 * @module
 */

import { type ErrorCode, WattbookError } from "../errors.ts";
import { type Access, urlSetting } from "./route.ts";

/** The error for a failed connection, `undefined` if it is none of the known ones. */
export function connectionFailure(thrown: unknown, access: Access): WattbookError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const inner = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  const { code = "", name, message } = inner as Error & { code?: string };
  const known = CONNECTION_FAILURES.find(({ pattern }) =>
    pattern.test(`${code} ${name} ${message}`)
  );
  if (!known) return undefined;
  const host = new URL(access.origin).host;
  // The original may contain what was sent or received; its name and text are enough.
  const cause = new Error(access.redact(`${code || name}: ${message}`));
  cause.stack = "";
  return new WattbookError(known.code, known.message.replace("HOST", host), {
    hint: known.hint.replace("SETTING", urlSetting(access)),
    cause,
  });
}

/** Matched against the error's code, name and message; the first match counts. */
const CONNECTION_FAILURES: readonly {
  pattern: RegExp;
  code: ErrorCode;
  message: string;
  hint: string;
}[] = [
  {
    pattern: /^(ENOTFOUND|EAI_\w+|ENODATA) /,
    code: "NAME_NOT_FOUND",
    message: "The name of HOST cannot be resolved",
    hint: "Check SETTING for a typing error, and whether this machine is in the right network.",
  },
  {
    pattern: /^ECONNREFUSED /,
    code: "CONNECTION_REFUSED",
    message: "Nothing listens at HOST",
    hint: "Check the port in SETTING, and that the service is running.",
  },
  {
    pattern: /CERT|SELF_SIGNED|_SSL_|UNABLE_TO_|ERR_TLS|secure TLS connection|invalid peer/,
    code: "TLS_FAILURE",
    message: "No secure connection to HOST: its certificate or its TLS is not accepted",
    hint: "Check whether SETTING should start with http:. For a private CA set " +
      "DENO_CERT to its file, or DENO_TLS_CA_STORE=system.",
  },
  {
    pattern: /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN) /,
    code: "UNREACHABLE",
    message: "HOST cannot be reached",
    hint: "Check SETTING, the network and firewalls on the way.",
  },
  {
    pattern: /^UND_ERR_(HEADERS|BODY)_TIMEOUT /,
    code: "TIMEOUT",
    message: "HOST stopped answering",
    hint: "Try again; for slow queries raise the option `timeouts`, or ask for less.",
  },
  {
    pattern: /^Z_BUF_ERROR /,
    code: "TRUNCATED_ANSWER",
    message: "The compressed answer of HOST is cut off",
    hint: "Try again; if it happens again, connect with compression: false.",
  },
  {
    pattern: /^Z_\w+ /,
    code: "BAD_ANSWER",
    message: "The compressed answer of HOST cannot be read",
    hint: "Connect with compression: false.",
  },
  {
    pattern: /HTTPParserError|HPE_/,
    code: "BAD_ANSWER",
    message: "HOST does not speak HTTP",
    hint: "Check the port and the scheme (http or https) in SETTING.",
  },
  {
    pattern: /^(UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ECONNRESET|ECONNABORTED|EPIPE) /,
    code: "CONNECTION_LOST",
    message: "HOST closed the connection before its answer was complete",
    hint: "Try again; if it happens again, look at the server's log for crashes and memory limits.",
  },
];
