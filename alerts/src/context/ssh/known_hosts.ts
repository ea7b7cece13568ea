/**
 * The known-hosts list: which hosts may be logged in to, and by which keys they prove who they are.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { HOST_KEY_ALGORITHMS, type HostKey, hostKey } from "./host_key.ts";
import { type HostPattern, hostPattern } from "./host_pattern.ts";

/** The port that stands in no list. */
export const SSH_PORT = 22;

/** A known-hosts list. */
export interface KnownHosts {
  /** Number of keys that can be used. */
  readonly size: number;
  /** Lines that are of no use, with the reason. */
  readonly problems: readonly KnownHostsProblem[];
  /**
   * The keys of a host, without revoked ones; none if the host is not in the list.
   *
   * @param port Where it listens. @default {22}
   */
  keysOf(host: string, port?: number): readonly HostKey[];
  /** Whether a key is revoked for a host. */
  isRevoked(blob: Uint8Array, host: string, port?: number): boolean;
  /** Ports other than 22 with which a host is listed by its plain name: `[db1]:2222`. */
  portsOf(host: string): readonly number[];
}

/** A line that is of no use. */
export interface KnownHostsProblem {
  /** Number of the line, from 1. */
  readonly line: number;
  /** What is wrong with it. */
  readonly reason: string;
}

interface Entry {
  readonly pattern: HostPattern;
  readonly key: HostKey;
  readonly isRevoked: boolean;
}

/**
 * Reads a list as OpenSSH writes it: plain names, lists with wildcards and negations, hashed names,
 * `[host]:port`, `@revoked`. Lines that are of no use are named, not fatal. Certificate authorities
 * (`@cert-authority`) are not supported; such lines are named too.
 *
 * Two things are stricter than in OpenSSH: a host on another port than 22 needs an entry with that
 * port, and RSA keys are proven with SHA-2 only.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseKnownHosts } from "./known_hosts.ts";
 *
 * const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIM0tEDhZcWGEZBOVmfAsV4EfT5YnEkEfIVUwEwZzG0x";
 * const known = parseKnownHosts(`db1,10.0.0.5 ${key}\n[web1]:2222 ${key}\nbroken\n`);
 * assert.equal(known.keysOf("DB1").length, 1);
 * assert.equal(known.keysOf("web1").length, 0);
 * assert.deepEqual(known.portsOf("web1"), [2222]);
 * assert.deepEqual(known.problems, [{ line: 3, reason: "it has no type and key" }]);
 * ```
 */
export function parseKnownHosts(text: string): KnownHosts {
  const entries: Entry[] = [], problems: KnownHostsProblem[] = [];
  text.replace(/^\ufeff/, "").split(/\r?\n/).forEach((line, index) => {
    const read = readLine(line.trim());
    if (typeof read === "string") problems.push({ line: index + 1, reason: read });
    else if (read) entries.push(read);
  });
  const about = (host: string, port: number) => {
    const name = nameOf(host, port);
    return entries.filter(({ pattern }) => pattern.matches(name));
  };
  return {
    size: entries.filter(({ isRevoked }) => !isRevoked).length,
    problems,
    keysOf(host, port = SSH_PORT) {
      const found = about(host, port);
      const revoked = found.filter(({ isRevoked }) => isRevoked);
      const keys = found.filter(({ isRevoked, key }) =>
        !isRevoked && !revoked.some((other) => other.key.blob.equals(key.blob))
      ).map(({ key }) => key);
      return keys.filter(({ blob }, at) => keys.findIndex((key) => key.blob.equals(blob)) === at);
    },
    isRevoked(blob, host, port = SSH_PORT) {
      return about(host, port).some(({ isRevoked, key }) => isRevoked && key.blob.equals(blob));
    },
    portsOf(host) {
      const prefix = `[${host.toLowerCase()}]:`;
      const names = entries.filter(({ isRevoked }) => !isRevoked)
        .flatMap(({ pattern }) => pattern.names)
        .filter((name) => name.startsWith(prefix) && /^\d{1,5}$/.test(name.slice(prefix.length)));
      return [...new Set(names.map((name) => Number(name.slice(prefix.length))))];
    },
  };
}

function nameOf(host: string, port: number): string {
  const name = host.toLowerCase();
  return port === SSH_PORT ? name : `[${name}]:${port}`;
}

/** An entry, what is wrong with the line, or nothing if it says nothing. */
function readLine(line: string): Entry | string | undefined {
  if (line === "" || line.startsWith("#")) return undefined;
  const fields = line.split(/[ \t]+/);
  const marker = fields[0]!.startsWith("@") ? fields.shift() : undefined;
  if (marker === "@cert-authority") {
    return "certificate authorities are not supported: list the keys of the hosts themselves";
  }
  if (marker !== undefined && marker !== "@revoked") return `the marker ${marker} is unknown`;
  const [names, type, encoded] = fields;
  if (type === undefined || encoded === undefined) return "it has no type and key";
  if (/^\d+$/.test(type)) return "it is a key of SSH 1, which is no longer secure";
  if (!Object.hasOwn(HOST_KEY_ALGORITHMS, type)) {
    return `keys of the type ${type} are not supported`;
  }
  const key = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded)
    ? hostKey(Buffer.from(encoded, "base64"))
    : undefined;
  if (key === undefined) return "its key is damaged";
  if (key.type !== type) return `its key is of the type ${key.type}, not ${type}`;
  const pattern = hostPattern(names!);
  if (typeof pattern === "string") return pattern;
  return { pattern, key, isRevoked: marker === "@revoked" };
}
