/**
 * Public keys of hosts.
 *
 * @module
 */

import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** The public key of a host. */
export interface HostKey {
  /** Its type, as it stands in known-hosts lists: `ssh-ed25519`. */
  readonly type: string;
  /** The key as it travels. */
  readonly blob: Buffer;
  /** Its fingerprint, as `ssh-keygen -l` shows it: `SHA256:…`. */
  readonly fingerprint: string;
}

/**
 * Types of keys that can be checked, the best first, with the algorithms that prove them. RSA with
 * SHA-1 is not among them, as OpenSSH does not take it any more either.
 */
export const HOST_KEY_ALGORITHMS = {
  "ssh-ed25519": ["ssh-ed25519"],
  "ecdsa-sha2-nistp256": ["ecdsa-sha2-nistp256"],
  "ecdsa-sha2-nistp384": ["ecdsa-sha2-nistp384"],
  "ecdsa-sha2-nistp521": ["ecdsa-sha2-nistp521"],
  "ssh-rsa": ["rsa-sha2-512", "rsa-sha2-256"],
} as const;

/**
 * Reads a key as it travels.
 *
 * @returns The key, or `undefined` if it does not even name its type.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Buffer } from "node:buffer";
 * import { hostKey } from "./host_key.ts";
 *
 * const blob = "AAAAC3NzaC1lZDI1NTE5AAAAIIM0tEDhZcWGEZBOVmfAsV4EfT5YnEkEfIVUwEwZzG0x";
 * const key = hostKey(Buffer.from(blob, "base64"));
 * assert.equal(key?.type, "ssh-ed25519");
 * assert.match(key.fingerprint, /^SHA256:[A-Za-z0-9+/]{43}$/);
 * ```
 */
export function hostKey(blob: Buffer): HostKey | undefined {
  if (blob.length < 4) return undefined;
  const length = blob.readUInt32BE();
  if (length === 0 || length > 64 || blob.length <= 4 + length) return undefined;
  const type = blob.toString("latin1", 4, 4 + length);
  const digest = createHash("sha256").update(blob).digest("base64").replace(/=+$/, "");
  return { type, blob, fingerprint: `SHA256:${digest}` };
}
