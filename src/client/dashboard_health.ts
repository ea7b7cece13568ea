/**
 * What a dashboard says of its own health.
 *
 * @module
 */

import { z } from "zod";
import { WattbookError } from "../errors.ts";
import type { Health } from "./client.ts";
import { readText } from "./read_text.ts";
import type { Access } from "./route.ts";
import type { Transport } from "./transport.ts";

const HEALTH = z.looseObject({ database: z.string(), version: z.string().optional() });

/**
 * Asks the dashboard how it is.
 *
 * @throws {WattbookError} `BAD_ANSWER` if it is no dashboard, or whatever a request may throw.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readDashboardHealth } from "./dashboard_health.ts";
 * import { accessOf } from "./route.ts";
 *
 * const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:3000") });
 * const health = await readDashboardHealth({
 *   exchange: (_request, read) => read(new Blob(['{"database":"ok"}']).stream()),
 *   close: async () => {},
 * }, access);
 * assert(health?.database === "ok");
 * ```
 */
export async function readDashboardHealth(
  transport: Transport,
  access: Access,
  signal?: AbortSignal,
): Promise<NonNullable<Health["dashboard"]>> {
  const request = { path: access.path("api/health"), method: "GET", signal } as const;
  const body = await transport.exchange(request, readText);
  try {
    const { database, version } = HEALTH.parse(JSON.parse(body));
    return { database, ...(version !== undefined && { version }) };
  } catch {
    throw new WattbookError("BAD_ANSWER", `There is no dashboard at ${access.address}`, {
      hint: "Check that DASHBOARD_URL is the address of the dashboard service.",
    });
  }
}
