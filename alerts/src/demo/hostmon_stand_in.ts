/**
 * A stand-in for a monitoring site (Checkmk): the parts of its REST API that are read here, in the
 * forms and with the errors of its versions.
 *
 * @module
 */

import { type ReceivedRequest, type StandIn, standIn } from "./stand_in.ts";

/** Columns of a host or a service, by the names that the site gives them. */
export type Row = Readonly<Record<string, unknown>>;

/** What the site knows of a host. */
export interface StandInHost {
  /** Columns besides its name. @default its state is 0, UP */
  readonly columns?: Row;
  /** Its services; each has a `description` and a `state`. @default none */
  readonly services?: readonly Row[];
  /** Comments, as they are sent. @default none */
  readonly comments?: readonly Row[];
  /** Downtimes, as they are sent. @default none */
  readonly downtimes?: readonly Row[];
}

/** What the site is like. */
export interface HostmonStandInOptions {
  /** The automation user. */
  readonly user: string;
  /** The user's secret. */
  readonly secret: string;
  /** Hosts by name. */
  readonly hosts: Readonly<Record<string, StandInHost>>;
  /** How lists can be asked for: newer versions only with POST, older ones only with GET. @default {"both"} */
  readonly forms?: "POST" | "GET" | "both";
  /** Answers in place of the site: slow, huge, broken or none at all. @default never */
  readonly fault?: (request: ReceivedRequest) => Response | Promise<Response> | undefined;
}

/** A running site. */
export interface HostmonStandIn extends StandIn {
  /** Address of the site, as it is set in HOSTMON_API_URL. */
  readonly site: URL;
}

const SITE = "main", API = `/${SITE}/check_mk/api/1.0/`;
/** Columns that every host and every service has. */
const COLUMNS = new Set([
  ..."acknowledged address alias check_command current_attempt description host_name".split(" "),
  ..."in_check_period is_flapping last_check last_hard_state last_hard_state_change".split(" "),
  ..."last_state_change last_time_critical last_time_down last_time_ok last_time_unknown".split(
    " ",
  ),
  ..."last_time_up last_time_warning long_plugin_output max_check_attempts name".split(" "),
  ..."num_services_crit num_services_ok num_services_unknown num_services_warn parents".split(" "),
  ..."percent_state_change perf_data plugin_output scheduled_downtime_depth staleness".split(" "),
  "state",
]);

/**
 * Starts the site.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { startHostmon } from "./hostmon_stand_in.ts";
 *
 * await using hostmon = startHostmon({ user: "bot", secret: "s3cret", hosts: { db1: {} } });
 * const answer = await fetch(new URL("check_mk/api/1.0/version", `${hostmon.site}/`), {
 *   headers: { authorization: "Bearer bot s3cret", accept: "application/json" },
 * });
 * assert.equal((await answer.json()).site, "main");
 * ```
 */
export function startHostmon(options: HostmonStandInOptions): HostmonStandIn {
  const server = standIn(async (request) =>
    await options.fault?.(request) ?? answer(request, options)
  );
  return { ...server, site: new URL(`/${SITE}`, server.url) };
}

/**
 * A failure, as the site describes it.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { hostmonProblem } from "./hostmon_stand_in.ts";
 *
 * const problem = hostmonProblem(403, "Forbidden", "You may not see this host");
 * assert.equal((await problem.json()).detail, "You may not see this host");
 * ```
 */
export function hostmonProblem(
  status: number,
  title: string,
  detail: string,
  fields?: Readonly<Record<string, readonly string[]>>,
): Response {
  const problem = { title, status, detail, ...(fields && { fields }), ext: {} };
  return Response.json(problem, {
    status,
    headers: { "content-type": "application/problem+json" },
  });
}

function answer(request: ReceivedRequest, options: HostmonStandInOptions): Response {
  const { user, secret, hosts, forms = "both" } = options;
  const { pathname, searchParams } = new URL(request.path, "http://site");
  if (!pathname.startsWith(API)) return new Response("<html>Not Found</html>", { status: 404 });
  if (request.headers.get("authorization") !== `Bearer ${user} ${secret}`) {
    return hostmonProblem(401, "Unauthorized", "Wrong credentials (Bearer header)");
  }
  const path = pathname.slice(API.length).split("/").map(decodeURIComponent);
  const asked: Asked = { ...request, path, parameters: searchParams, hosts, forms };
  const route = ROUTES.find(({ pattern }) =>
    pattern.length === path.length && pattern.every((part, at) => part === "*" || part === path[at])
  );
  return route?.answer(asked) ??
    hostmonProblem(404, "Not Found", "The requested URL was not found");
}

interface Asked {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
  readonly path: readonly string[];
  readonly parameters: URLSearchParams;
  readonly hosts: HostmonStandInOptions["hosts"];
  readonly forms: NonNullable<HostmonStandInOptions["forms"]>;
}

