/**
 * Where to log in, chosen from what a notification says.
 *
 * @module
 */

import { isIP } from "node:net";
import type { HostKey } from "./host_key.ts";
import { type KnownHosts, SSH_PORT } from "./known_hosts.ts";

/** A host that may be logged in to. */
export interface SshTarget {
  /** Name or address, as it is listed: the one that is connected to. */
  readonly name: string;
  /** Port. */
  readonly port: number;
  /** The keys by one of which it has to prove who it is. */
  readonly keys: readonly HostKey[];
}

/** Names that a resolver could know; an underscore is not allowed in any, and used in many. */
const NAME = /^[a-z0-9_](?:[-a-z0-9._]{0,251}[a-z0-9_])?$/i;

/** Whether a text is a name or an address of a host. Nothing else is looked up or connected to. */
function isHostName(text: string): boolean {
  return NAME.test(text) || isIP(text) !== 0;
}

/**
 * The hosts of the list that a notification may mean: by its host's name, then by its address. What
 * is connected to is always what stands in the list; an address that a notification brings along is
 * no more than a claim, so it counts only if it is listed itself.
 *
 * A host that is listed with another port than the usual one is reached there.
 *
 * @param names Name and address, as sent.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseKnownHosts } from "./known_hosts.ts";
 * import { sshTargets } from "./ssh_target.ts";
 *
 * const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIM0tEDhZcWGEZBOVmfAsV4EfT5YnEkEfIVUwEwZzG0x";
 * const known = parseKnownHosts(`[10.0.0.5]:2222 ${key}`);
 * const [target] = sshTargets(["db1", "10.0.0.5"], known);
 * assert.deepEqual([target?.name, target?.port], ["10.0.0.5", 2222]);
 * ```
 */
export function sshTargets(
  names: readonly string[],
  knownHosts: KnownHosts,
  port = SSH_PORT,
): SshTarget[] {
  return [...new Set(names)].filter(isHostName).flatMap((name) => {
    const found = [port, ...knownHosts.portsOf(name)]
      .map((one) => ({ name, port: one, keys: knownHosts.keysOf(name, one) }))
      .find(({ keys }) => keys.length > 0);
    return found ? [found] : [];
  });
}
