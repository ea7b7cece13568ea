/**
 * Whether an address belongs to this machine or a private network.
 *
 * @module
 */

import { BlockList, isIPv4, isIPv6 } from "node:net";

const PRIVATE = new BlockList();
for (
  const [network, prefix] of [
    ["127.0.0.0", 8],
    ["10.0.0.0", 8],
    ["172.16.0.0", 12],
    ["192.168.0.0", 16],
    ["169.254.0.0", 16],
  ] as const
) PRIVATE.addSubnet(network, prefix, "ipv4");
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");
PRIVATE.addSubnet("fe80::", 10, "ipv6");

/**
 * Whether a host of a URL is loopback or in a private network. A name other than `localhost` could
 * be anywhere.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { isNearby } from "./is_nearby.ts";
 *
 * assert(isNearby("192.168.1.5") && isNearby("[::1]") && !isNearby("example.org"));
 * ```
 */
export function isNearby(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIPv4(host)) return PRIVATE.check(host, "ipv4");
  if (isIPv6(host)) return PRIVATE.check(host, "ipv6");
  return host === "localhost" || host.endsWith(".localhost");
}
