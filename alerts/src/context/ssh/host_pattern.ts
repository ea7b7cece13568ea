/**
 * The names in a line of a known-hosts list.
 *
 * @module
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { Buffer } from "node:buffer";

/** The names of a line. */
export interface HostPattern {
  /** Whether the line is about a host, by its name in lower case or by `[name]:port`. */
  matches(name: string): boolean;
  /** Names that stand there as they are: not hashed, without wildcards. */
  readonly names: readonly string[];
}

/** SHA-1, which is what OpenSSH hashes names with. [bytes] */
const HASH_BYTES = 20;

/**
 * Reads the names of a line: a list with wildcards and negations, or one hashed name.
 *
 * @returns The pattern, or what is wrong with it.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { hostPattern } from "./host_pattern.ts";
 *
 * const pattern = hostPattern("*.example,!db1.example,10.0.0.5");
 * assert(typeof pattern !== "string" && pattern.matches("web.example"));
 * assert(!pattern.matches("db1.example"));
 * assert.deepEqual(pattern.names, ["10.0.0.5"]);
 * ```
 */
export function hostPattern(text: string): HostPattern | string {
  if (text.startsWith("|")) return hashedPattern(text);
  const parts = text.toLowerCase().split(",").filter((part) => part !== "");
  if (parts.length === 0) return "there is no host name";
  const wanted = parts.filter((part) => !part.startsWith("!"));
  const unwanted = parts.filter((part) => part.startsWith("!")).map((part) => part.slice(1));
  return {
    // One negation that matches rules out the whole line, wherever it stands.
    matches: (name) =>
      wanted.some((one) => globMatches(one, name)) &&
      !unwanted.some((one) => globMatches(one, name)),
    names: wanted.filter((part) =>
      !/[*?]/.test(part) && !unwanted.some((one) => globMatches(one, part))
    ),
  };
}

function hashedPattern(text: string): HostPattern | string {
  const [, scheme, salt, hash, ...rest] = text.split("|");
  if (scheme !== "1") return `the hash of the name is of an unknown kind (${scheme})`;
  const [key, wanted] = [salt ?? "", hash ?? ""].map((part) => Buffer.from(part, "base64"));
  if (rest.length > 0 || key!.length !== HASH_BYTES || wanted!.length !== HASH_BYTES) {
    return "the hash of the name is damaged";
  }
  return {
    matches: (name) => timingSafeEqual(createHmac("sha1", key!).update(name).digest(), wanted!),
    names: [],
  };
}

/** `*` stands for any characters, `?` for one. Linear in practice: no star is gone back behind twice. */
function globMatches(pattern: string, name: string): boolean {
  let at = 0, star = -1, from = 0;
  let index = 0;
  while (index < name.length) {
    if (pattern[at] === "*") {
      star = at++;
      from = index;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === name[index])) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++from;
    } else {
      return false;
    }
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
