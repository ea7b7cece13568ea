/**
 * What a dashboard says of its own health.
 *
 * @module
 */

import { z } from "zod";
import { askDashboard } from "./ask_dashboard.ts";
import type { Health } from "./client.ts";
import type { Access } from "./route.ts";
import type { Transport } from "./transport.ts";

const HEALTH = z.looseObject({ database: z.string(), version: z.string().optional() });

/**
 * Asks the dashboard how it is.
 *
 * @throws {WattbookError} `WRONG_SERVICE` if it is no dashboard, or whatever a request may throw.
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
  const { database, version } = await askDashboard("api/health", HEALTH, {
    transport,
    access,
    signal,
  });
  return { database, ...(version !== undefined && { version }) };
}
