import type { Client } from "../../client/client.ts";
import { connect, type ConnectOptions } from "../../client/connect.ts";
import { findDatasource, readDashboardHealth } from "../../client/dashboard.ts";
import { accessOf } from "../../client/route.ts";
import { openTransport } from "../../client/transport.ts";
import type { Route } from "../../config.ts";
import { type ErrorCode, isWattbookError, type WattbookError } from "../../errors.ts";
import { SECOND } from "../../time.ts";
import {
  type Identity,
  readIdentity,
  readServerRetention,
  readServerVersion,
} from "./server_facts.ts";

/** Where a request can fail. */
export type Edge = "reachable" | "access" | "datasource";

/** How far requests get on a route. */
export interface Way {
  /** Where and why a request failed, `null` if the server answers. */
  readonly stopped: { readonly edge: Edge; readonly error: WattbookError } | null;
  /** The connection, if the server answers. */
  readonly client: Client | null;
  /** Version of the dashboard, if it says so. */
  readonly dashboard?: string;
  /** Account of the token, if the dashboard accepts it. */
  readonly identity?: Identity;
  /** Name and version of the server, if it says so. */
  readonly server?: string;
  /** How long the server keeps samples, if it says so. */
  readonly retention?: string;
  /** How the datasource was found. */
  readonly datasource?: string;
  /** Time from a question to its answer. [ms] */
  readonly latency?: number;
  /** How much the server's clock is ahead of this machine's. [ms] */
  readonly skew?: number;
}

/** What {@linkcode tryWay} may touch. */
export interface TryWayOptions {
  /** The clock of this machine. [ms] */
  readonly now: () => number;
  /** Ends it early. */
  readonly signal: AbortSignal;
  /** Closes the connection when it is no longer needed. */
  readonly closeLater: (resource: AsyncDisposable) => void;
}

/** Short limits, because a person waits; few retries, because gateways ban after some failures. */
const IMPATIENT: ConnectOptions = {
  retries: 1,
  timeouts: { connect: 5 * SECOND, answer: 20 * SECOND, idle: 10 * SECOND },
};

/**
 * Tests a route with as few requests as possible: the dashboard's health and datasources if there is
 * a dashboard, a query for the time, then versions, retention and account.
 *
 * @throws Errors that do not come from the route.
 */
export async function tryWay(route: Route, options: TryWayOptions): Promise<Way> {
  const { now, signal, closeLater } = options;
  const access = accessOf(route);
  const transport = await openTransport(access, IMPATIENT);
  closeLater({ [Symbol.asyncDispose]: () => transport.close() });
  const way: { -readonly [Key in keyof Way]: Way[Key] } = { stopped: null, client: null };
  // If something else answers at the dashboard's address, the dashboard was not reached.
  let isReached = route.kind !== "dashboard";
  let datasourceUid: string | undefined;
  try {
    if (route.kind === "dashboard") {
      const { version } = await readDashboardHealth(transport, access, signal);
      if (version !== undefined) way.dashboard = version;
      isReached = true;
      const { uid, name } = route.datasourceUid === undefined
        ? await findDatasource(transport, access, signal)
        : { uid: route.datasourceUid, name: undefined };
      way.datasource = name === undefined ? `${uid}, as DATASOURCE_UID says` : `'${name}' (${uid})`;
      datasourceUid = uid;
    }
    const known = datasourceUid === undefined ? route : { ...route, datasourceUid };
    const client = await connect({ route: known }, IMPATIENT);
    closeLater(client);
    const asked = now();
    const { columns, resultType } = await client.query("time()", { signal });
    const answered = now();
    way.client = client;
    way.latency = answered - asked;
    way.skew = (columns.value[0] ?? NaN) * SECOND - (asked + answered) / 2;
    // VictoriaMetrics returns no scalars.
    way.server = resultType === "vector" ? "VictoriaMetrics" : "a server like Prometheus";
    if (route.kind !== "gateway") {
      const api = accessOf(route, datasourceUid);
      const told = await readServerVersion(transport, api, signal);
      if (told !== null) way.server = told;
      const retention = await readServerRetention(transport, api, signal);
      if (retention !== null) way.retention = retention;
    }
  } catch (error) {
    if (!isWattbookError(error) || signal.aborted) throw error;
    way.stopped = { edge: isReached ? edgeOf(error.code, error.status) : "reachable", error };
  }
  // A refused token has no account, and a second refusal might cause a ban.
  if (route.kind === "dashboard" && (way.stopped === null || way.stopped.edge === "datasource")) {
    way.identity = await readIdentity(transport, access, signal);
  }
  return way;
}

const UNREACHABLE: readonly ErrorCode[] = [
  "NAME_NOT_FOUND",
  "CONNECTION_REFUSED",
  "CONNECTION_LOST",
  "UNREACHABLE",
  "TLS_FAILURE",
  "WRONG_SERVICE",
];
const GUARDED: readonly ErrorCode[] = [
  "LOGIN_REDIRECT",
  "REDIRECTED",
  "NOT_JSON",
  "GATEWAY_UNAUTHORIZED",
  "GATEWAY_FORBIDDEN",
  "DASHBOARD_UNAUTHORIZED",
];

/** Where an error stopped a request. Any answer means that the address was reached. */
function edgeOf(code: ErrorCode, status?: number): Edge {
  if (UNREACHABLE.includes(code) || (code === "TIMEOUT" && status === undefined)) {
    return "reachable";
  }
  return GUARDED.includes(code) ? "access" : "datasource";
}
