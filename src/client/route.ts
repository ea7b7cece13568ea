/**
 * The route to the metrics server: where requests go and which credentials they carry.
 *
 * @module
 */

import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { Route } from "../config.ts";

/** A route, ready to use. Secrets live in its closures, where no inspection reaches them. */
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
  /** Removes every secret from a text that came from elsewhere. */
  readonly redact: (text: string) => string;
}

/**
 * Makes a route ready to use. The API of a dashboard's datasource needs the datasource's uid.
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

/** The setting that holds the address of a route. */
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

/** A debugging proxy may echo a request, with a secret in it, plain or encoded. */
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

const PRIVATE = new BlockList();
for (
  const [network, prefix] of [
    ["127.0.0.0", 8],
    ["10.0.0.0", 8],
    ["172.16.0.0", 12],
    ["192.168.0.0", 16],
    ["169.254.0.0", 16],
  ] as const
) PRIVATE.addSubnet(network, prefix, "ipv4");
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");
PRIVATE.addSubnet("fe80::", 10, "ipv6");

/**
 * Whether a host of a URL is loopback or in a private network. A name other than `localhost` could
 * be anywhere.
 */
export function isNearby(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIPv4(host)) return PRIVATE.check(host, "ipv4");
  if (isIPv6(host)) return PRIVATE.check(host, "ipv6");
  return host === "localhost" || host.endsWith(".localhost");
}
