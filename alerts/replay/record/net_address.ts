/**
 * The one address that a recording process may reach, as a permission names it.
 *
 * @returns Host and port.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { netAddress } from "./net_address.ts";
 *
 * assert.equal(netAddress(new URL("https://llm.example/v1/messages")), "llm.example:443");
 * assert.equal(netAddress(new URL("http://[::1]:8080/")), "[::1]:8080");
 * ```
 */
export function netAddress({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}
