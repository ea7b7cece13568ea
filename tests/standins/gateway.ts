/**
 * A stand-in for an authentication gateway (Authelia behind a reverse proxy) in front of a metrics
 * server: its ordered rules, its answers to browsers and to programs, and its bans.
 *
 * @module
 */

import { forward, type ReceivedRequest, type StandIn, standIn } from "./stand_in.ts";

/** One rule of the access control list. */
export interface AccessRule {
  readonly policy: "bypass" | "one_factor" | "two_factor" | "deny";
  /** Any of these must match the path *with its query string*. @default every path */
  readonly resources?: readonly RegExp[];
}

/** What the gateway is like. */
export interface GatewayOptions {
  /** The metrics server behind it. */
  readonly upstream: URL;
  readonly user: string;
  readonly password: string;
  /** The first rule that matches decides. @default {ROUTE_B_RULES} */
  readonly rules?: readonly AccessRule[];
  /** The page to which it sends browsers. @default {"https://login.example.invalid/"} */
  readonly loginUrl?: string;
  /** Failures after which an account is banned. @default {3} */
  readonly maxFailures?: number;
  /** The clock. [ms] */
  readonly now?: () => number;
}

/** The rule of the specification, section 5.3, above the catch-all of its domain. */
export const ROUTE_B_RULES: readonly AccessRule[] = [
  {
    policy: "one_factor",
    resources: [/^\/api\/v1\/(query|query_range|series|labels|label)($|\/.*)$/],
  },
  { policy: "two_factor" },
];

/** Failures count for two minutes, a ban lasts five. [ms] */
const FIND_TIME = 120_000, BAN_TIME = 300_000;

/** Starts the gateway. */
export function startGateway(options: GatewayOptions): StandIn {
  const { upstream, user, password, rules = ROUTE_B_RULES, maxFailures = 3 } = options;
  const { loginUrl = "https://login.example.invalid/", now = Date.now } = options;
  const failures = new Map<string, number[]>();
  const banned = new Map<string, number>();

  /** Whether the credentials are good; counts failures, as the real one does per user. */
  function isKnown(given: string): boolean {
    const [name = ""] = given.split(":", 1);
    if (now() < (banned.get(name) ?? 0)) return false;
    if (given === `${user}:${password}`) return true;
    const recent = [...failures.get(name) ?? [], now()].filter((at) => now() - at < FIND_TIME);
    failures.set(name, recent);
    if (recent.length >= maxFailures) banned.set(name, now() + BAN_TIME);
    return false;
  }

  return standIn(async (request) => {
    const { policy } = rules.find(({ resources }) =>
      resources === undefined || resources.some((resource) =>
        resource.test(request.path)
      )
    ) ?? { policy: "deny" };
    const authorization = request.headers.get("authorization");
    if (policy !== "bypass") {
      if (authorization === null) return login(request, loginUrl);
      // Only the header of the origin counts: Proxy-Authorization is not read.
      if (!isKnown(decoded(authorization)) || policy === "two_factor") return unauthorized();
      if (policy === "deny") return new Response("403 Forbidden", { status: 403 });
    }
    const target = new URL(upstream.origin + upstream.pathname.replace(/\/$/, "") + request.path);
    try {
      return await forward(request, target);
    } catch {
      return new Response("Bad Gateway", { status: 502 });
    }
  });
}

function login({ method, headers, path }: ReceivedRequest, loginUrl: string): Response {
  const original = `http://${headers.get("host")}${path}`;
  const location = new URL(loginUrl);
  location.searchParams.set("rd", original);
  location.searchParams.set("rm", method);
  const accept = headers.get("accept") ?? "";
  const isBrowser = headers.get("x-requested-with") !== "XMLHttpRequest" &&
    (accept.includes("text/html") || accept.startsWith("*/*"));
  const safe = ["GET", "HEAD", "OPTIONS"].includes(method);
  const [status, text] = !isBrowser
    ? [401, "401 Unauthorized"]
    : safe
    ? [302, "302 Found"]
    : [303, "303 See Other"];
  return new Response(`<a href="${location.href.replaceAll("&", "&amp;")}">${text}</a>`, {
    status: status as number,
    headers: { location: location.href, "content-type": "text/html; charset=utf-8" },
  });
}

function unauthorized(): Response {
  return new Response("401 Unauthorized", {
    status: 401,
    headers: { "www-authenticate": 'Basic realm="Authorization Required"' },
  });
}

function decoded(authorization: string): string {
  const [scheme = "", value = ""] = authorization.split(" ");
  if (scheme.toLowerCase() !== "basic") return "";
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(value), (one) => one.charCodeAt(0)));
  } catch {
    return "";
  }
}
