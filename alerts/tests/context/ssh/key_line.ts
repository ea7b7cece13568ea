/**
 * Keys for known-hosts lists that no host has.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** Type and key as they stand in a list, always the same for the same name. */
export function keyLine(name: string, type = "ssh-ed25519"): string {
  const key = createHash("sha256").update(name).digest();
  const parts = [Buffer.from(type), key].map((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    return Buffer.concat([length, part]);
  });
  return `${type} ${Buffer.concat(parts).toString("base64")}`;
}
