/**
 * Failed answers as typed errors with a hint.
 *
 * @module
 */

import { z } from "zod";
import { type ErrorCode, WattbookError } from "../errors.ts";
import { type Access, urlSetting } from "./route.ts";

/** An answer other than the one that was asked for. */
export interface FailedAnswer {
  readonly status: number;
  /** Headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The expression or selector of the request, if it had one. */
  readonly about?: string;
}

/**
 * The error for an answer, by its status and text. The error type in an answer is not used, because
 * servers disagree on it.
 */
export function answerFailure(answer: FailedAnswer, access: Access): WattbookError {
  const { status, about } = answer;
  const make = (code: ErrorCode, message: string, hint: string) =>
    new WattbookError(code, message, { hint, status });
  const dashboard = access.kind === "dashboard";
  const whole = access.redact(saidBy(answer)), said = excerpt(whole);
  const saying = said === "" ? "with an empty body" : `saying '${said}'`;

  if (status >= 300 && status < 400) return redirect(answer, access);
  if (!dashboard && (status === 401 || status === 404) && isDashboardAnswer(answer.body)) {
    return make(
      "WRONG_SERVICE",
      `${access.address} answers as a dashboard does, not as a metrics server (${status}), ${saying}`,
      "If it is the dashboard, set DASHBOARD_URL to this address, SERVICE_ACCOUNT_TOKEN to a token " +
        "of it, and leave METRICS_URL, AGENT_USER and AGENT_PASSWORD empty. Otherwise correct " +
        (access.kind === "gateway" ? "METRICS_URL, AGENT_USER or AGENT_PASSWORD." : "METRICS_URL."),
    );
  }
  if (status === 401) return unauthorized(answer, access, said);
  if (status === 403 && dashboard) {
    return make(
      "DASHBOARD_FORBIDDEN",
      `The dashboard forbids the request, ${saying}`,
      "Give the service account the role Viewer and, with restricted permissions, the right to " +
        "query the datasource. If only the list of datasources is forbidden, set DATASOURCE_UID.",
    );
  }
  if (status === 403) {
    return make(
      "GATEWAY_FORBIDDEN",
      `Access to ${access.address} is forbidden, ${saying}`,
      "The gateway knows the account but its rules deny it this path: add the account to the " +
        "one-factor rule for ^/api/v1/.",
    );
  }
  if (dashboard && status === 400 && /^Authentication to data source failed/.test(said)) {
    return make(
      "UPSTREAM_UNAUTHORIZED",
      "The dashboard could not authenticate at the metrics server",
      "Your token is fine. The credentials that the dashboard itself uses for the datasource are " +
        "wrong or expired; correct them in the dashboard.",
    );
  }
  if (
    dashboard && (/unable to find datasource|data source not found/i.test(said) && status === 404 ||
      /UID is invalid/i.test(said) && status === 400)
  ) {
    return make(
      "DATASOURCE_NOT_FOUND",
      `The dashboard has no such datasource, ${saying}`,
      "Correct DATASOURCE_UID, or remove it so that the datasource is looked up.",
    );
  }
  if (status === 404) {
    return make(
      "NOT_FOUND",
      `There is no query API at ${access.address}, ${saying}`,
      `Check ${urlSetting(access)}: is the path before /api/v1 right?` +
        (dashboard ? " 'deno task doctor' shows what answers there." : ""),
    );
  }
  if (status === 429) {
    return make(
      "RATE_LIMITED",
      `Too many requests, ${saying}`,
      "Wait a while, then ask for less at once (option `concurrency`).",
    );
  }
  if (status === 502) {
    return make(
      "BAD_GATEWAY",
      `${who(access)} cannot reach the metrics server (502), ${saying}`,
      "Check that the metrics server is running, and that the dashboard or proxy in between has its right address.",
    );
  }
  if (status === 504) {
    return make(
      "TIMEOUT",
      `The metrics server did not answer ${who(access, "in")} in time (504), ${saying}`,
      "Ask for a shorter range or a longer step, or raise the time limit of the dashboard or proxy in between.",
    );
  }
  if (isHtml(answer)) return notJson(answer, access);

  // Words of the expression that the message quotes must not decide. A bare name stays: removing it
  // could break other words.
  const quoted = about !== undefined && /[^\w:]/.test(about);
  const plain = (quoted ? whole.replaceAll(about, "") : whole).replaceAll(QUOTED, "");
  const limit = /parse error/.test(plain)
    ? undefined
    : LIMITS.find(({ pattern }) => pattern.test(plain));
  const expression = about === undefined ? "" : ` in: ${about}`;
  if (limit && status >= 400 && status !== 500) {
    return make(limit.code, `The server refuses: ${said}${expression}`, limit.hint);
  }
  if (status === 400 || status === 422) {
    return make(
      "BAD_EXPRESSION",
      `The server refuses the request: ${said || `HTTP ${status}`}${expression}`,
      "Correct the expression; the server's message says where it is wrong.",
    );
  }
  return make(
    "SERVER_ERROR",
    `The server failed with HTTP ${status}, ${saying}`,
    status === 503
      ? "It may be starting; try again in a minute."
      : "See the server's own log; try again later.",
  );
}

