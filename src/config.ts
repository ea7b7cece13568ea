/**
 * The settings of a person's own household and server. The only reader of the environment.
 *
 * @module
 */

import { environment } from "./effects.ts";
import { readTextIfPresent } from "./files.ts";
import { parseEnv } from "node:util";
import { z } from "zod";
import { type ErrorCode, WattbookError } from "./errors.ts";
import { patternFault } from "./pattern.ts";
import { findProjectFile } from "./project_files.ts";
import { Secret } from "./secret.ts";
import { checkZone } from "./time.ts";

/** Route A: through the dashboard's datasource proxy, with a service account token. */
export interface DashboardRoute {
  /** Which route. */
  readonly kind: "dashboard";
  /** The dashboard's address, with its path prefix if it has one. */
  readonly url: URL;
  /** Service account token. */
  readonly token: Secret;
  /** The datasource's uid. It is looked up if it is not given. */
  readonly datasourceUid?: string;
}

/** Route B: through the gateway, with HTTP Basic under a one-factor rule. */
export interface GatewayRoute {
  /** Which route. */
  readonly kind: "gateway";
  /** The metrics server's address behind the gateway. */
  readonly url: URL;
  /** Name of the agent's account. */
  readonly user: string;
  /** Password of the agent's account. */
  readonly password: Secret;
}

/** Straight to the metrics server, without a gateway. */
export interface DirectRoute {
  /** Which route. */
  readonly kind: "direct";
  /** The metrics server's address. */
  readonly url: URL;
}

/** The way to the metrics server. */
export type Route = DashboardRoute | GatewayRoute | DirectRoute;

/** What the environment says. */
export interface Config {
  /** The way to the server, `null` if none is configured. */
  readonly route: Route | null;
  /** The household's IANA zone. */
  readonly zone?: string;
  /** Pattern for the meter's `ain` label. */
  readonly meterAinRegex?: string;
  /** Pattern for the inverter exporter's `job` label. */
  readonly inverterJob?: string;
  /** Pattern for the meter exporter's `job` label. */
  readonly meterJob?: string;
  /** What clients of `deno task mcp --http` must send. */
  readonly mcpToken?: Secret;
  /** Names that `.env` sets and Wattbook does not know: misspelt, or another program's. */
  readonly unknown?: readonly string[];
}

/** What to do where no server is configured. */
export const HOW_TO_CONFIGURE: string =
  "Run 'deno task setup', or set METRICS_URL alone, METRICS_URL " +
  "with AGENT_USER and AGENT_PASSWORD, or DASHBOARD_URL with SERVICE_ACCOUNT_TOKEN, in the " +
  "environment or in .env.";

/**
 * Names the settings that may be misspelt, as a sentence with a space before it, or empty.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { unknownSettings } from "./config.ts";
 *
 * assert.equal(
 *   unknownSettings({ unknown: ["PROMETHEUS_URL"] }),
 *   " The file .env sets PROMETHEUS_URL, which Wattbook does not read.",
 * );
 * ```
 */
export function unknownSettings({ unknown = [] }: Pick<Config, "unknown">): string {
  return unknown.length === 0
    ? ""
    : ` The file .env sets ${list(unknown)}, which Wattbook does not read.`;
}

/**
 * What to do where no server is configured, after the settings that may be misspelt.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { howToConfigure } from "./config.ts";
 *
 * const hint = howToConfigure({ unknown: ["METRIC_URL"] });
 * assert(hint.startsWith("The file .env sets METRIC_URL, which Wattbook does not read. Run"));
 * assert(howToConfigure({}).startsWith("Run 'deno task setup'"));
 * ```
 */
export function howToConfigure(config: Pick<Config, "unknown">): string {
  return `${unknownSettings(config)} ${HOW_TO_CONFIGURE}`.trimStart();
}

/** What {@linkcode loadConfig} needs of an environment. */
export interface Environment {
  /** The value of a variable, `undefined` if it is not set. */
  get(name: string): string | undefined;
}

const httpUrl = z.string().transform((text, context) => {
  // The text may hold a password: no message repeats it, and no parser's error is kept.
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (url?.username || url?.password || text.includes("@")) {
    return refuse("must not contain a user name or a password");
  }
  if (!url || !/^https?:$/.test(url.protocol)) {
    return refuse("must be an address that starts with http:// or https://");
  }
  if (url.search || url.hash) return refuse("must not contain a query string or a fragment");
  return url;
});

const secret = z.string()
  .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces")
  .transform((text) => new Secret(text));

const pattern = z.string().superRefine((text, context) => {
  const fault = patternFault(text);
  if (fault !== null) {
    context.addIssue({ code: "custom", message: `is not a pattern: ${fault} in '${text}'` });
  }
});

const zone = z.string().superRefine((name, context) => {
  try {
    checkZone(name);
  } catch {
    context.addIssue({ code: "custom", message: `is not an IANA time zone: '${name}'` });
  }
});

const SETTINGS = z.object({
  DASHBOARD_URL: httpUrl,
  SERVICE_ACCOUNT_TOKEN: secret,
  DATASOURCE_UID: z.string().regex(/^[a-zA-Z0-9_-]+$/, "must be letters, digits, '-' and '_'"),
  METRICS_URL: httpUrl,
  AGENT_USER: z.string().regex(/^[^:\p{Cc}]+$/u, "must not contain a colon"),
  AGENT_PASSWORD: z.string().regex(/^\P{Cc}+$/u, "must not contain control characters")
    .transform((text) => new Secret(text)),
  HOUSEHOLD_ZONE: zone,
  METER_AIN_REGEX: pattern,
  INVERTER_JOB: pattern,
  METER_JOB: pattern,
  MCP_TOKEN: secret.refine(
    (token) => token.reveal().length >= 16,
    "must have 16 characters or more",
  ),
}).partial();

