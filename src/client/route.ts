/**
 * The three ways to the metrics server as one thing: where requests go and what they carry.
 *
 * @module
 */

import type { Route } from "../config.ts";

/** A route, ready to be used. Secrets live in its closures, where no inspection reaches them. */
export interface Access {
  /** Which route. */
  readonly kind: Route["kind"];
  /** Scheme, host and port: the only place that requests and credentials go to. */
  readonly origin: string;
  /** The configured address, for people. */
  readonly address: string;
  /** Path of an endpoint of the query API, such as `query` or `label/job/values`. */
  readonly apiPath: (endpoint: string) => string;
  /** Path of an endpoint of the service at the address itself, such as `api/datasources`. */
  readonly path: (endpoint: string) => string;
  /** Headers with credentials. */
  readonly credentials: () => Record<string, string>;
  /** Takes every secret out of a text that came from elsewhere. */
  readonly redact: (text: string) => string;
}

/**
 * Makes a route ready to be used. The API of a dashboard's datasource needs the datasource's uid.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { accessOf } from "./route.ts";
 *
 * const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:9090/prometheus/") });
 * assert(access.apiPath("query") === "/prometheus/api/v1/query");
 * ```
 */
export function accessOf(route: Route, datasourceUid?: string): Access {
  const prefix = route.url.pathname.replace(/\/+$/, "");
  const path = (endpoint: string) => `${prefix}/${endpoint}`;
  const api = datasourceUid === undefined
    ? "api/v1"
    : `api/datasources/proxy/uid/${encodeURIComponent(datasourceUid)}/api/v1`;
  const authorization = authorizationOf(route);
  return {
    kind: route.kind,
    origin: route.url.origin,
    address: route.url.origin + (prefix || "/"),
    apiPath: (endpoint) => path(`${api}/${endpoint}`),
    path,
    credentials: () => authorization === undefined ? {} : { authorization },
    redact: redactor(secretsOf(route)),
  };
}

/**
 * The setting that holds the address of a route.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { accessOf, urlSetting } from "./route.ts";
 *
 * const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:9090") });
 * assert(urlSetting(access) === "METRICS_URL");
 * ```
 */
export function urlSetting({ kind }: Access): string {
  return kind === "dashboard" ? "DASHBOARD_URL" : "METRICS_URL";
}

function authorizationOf(route: Route): string | undefined {
  if (route.kind === "dashboard") return `Bearer ${route.token.reveal()}`;
  if (route.kind === "gateway") return `Basic ${basic(route.user, route.password.reveal())}`;
  return undefined;
}

/** RFC 7617 leaves the character set open; UTF-8 is what gateways read. */
function basic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function secretsOf(route: Route): string[] {
  if (route.kind === "dashboard") return [route.token.reveal()];
  if (route.kind === "direct") return [];
  const password = route.password.reveal();
  return [basic(route.user, password), password];
}

/** A debugging proxy may echo a request; so a secret may come back, as it is or encoded. */
function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .flatMap((one) => [
      one,
      encodeURI(one),
      encodeURIComponent(one),
      new URLSearchParams({ "": one }).toString().slice(1),
      JSON.stringify(one).slice(1, -1),
    ])
    .sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, "[secret]"), text);
}