/** A text in quotes, with quotes in it escaped. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Messages of servers for requests that ask for too much; asking for less helps. */
const LIMITS: readonly { pattern: RegExp; code: ErrorCode; hint: string }[] = [
  {
    pattern: /exceeded maximum resolution|too many points/i,
    code: "TOO_MANY_POINTS",
    hint:
      "Use a longer step or a shorter range, or set the option `maxPoints` to the server's limit.",
  },
  {
    pattern:
      /too many samples|sample limit|more than -search\.max|max\w*(samples|series)|fetched (chunks|series)/i,
    code: "TOO_MANY_SAMPLES",
    hint: "Narrow the selector or shorten the range.",
  },
  {
    pattern: /time ?range .*exceeds?|exceeds? .*time ?range|range cannot exceed|query length/i,
    code: "RANGE_TOO_LONG",
    hint: "Ask for a shorter range at once.",
  },
  {
    pattern: /timed out|timeout|deadline exceeded/i,
    code: "TIMEOUT",
    hint: "Ask for a shorter range or a longer step, or raise the server's time limit for queries.",
  },
];

/** The error for a page where JSON should be. */
export function notJson(answer: FailedAnswer, access: Access): WattbookError {
  const title = /<title[^>]*>([^<]*)/i.exec(answer.body)?.[1] ?? "";
  const named = title.trim() === "" ? "" : ` titled '${excerpt(access.redact(title))}'`;
  return new WattbookError(
    "NOT_JSON",
    `${access.address} answers with an HTML page${named} (HTTP ${answer.status}) instead of JSON`,
    {
      hint: `Check ${urlSetting(access)}. If it is a login page, the gateway got no credentials.`,
      status: answer.status,
    },
  );
}

function redirect(answer: FailedAnswer, access: Access): WattbookError {
  const location = header(answer, "location");
  const base = access.origin + access.path("");
  const target = location !== "" && URL.canParse(location, base)
    ? new URL(location, base)
    : undefined;
  // The query string of the target only repeats the request.
  const place = target ? access.redact(`${target.origin}${target.pathname}`) : "an unnamed place";
  const { status } = answer;
  const isLogin = target && (target.searchParams.has("rd") || target.origin !== access.origin &&
      target.hostname !== new URL(access.origin).hostname ||
    /login|signin|oauth/i.test(place));
  if (!isLogin) {
    return new WattbookError("REDIRECTED", `${access.address} redirects to ${place} (${status})`, {
      hint: `Redirects are not followed. If that is the right address, set ${
        urlSetting(access)
      } to it.`,
      status,
    });
  }
  return new WattbookError(
    "LOGIN_REDIRECT",
    `${access.address} redirects to the login page ${place} (${status})`,
    {
      hint: access.kind === "gateway"
        ? "The gateway did not use the credentials: the one-factor rule for ^/api/v1/ must stand " +
          "above the catch-all rule, and its pattern must match the path with its query string."
        : "A gateway guards this address. Use the dashboard (DASHBOARD_URL, SERVICE_ACCOUNT_TOKEN) " +
          "or an account under a one-factor rule (AGENT_USER, AGENT_PASSWORD).",
      status,
    },
  );
}

function unauthorized(answer: FailedAnswer, access: Access, said: string): WattbookError {
  const { status } = answer;
  if (access.kind === "dashboard") {
    return new WattbookError(
      "DASHBOARD_UNAUTHORIZED",
      `The dashboard does not accept the token, saying '${said}'`,
      { hint: "Create a new service account token and set SERVICE_ACCOUNT_TOKEN.", status },
    );
  }
  return new WattbookError(
    "GATEWAY_UNAUTHORIZED",
    `The gateway at ${access.address} does not let the request pass (401)`,
    {
      hint: access.kind === "gateway"
        ? "Either AGENT_USER or AGENT_PASSWORD is wrong, or the account is banned for some minutes, " +
          "or the two-factor rule applies although the password is right: the one-factor rule must " +
          "stand above it, and a pattern that ends after the path does not match a GET with a query " +
          "string. No further request is made, because gateways ban after three failures."
        : "A gateway guards this address. Use the dashboard (DASHBOARD_URL, SERVICE_ACCOUNT_TOKEN) " +
          "or an account under a one-factor rule (AGENT_USER, AGENT_PASSWORD).",
      status,
    },
  );
}

/** The message of a failed answer: that of its JSON, or the start of its text. */
function saidBy(answer: FailedAnswer): string {
  return errorEnvelope(answer.body) ?? (isHtml(answer) ? "an HTML page" : answer.body);
}

function isHtml({ headers, body }: FailedAnswer): boolean {
  return /text\/html/i.test(String(headers["content-type"] ?? "")) || /^\s*</.test(body);
}

function excerpt(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  if (line.length <= 500) return line;
  // VictoriaMetrics puts the cause last, after an expression for each step on the way.
  return `${line.slice(0, 250)} … ${line.slice(-250)}`;
}

function header({ headers }: FailedAnswer, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

function who(access: Access, at = ""): string {
  const name = access.kind === "dashboard" ? "the dashboard" : "the proxy";
  return at === "" ? `${name[0]!.toUpperCase()}${name.slice(1)}` : name;
}

/** A dashboard has a `message`; query APIs have a `status`, and an `error`. */
const FAILURE = z.looseObject({
  message: z.string(),
  status: z.undefined().optional(),
  error: z.undefined().optional(),
});

/**
 * Whether a failed answer has the form of a dashboard's. Those of gateways and metrics servers differ.
 *
 * @param body Body of the answer.
 */
function isDashboardAnswer(body: string): boolean {
  try {
    return FAILURE.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

const ERROR = z.union([
  z.looseObject({ error: z.string().min(1) }).transform(({ error }) => error),
  z.looseObject({ message: z.string().min(1) }).transform(({ message }) => message),
]);

/**
 * The message of an error in JSON, of the metrics server (`error`) or of the dashboard (`message`);
 * `undefined` if the text is none.
 */
function errorEnvelope(body: string): string | undefined {
  try {
    return ERROR.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
