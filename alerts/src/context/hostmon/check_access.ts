/**
 * Whether the monitoring site can be asked.
 *
 * @module
 */

import { z } from "zod";
import { type HostmonAccess, hostmonApi } from "./hostmon_api.ts";
import { readRows } from "./read_rows.ts";

/** What a site says of itself, and what its user may see. */
export interface SiteAccess {
  /** Version of Checkmk. */
  readonly version: string;
  /** Edition: `cre`, `cee`, … */
  readonly edition: string;
  /** Name of the site. */
  readonly site: string;
  /** All hosts that the user may see. */
  readonly hosts: readonly string[];
}

const VERSION = z.object({
  site: z.string().catch("unknown"),
  edition: z.string().catch("unknown"),
  versions: z.object({ checkmk: z.string().catch("unknown") }).catch({ checkmk: "unknown" }),
});

/**
 * Asks a site who it is and which hosts the user may see.
 *
 * @throws {WattbookError} `HOSTMON_REFUSED`, or why it cannot be asked.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../../src/secret.ts";
 * import { startHostmon } from "../../demo/hostmon_stand_in.ts";
 * import { checkAccess } from "./check_access.ts";
 *
 * await using site = startHostmon({ user: "bot", secret: "s3cret", hosts: { db1: {}, web1: {} } });
 * const access = { url: site.site, user: "bot", secret: new Secret("s3cret") };
 * const { hosts } = await checkAccess(access, AbortSignal.timeout(10_000));
 * assert.deepEqual(hosts, ["db1", "web1"]);
 * ```
 */
export async function checkAccess(
  access: HostmonAccess,
  signal: AbortSignal,
): Promise<SiteAccess> {
  const api = hostmonApi(access);
  const { site, edition, versions } = VERSION.parse(await api.get(["version"], {}, signal));
  const path = ["domain-types", "host", "collections", "all"];
  const answer = await api.list(path, { columns: ["name"] }, signal);
  const rows = readRows(answer, z.object({ name: z.string() }));
  return { version: versions.checkmk, edition, site, hosts: rows.map(({ name }) => name) };
}
