/**
 * What is needed to log in to hosts, out of its files.
 *
 * @module
 */

import { isAbsent, readText } from "./effects.ts";
import { WattbookError } from "./errors.ts";
import { Secret } from "../../src/secret.ts";
import { checkPrivateKey } from "./context/ssh/check_private_key.ts";
import { type KnownHosts, parseKnownHosts } from "./context/ssh/known_hosts.ts";
import { SSH_FILES, type SshSettings } from "./settings/host_settings.ts";

/** What is needed to log in to hosts. */
export interface SshAccess {
  /** The account on every host. */
  readonly user: string;
  /** Where hosts listen that the list names without a port. */
  readonly port: number;
  /** The private key, as OpenSSH writes it. */
  readonly privateKey: Secret;
  /** Which hosts may be logged in to, and how they prove who they are. */
  readonly knownHosts: KnownHosts;
}

/**
 * Reads the private key and the known-hosts list.
 *
 * @returns `null` if neither is where it is by default: then nothing is asked of hosts themselves.
 * @throws {WattbookError} `BAD_SETTING` if one is there without the other, cannot be read, or if the
 * key cannot be used.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readSshAccess } from "./read_ssh_access.ts";
 * import { SSH_FILES } from "./settings/host_settings.ts";
 *
 * const settings = { user: "ops", port: 22, ...SSH_FILES };
 * const nothing = () => Promise.reject(new Deno.errors.NotFound());
 * assert.equal(await readSshAccess(settings, nothing), null);
 * ```
 */
export async function readSshAccess(
  { user, port, keyPath, knownHostsPath }: SshSettings,
  read: (path: string) => Promise<string> = readText,
): Promise<SshAccess | null> {
  const isDefault = keyPath === SSH_FILES.keyPath && knownHostsPath === SSH_FILES.knownHostsPath;
  const [key, list] = await Promise.allSettled([read(keyPath), read(knownHostsPath)]);
  if (isDefault && hasNone(key) && hasNone(list)) return null;
  if (key.status === "rejected") throw unreadable("SSH_KEY_PATH", keyPath, key.reason);
  if (list.status === "rejected") throw unreadable("KNOWN_HOSTS_PATH", knownHostsPath, list.reason);
  const privateKey = new Secret(key.value);
  await checkPrivateKey(privateKey);
  return { user, port, privateKey, knownHosts: parseKnownHosts(list.value) };
}

function hasNone(result: PromiseSettledResult<string>): boolean {
  return result.status === "rejected" && isAbsent(result.reason);
}

function unreadable(variable: string, path: string, cause: unknown): WattbookError {
  const why = isAbsent(cause) ? "there is no such file" : (cause as Error).message;
  return new WattbookError(
    "BAD_SETTING",
    `The analyzer cannot start: ${variable} '${path}': ${why}`,
    {
      hint:
        "Mount the private key and the known-hosts list, and let the analyzer's user read them; " +
        "without both of them (and both variables not set) it starts without diagnostics of hosts.",
    },
  );
}
