import { z } from "zod";
import { type ErrorCode, isWattbookError, WattbookError } from "../errors.ts";
import { readAnswer } from "./answer.ts";
import type { ServerHealth } from "./client.ts";
import { readText } from "./http.ts";
import type { Access } from "./route.ts";
import type { Transport } from "./transport.ts";

/** The connection to a dashboard. */
export interface DashboardConnection {
  readonly transport: Transport;
  readonly access: Access;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Requests an endpoint of the dashboard itself. If the answer is not a dashboard's, one more request
 * finds out whether the address is that of the metrics server, which is a common mistake.
 *
 * @throws {WattbookError} `WRONG_SERVICE` if it is no dashboard, or any error of a request.
 */
export async function askDashboard<T>(
  endpoint: string,
  schema: z.ZodType<T>,
  connection: DashboardConnection,
): Promise<T> {
  const { transport, access, signal } = connection;
  let body: string;
  try {
    const request = { path: access.path(endpoint), method: "GET", signal } as const;
    body = await transport.exchange(request, readText);
  } catch (error) {
    if (!isWattbookError(error) || !FOREIGN.includes(error.code)) throw error;
    throw await noDashboard(connection, error.message);
  }
  const answer = schema.safeParse(parsed(body));
  if (answer.success) return answer.data;
  throw await noDashboard(connection, `the answer of /${endpoint} is not that of a dashboard`);
}

/** Errors of servers that do not have a dashboard's endpoints. */
const FOREIGN: readonly ErrorCode[] = ["NOT_FOUND", "BAD_EXPRESSION"];

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // `undefined` fits no schema.
    return undefined;
  }
}

async function noDashboard(connection: DashboardConnection, why: string): Promise<WattbookError> {
  const { address } = connection.access;
  if (await answersQueries(connection)) {
    return new WattbookError("WRONG_SERVICE", `${address} is a metrics server, not a dashboard`, {
      hint: "Set METRICS_URL to this address, and leave DASHBOARD_URL and SERVICE_ACCOUNT_TOKEN " +
        "empty.",
    });
  }
  return new WattbookError("WRONG_SERVICE", `There is no dashboard at ${address}: ${why}`, {
    hint: "Check DASHBOARD_URL, with the dashboard's path prefix if it has one. The address of a " +
      "metrics server belongs in METRICS_URL.",
  });
}

async function answersQueries(
  { transport, access, signal }: DashboardConnection,
): Promise<boolean> {
  const about = "vector(1)", form = [["query", about]] as const;
  const request = { path: access.apiPath("query"), method: "POST", form, about, signal } as const;
  try {
    await transport.exchange(request, (body) => readAnswer(body, { about, access }));
    return true;
  } catch (error) {
    if (isWattbookError(error) && error.code !== "ABORTED") return false;
    throw error;
  }
}

/** A datasource of the dashboard. */
export interface Datasource {
  readonly uid: string;
  readonly name: string;
  readonly type: string;
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
 * `WRONG_SERVICE`, or any error of a request.
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
  // With restricted roles a viewer may not list datasources, but the settings of the start page
  // contain those that the viewer may query.
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

const HEALTH = z.looseObject({ database: z.string(), version: z.string().optional() });

/**
 * Requests the dashboard's health.
 *
 * @throws {WattbookError} `WRONG_SERVICE` if it is no dashboard, or any error of a request.
 */
export async function readDashboardHealth(
  transport: Transport,
  access: Access,
  signal?: AbortSignal,
): Promise<NonNullable<ServerHealth["dashboard"]>> {
  const { database, version } = await askDashboard("api/health", HEALTH, {
    transport,
    access,
    signal,
  });
  return { database, ...(version !== undefined && { version }) };
}
