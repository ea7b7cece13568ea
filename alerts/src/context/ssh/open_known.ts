import { isWattbookError, WattbookError } from "../../errors.ts";
import { cutText } from "../../text/cut_text.ts";
import { visibleText } from "../../text/visible_text.ts";
import { type OpenSocket, openSsh, type SshConnection, type SshLogin } from "./open_ssh.ts";
import { sshTargets } from "./ssh_target.ts";

/** Options of {@linkcode openKnown}. */
export interface KnownLogin extends SshLogin {
  /** Port of hosts that are not listed with another one. @default {22} */
  readonly port?: number;
}

/**
 * Logs in to a host under the first of its names that is listed. The next one is tried only where a
 * name cannot be resolved; after a wrong key, for one, nothing else is tried.
 *
 * @param names Name and address, as somebody claims.
 * @throws {WattbookError} `HOST_KEY_UNKNOWN` if none is listed, or what {@linkcode openSsh} throws.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../../src/secret.ts";
 * import { parseKnownHosts } from "./known_hosts.ts";
 * import { openKnown } from "./open_known.ts";
 *
 * const login = { user: "diag", privateKey: new Secret("…"), knownHosts: parseKnownHosts("") };
 * const { signal } = new AbortController();
 * const error = await openKnown(["db1"], login, signal).catch((error) => error);
 * assert.equal(error.message, "db1 is not in known_hosts: no diagnostics");
 * ```
 */
export async function openKnown(
  names: readonly string[],
  { port, ...login }: KnownLogin,
  signal: AbortSignal,
  openSocket?: OpenSocket,
): Promise<SshConnection> {
  let unresolved: WattbookError | undefined;
  for (const target of sshTargets(names, login.knownHosts, port)) {
    try {
      return await openSsh(target, login, signal, openSocket);
    } catch (error) {
      if (!isWattbookError(error, "NAME_NOT_FOUND")) throw error;
      unresolved ??= error;
    }
  }
  if (unresolved) throw unresolved;
  const claimed = [...new Set(names)].map((name) => cutText(visibleText(name), { characters: 80 }));
  const message = claimed.length === 1
    ? `${claimed[0]} is not in known_hosts: no diagnostics`
    : `Neither ${claimed.join(" nor ")} is in known_hosts: no diagnostics`;
  throw new WattbookError("HOST_KEY_UNKNOWN", message, {
    hint:
      "Add the host's keys to the file of KNOWN_HOSTS_PATH. Read them on the host's console, or with " +
      "ssh-keyscan over a network that you trust.",
  });
}
