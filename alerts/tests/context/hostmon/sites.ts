/**
 * Monitoring sites for tests.
 *
 * @module
 */

import type { HostmonAccess } from "../../../src/context/hostmon/hostmon_api.ts";
import {
  type HostmonStandIn,
  type HostmonStandInOptions,
  startHostmon,
} from "../../../src/demo/hostmon_stand_in.ts";
import { Secret } from "../../../../src/secret.ts";

/** The secret of the automation user; its signs mean something in JSON and in expressions. */
export const SITE_SECRET = 'a"$&b\\c';

/** A site that knows the user of {@linkcode accessTo}. */
export function startSite(options: Partial<HostmonStandInOptions> = {}): HostmonStandIn {
  return startHostmon({ user: "bot", secret: SITE_SECRET, hosts: {}, ...options });
}

/** What a site can be asked with. */
export function accessTo({ site }: Pick<HostmonStandIn, "site">): HostmonAccess {
  return { url: site, user: "bot", secret: new Secret(SITE_SECRET) };
}

/** An answer that begins and never ends, until whoever asked goes away. */
export function stalled(): Response {
  return new Response(new ReadableStream());
}
