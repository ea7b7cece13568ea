/**
 * Which of a dashboard's datasources is the metrics server.
 *
 * @module
 */

import { z } from "zod";
import { isWattbookError, WattbookError } from "../errors.ts";
import { askDashboard } from "./ask_dashboard.ts";
import type { Access } from "./route.ts";
import type { Transport } from "./transport.ts";

/** A datasource, as far as it matters. */
export interface Datasource {
  /** Unique id. */
  readonly uid: string;
  /** Name that people gave it. */
  readonly name: string;
  /** Kind of server. */
  readonly type: string;
  /** Whether it is the dashboard's default. */
  readonly isDefault?: boolean | undefined;
}

const DATASOURCE = z.looseObject({
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  isDefault: z.boolean().optional(),
});
const LIST = z.array(DATASOURCE);
const SETTINGS = z.looseObject({
  datasources: z.record(
    z.string(),
    z.looseObject({
      uid: z.string().optional(),
      type: z.string(),
      isDefault: z.boolean().optional(),
    }),
  ),
  defaultDatasource: z.string().optional(),
});

const BY_HAND = "Set DATASOURCE_UID to the last part of the address of the datasource's page.";

/**
 * Looks the metrics server up in the dashboard: the only datasource of type `prometheus`, else the
 * default one among several.
 *
 * @throws {WattbookError} `DATASOURCE_NOT_FOUND`, `DATASOURCE_AMBIGUOUS`, `DASHBOARD_FORBIDDEN`,
 * `WRONG_SERVICE`, or whatever a request may throw.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { findDatasource } from "./datasource.ts";
 * import { accessOf } from "./route.ts";
 *
 * const list = '[{"uid":"a1","name":"Metrics","type":"prometheus"}]';
 * const { uid } = await findDatasource({
 *   exchange: (_request, read) => read(new Blob([list]).stream()),
 *   close: async () => {},
 * }, accessOf({ kind: "direct", url: new URL("http://127.0.0.1:3000") }));
 * assert(uid === "a1");
 * ```
 */
export async function findDatasource(
  transport: Transport,
  access: Access,
  signal?: AbortSignal,
): Promise<Datasource> {
  return chooseDatasource(await listDatasources(transport, access, signal));
}

async function listDatasources(
  transport: Transport,
  access: Access,
  signal?: AbortSignal,
): Promise<Datasource[]> {
  const get = <T>(endpoint: string, schema: z.ZodType<T>): Promise<T> =>
    askDashboard(endpoint, schema, { transport, access, signal });
  try {
    return await get("api/datasources", LIST);
  } catch (error) {
    if (!isWattbookError(error, "DASHBOARD_FORBIDDEN")) throw error;
  }
  // Where roles are restricted, a viewer may not list datasources, but the start page's settings
  // name those that the viewer may query.
  try {
    const { datasources, defaultDatasource } = await get("api/frontend/settings", SETTINGS);
    return Object.entries(datasources).flatMap(([name, { uid, type, isDefault }]) =>
      uid === undefined
        ? []
        : [{ uid, name, type, isDefault: isDefault ?? name === defaultDatasource }]
    );
  } catch (error) {
    if (!isWattbookError(error)) throw error;
    throw new WattbookError(
      "DASHBOARD_FORBIDDEN",
      "The dashboard forbids this token to list its datasources",
      { hint: BY_HAND, cause: error, ...(error.status !== undefined && { status: error.status }) },
    );
  }
}

/**
 * Chooses the metrics server among datasources.
 *
 * @throws {WattbookError} `DATASOURCE_NOT_FOUND`, `DATASOURCE_AMBIGUOUS`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { chooseDatasource } from "./datasource.ts";
 *
 * const chosen = chooseDatasource([
 *   { uid: "a1", name: "Logs", type: "loki", isDefault: true },
 *   { uid: "b2", name: "Metrics", type: "prometheus" },
 * ]);
 * assert(chosen.uid === "b2");
 * ```
 */
export function chooseDatasource(datasources: readonly Datasource[]): Datasource {
  const fitting = datasources.filter(({ type }) => type === "prometheus");
  const chosen = fitting.length === 1 ? fitting[0] : fitting.find(({ isDefault }) => isDefault);
  if (chosen) return chosen;
  if (fitting.length > 1) {
    const listed = fitting.map(({ name, uid }) => `'${name}' (${uid})`).join(", ");
    throw new WattbookError(
      "DATASOURCE_AMBIGUOUS",
      `The dashboard has several datasources of type prometheus and none is the default: ${listed}`,
      { hint: "Set DATASOURCE_UID to one of the ids in parentheses." },
    );
  }
  const listed = datasources.map(({ name, type }) => `'${name}' (${type})`).join(", ") || "none";
  throw new WattbookError(
    "DATASOURCE_NOT_FOUND",
    `The dashboard shows no datasource of type prometheus; it shows: ${listed}`,
    { hint: `Let the service account query the metrics datasource. ${BY_HAND}` },
  );
}