type Settings = z.output<typeof SETTINGS>;
type Name = keyof Settings;
const NAMES = Object.keys(SETTINGS.shape) as Name[];

/**
 * Reads the settings from the environment and, for what is not set there, from the project's
 * file `.env`, see {@linkcode findProjectFile}. An empty value counts as not set.
 *
 * @throws {WattbookError} `BAD_SETTING` for a value that cannot be used, `HALF_CONFIGURED` if a
 * route lacks a setting, `AMBIGUOUS_ROUTE` if two routes are configured. Each names the variables.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadConfig } from "./config.ts";
 *
 * const settings = new Map([["METRICS_URL", "http://127.0.0.1:9090"]]);
 * assert(loadConfig(settings, () => undefined).route?.kind === "direct");
 * ```
 */
export function loadConfig(
  env: Environment = environment,
  readDotenv: () => string | undefined = readProjectFile,
): Config {
  const file: Record<string, string | undefined> = parseEnv(readDotenv() ?? "");
  const given: Partial<Record<Name, string>> = {};
  for (const name of NAMES) {
    const value = env.get(name) || file[name];
    // A password may well begin or end with a space; everything else only by mistake.
    const kept = name === "AGENT_PASSWORD" ? value : value?.trim();
    if (kept) given[name] = kept;
  }
  const settings = SETTINGS.safeParse(given);
  if (!settings.success) throw badSettings(settings.error);
  const { HOUSEHOLD_ZONE, METER_AIN_REGEX, INVERTER_JOB, METER_JOB, MCP_TOKEN } = settings.data;
  const unknown = Object.keys(file).filter((name) => !(name in SETTINGS.shape));
  return {
    route: routeOf(settings.data),
    ...(HOUSEHOLD_ZONE && { zone: HOUSEHOLD_ZONE }),
    ...(METER_AIN_REGEX && { meterAinRegex: METER_AIN_REGEX }),
    ...(INVERTER_JOB && { inverterJob: INVERTER_JOB }),
    ...(METER_JOB && { meterJob: METER_JOB }),
    ...(MCP_TOKEN && { mcpToken: MCP_TOKEN }),
    ...(unknown.length > 0 && { unknown }),
  };
}

/** What each route consists of: the first list is needed, the second is not. */
const ROUTE_SETTINGS: readonly { name: string; needs: Name[]; takes: Name[] }[] = [
  {
    name: "the dashboard (Route A)",
    needs: ["DASHBOARD_URL", "SERVICE_ACCOUNT_TOKEN"],
    takes: ["DATASOURCE_UID"],
  },
  {
    name: "the gateway (Route B)",
    needs: ["METRICS_URL", "AGENT_USER", "AGENT_PASSWORD"],
    takes: [],
  },
];

function routeOf(settings: Settings): Route | null {
  const touched = ROUTE_SETTINGS.map((route) => ({
    ...route,
    present: [...route.needs, ...route.takes].filter((name) => settings[name] !== undefined),
    missing: route.needs.filter((name) => settings[name] === undefined),
  })).filter((route) => route.present.length > 0);

  const direct = settings.METRICS_URL && !settings.AGENT_USER && !settings.AGENT_PASSWORD;
  const half = touched.filter(({ missing, needs }) =>
    missing.length > 0 && !(direct && needs.includes("METRICS_URL"))
  );
  if (half.length > 0) {
    const missing = half.map((route) =>
      `${route.name} has ${list(route.present)} but lacks ${list(route.missing)}`
    );
    throw routeError("HALF_CONFIGURED", `A route is half configured: ${missing.join("; ")}`);
  }
  if (touched.length > 1) {
    const present = list(touched.flatMap((route) => route.present));
    throw routeError(
      "AMBIGUOUS_ROUTE",
      `Two ways to the server are configured: ${present} are set`,
    );
  }

  const { DASHBOARD_URL, SERVICE_ACCOUNT_TOKEN, DATASOURCE_UID } = settings;
  if (DASHBOARD_URL && SERVICE_ACCOUNT_TOKEN) {
    return {
      kind: "dashboard",
      url: DASHBOARD_URL,
      token: SERVICE_ACCOUNT_TOKEN,
      ...(DATASOURCE_UID && { datasourceUid: DATASOURCE_UID }),
    };
  }
  const { METRICS_URL, AGENT_USER, AGENT_PASSWORD } = settings;
  if (METRICS_URL && AGENT_USER && AGENT_PASSWORD) {
    return { kind: "gateway", url: METRICS_URL, user: AGENT_USER, password: AGENT_PASSWORD };
  }
  return METRICS_URL ? { kind: "direct", url: METRICS_URL } : null;
}

function readProjectFile(): string | undefined {
  const file = findProjectFile(".env");
  return file === undefined ? undefined : readTextIfPresent(file);
}

function badSettings(error: z.ZodError): WattbookError {
  const complaints = error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  return new WattbookError("BAD_SETTING", `A setting cannot be used: ${complaints.join("; ")}`, {
    hint: "Correct it in the environment or in .env; .env.example describes every setting.",
  });
}

function routeError(code: ErrorCode, message: string): WattbookError {
  return new WattbookError(code, message, {
    hint: "Set METRICS_URL alone, METRICS_URL with AGENT_USER and AGENT_PASSWORD, or " +
      "DASHBOARD_URL with SERVICE_ACCOUNT_TOKEN, and leave the others empty.",
  });
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat("en").format(names);
}
