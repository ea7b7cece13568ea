import type { z } from "zod";
import { type ErrorCode, isWattbookError, WattbookError } from "../errors.ts";
import { readAnswer } from "./answer.ts";
import { readText } from "./read_text.ts";
import type { Access } from "./route.ts";
import type { Transport } from "./transport.ts";

/** The connection to a dashboard. */
export interface DashboardConnection {
  /** Its transport. */
  readonly transport: Transport;
  /** The dashboard's address and token. */
  readonly access: Access;
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks an endpoint of the dashboard itself. Where something else answers, one more request tells
 * whether that is the metrics server: a common mistake.
 *
 * @throws {WattbookError} `WRONG_SERVICE` if it is no dashboard, or whatever a request may throw.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { z } from "zod";
 * import { askDashboard } from "./ask_dashboard.ts";
 * import { accessOf } from "./route.ts";
 *
 * const { name } = await askDashboard("api/org", z.looseObject({ name: z.string() }), {
 *   transport: {
 *     exchange: (_request, read) => read(new Blob(['{"id":1,"name":"Main Org."}']).stream()),
 *     close: async () => {},
 *   },
 *   access: accessOf({ kind: "direct", url: new URL("http://127.0.0.1:3000") }),
 * });
 * assert(name === "Main Org.");
 * ```
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

/** What servers answer that do not know a dashboard's endpoints. */
const FOREIGN: readonly ErrorCode[] = ["NOT_FOUND", "BAD_EXPRESSION"];

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Fits no schema.
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
      "metrics server belongs into METRICS_URL.",
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
