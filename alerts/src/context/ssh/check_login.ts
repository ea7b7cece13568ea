import { SECOND } from "../../../../src/time.ts";
import { type KnownLogin, openKnown } from "./open_known.ts";
import type { OpenSocket } from "./open_ssh.ts";

/** A login that worked. */
export interface LoginCheck {
  /** Name or address that was connected to. */
  readonly name: string;
  /** Port. */
  readonly port: number;
  /** Fingerprint of the key by which the host proved who it is. */
  readonly fingerprint: string;
  /** Whether the first of the fixed commands may be run there. */
  readonly mayRun: boolean;
}

/**
 * Logs in to a host and runs `uptime`.
 *
 * @throws {WattbookError} `HOST_KEY_UNKNOWN`, `HOST_KEY_CHANGED`, `SSH_REFUSED`, `BAD_SETTING`, or
 * why there is no connection.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../../src/secret.ts";
 * import { checkLogin } from "./check_login.ts";
 * import { parseKnownHosts } from "./known_hosts.ts";
 *
 * const login = { user: "diag", privateKey: new Secret("…"), knownHosts: parseKnownHosts("") };
 * const { signal } = new AbortController();
 * await assert.rejects(checkLogin("db1", login, signal), { code: "HOST_KEY_UNKNOWN" });
 * ```
 */
export async function checkLogin(
  host: string,
  login: KnownLogin,
  signal: AbortSignal,
  openSocket?: OpenSocket,
): Promise<LoginCheck> {
  await using connection = await openKnown([host], login, signal, openSocket);
  const over = AbortSignal.any([signal, AbortSignal.timeout(5 * SECOND)]);
  const { exitCode } = await connection.run("uptime", { signal: over, keep: "start", limit: 1024 });
  const { target: { name, port }, fingerprint } = connection;
  return { name, port, fingerprint, mayRun: exitCode === 0 };
}