const ROUTES: readonly {
  readonly pattern: readonly string[];
  readonly answer: (asked: Asked) => Response;
}[] = [
  { pattern: ["version"], answer: () => Response.json(VERSION) },
  {
    pattern: ["domain-types", "host", "collections", "all"],
    answer: (asked) => list(asked, Object.entries(asked.hosts).map(hostRow), "name"),
  },
  {
    pattern: ["objects", "host", "*"],
    answer: (asked) => {
      const host = asked.hosts[asked.path[2]!];
      if (!host) return unknownHost(asked.path[2]!);
      return one(asked, hostRow([asked.path[2]!, host]), "name");
    },
  },
  {
    pattern: ["objects", "host", "*", "collections", "services"],
    answer: (asked) => {
      const host = asked.hosts[asked.path[2]!];
      return host ? list(asked, host.services ?? [], "description") : unknownHost(asked.path[2]!);
    },
  },
  {
    pattern: ["objects", "host", "*", "actions", "show_service", "invoke"],
    answer: (asked) => {
      const name = asked.parameters.get("service_description");
      const service = asked.hosts[asked.path[2]!]?.services
        ?.find(({ description }) => description === name);
      if (service) return one(asked, service, "description");
      return hostmonProblem(
        404,
        "The requested service was not found",
        `The service name ${name} did not match any service`,
      );
    },
  },
  {
    pattern: ["domain-types", "comment", "collections", "all"],
    answer: ({ parameters, hosts }) => {
      const host = parameters.get("host_name") ?? "";
      return collection(hosts[host]?.comments ?? []);
    },
  },
  {
    pattern: ["domain-types", "downtime", "collections", "all"],
    answer: ({ parameters, hosts }) => {
      const all = Object.entries(hosts).flatMap(([name, { downtimes = [] }]) =>
        downtimes.map((downtime): Row => ({ host_name: name, ...downtime }))
      );
      const query = parameters.get("query");
      return collection(query === null ? all : all.filter((row) => holds(JSON.parse(query), row)));
    },
  },
];

const VERSION = {
  site: SITE,
  group: "",
  edition: "cre",
  versions: { checkmk: "2.4.0p14.cre", python: "3.12.10" },
  rest_api: { revision: "0" },
};

function hostRow([name, { columns }]: readonly [string, StandInHost]): Row {
  return { name, state: 0, ...columns };
}

function unknownHost(name: string): Response {
  return hostmonProblem(404, "Not Found", "These fields have problems: host_name", {
    host_name: [`Host not found: '${name}'`],
  });
}

function one({ method, parameters }: Asked, row: Row, key: string): Response {
  if (method !== "GET") return hostmonProblem(405, "Method Not Allowed", "");
  return chosen([row], [key, ...parameters.getAll("columns")], ([extensions]) => ({ extensions }));
}

function list(asked: Asked, rows: readonly Row[], key: string): Response {
  const { method, forms, headers, body, parameters } = asked;
  if (forms !== "both" && method !== forms) {
    return hostmonProblem(405, "Method Not Allowed", "The method is not allowed for the URL.");
  }
  if (method === "POST" && headers.get("content-type") !== "application/json") {
    return hostmonProblem(415, "Unsupported Media Type", "Content type not supported");
  }
  const query = parameters.get("query");
  const given: { columns?: string[]; query?: Condition } = method === "POST" ? JSON.parse(body) : {
    columns: parameters.getAll("columns"),
    ...(query !== null && { query: JSON.parse(query) }),
  };
  const found = rows.filter((row) => given.query === undefined || holds(given.query, row));
  return chosen(found, [key, ...given.columns ?? []], (all) => ({
    domainType: "service",
    value: all.map((extensions) => ({ title: "", extensions })),
  }));
}

function collection(rows: readonly Row[]): Response {
  return Response.json({ value: rows.map((extensions) => ({ title: "", extensions })) });
}

function chosen(
  rows: readonly Row[],
  columns: readonly string[],
  envelope: (rows: readonly Row[]) => unknown,
): Response {
  const unknown = columns.find((column) => !COLUMNS.has(column));
  if (unknown !== undefined) {
    return hostmonProblem(400, "Bad Request", "These fields have problems: columns", {
      columns: [`Unknown column: ${unknown}`],
    });
  }
  const has = (row: Row) => columns.filter((column) => column in row);
  return Response.json(
    envelope(rows.map((row) => Object.fromEntries(has(row).map((name) => [name, row[name]])))),
  );
}

interface Condition {
  readonly op: string;
  readonly left?: string;
  readonly right?: string;
  readonly expr?: readonly Condition[];
}

function holds({ op, left = "", right = "", expr = [] }: Condition, row: Row): boolean {
  const value = row[left];
  switch (op) {
    case "and":
      return expr.every((one) => holds(one, row));
    case "or":
      return expr.some((one) => holds(one, row));
    case "=":
      return String(value) === right;
    case "!=":
      return String(value) !== right;
    case ">=":
      return Number(value) >= Number(right);
    default:
      throw new Error(`The stand-in does not know '${op}'`);
  }
}
