/**
 * A stand-in for a dashboard service (Grafana) in front of a metrics server: its list of datasources
 * and its datasource proxy, with the answers that the real one gives.
 *
 * @module
 */

import { forward, type ReceivedRequest, type StandIn, standIn } from "./stand_in.ts";

/** A datasource of the dashboard. */
export interface StandInDatasource {
  readonly uid: string;
  readonly name: string;
  /** @default {"prometheus"} */
  readonly type?: string;
  /** @default {false} */
  readonly isDefault?: boolean;
}

/** What the dashboard is like. */
export interface DashboardOptions {
  /** The metrics server behind it. */
  readonly upstream: URL;
  /** The token that it accepts. */
  readonly token: string;
  /** @default one of type `prometheus` with the uid `metrics-uid` */
  readonly datasources?: readonly StandInDatasource[];
  /**
   * `open`: a viewer may list datasources. `licensed`: only an administrator may; the settings of
   * the start page still name them. `closed`: neither.
   *
   * @default {"open"}
   */
  readonly list?: "open" | "licensed" | "closed";
  /**
   * What it tells a service account of itself. `named`: account and organisation (since 11.2).
   * `organisation`: that the question is for people only, and the organisation (10). `closed`: nothing.
   *
   * @default {"named"}
   */
  readonly identity?: "named" | "organisation" | "closed";
  /** Path prefix under which it serves. @default {""} */
  readonly prefix?: string;
  /** How long it waits for the metrics server. [ms] @default {30_000} */
  readonly proxyTimeout?: number;
}

const UID = /^[a-zA-Z0-9_-]{1,40}$/;
const PROXY = /^\/api\/datasources\/proxy\/uid\/([^/]*)\/(.*)$/s;
/** POSTs that the Prometheus datasource lets a viewer make, by prefix. */
const POSTS = ["query", "query_range", "series", "labels", "query_exemplars"]
  .map((endpoint) => `api/v1/${endpoint}`);

/** Starts the dashboard. */
export function startDashboard(options: DashboardOptions): StandIn {
  const { upstream, token, list = "open", prefix = "", proxyTimeout = 30_000 } = options;
  const { identity = "named" } = options;
  const { datasources = [{ uid: "metrics-uid", name: "Metrics", isDefault: true }] } = options;

  async function proxy(
    request: ReceivedRequest,
    uid: string,
    path: string,
  ): Promise<Response> {
    if (!UID.test(uid)) return message(400, "UID is invalid");
    if (!datasources.some((one) => one.uid === uid)) {
      return message(404, "Unable to find datasource");
    }
    const [endpoint] = path.split("?");
    if (request.method === "GET") {
      if (endpoint === "api/v1/status/flags") return accessDenied("datasources:write");
    } else if (request.method !== "POST" || !POSTS.some((post) => endpoint!.startsWith(post))) {
      return message(403, "non allow-listed POSTs not allowed on proxied Prometheus datasource");
    }
    const patience = AbortSignal.timeout(proxyTimeout);
    try {
      const target = new URL(upstream.href.replace(/\/?$/, "/") + path);
      const answer = await forward(request, target, patience);
      if (answer.status !== 401) return answer;
      await answer.body?.cancel();
      return new Response("Authentication to data source failed", { status: 400 });
    } catch {
      return new Response(null, { status: patience.aborted ? 504 : 502 });
    }
  }

  return standIn((request) => {
    if (!request.path.startsWith(`${prefix}/`)) {
      return message(404, "Not found");
    }
    const path = request.path.slice(prefix.length);
    if (path === "/api/health") {
      return Response.json({ database: "ok", version: "11.6.0", commit: "0000000" });
    }
    if (request.headers.get("authorization") !== `Bearer ${token}`) {
      return Response.json(
        { message: "Unauthorized", messageId: "auth.unauthorized", statusCode: 401, traceID: "" },
        { status: 401 },
      );
    }
    if (path === "/api/datasources") {
      if (list !== "open") return accessDenied("datasources:read");
      return Response.json(datasources.map((one, index) => ({
        id: index + 1,
        orgId: 1,
        type: "prometheus",
        typeName: "Prometheus",
        access: "proxy",
        url: "http://metrics:9090",
        user: "",
        database: "",
        basicAuth: false,
        isDefault: false,
        jsonData: {},
        readOnly: false,
        ...one,
      })));
    }
    if (path === "/api/frontend/settings") {
      if (list === "closed") return accessDenied("datasources:query");
      return Response.json({
        defaultDatasource: datasources.find((one) => one.isDefault)?.name ?? "",
        datasources: Object.fromEntries(
          datasources.map(({ name, ...one }) => [name, { type: "prometheus", name, ...one }]),
        ),
        buildInfo: { version: "11.6.0" },
      });
    }
    if (path === "/api/user") {
      if (identity !== "named") return message(403, "Endpoint only available for users");
      return Response.json({
        uid: "service-account:2",
        login: "sa-1-wattbook",
        name: "Wattbook",
        email: "",
        orgId: 1,
        isGrafanaAdmin: false,
      });
    }
    if (path === "/api/org") {
      if (identity === "closed") return accessDenied("orgs:read");
      return Response.json({ id: 1, name: "Main Org.", address: {} });
    }
    const [, uid, rest] = PROXY.exec(path) ?? [];
    if (uid !== undefined) return proxy(request, uid, rest!);
    return message(404, "Not found");
  });
}

function message(status: number, text: string): Response {
  return Response.json({ message: text }, { status });
}

function accessDenied(permission: string): Response {
  return Response.json({
    accessErrorId: "ACE0000000000",
    message: "You'll need additional permissions to perform this action. " +
      `Permissions needed: ${permission}`,
    title: "Access denied",
  }, { status: 403 });
}
