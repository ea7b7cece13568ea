/**
 * The REST API of a monitoring site (Checkmk): read only, in both forms that its versions know.
 *
 * @module
 */

import { type Dispatcher, request } from "undici";
import { connectionFailure } from "../../../../src/client/connection_failure.ts";
import { accessOf } from "../../../../src/client/route.ts";
import { isWattbookError, WattbookError } from "../../errors.ts";
import type { Secret } from "../../../../src/secret.ts";
import { readWhole } from "../read_body.ts";
import { apiBase } from "./api_base.ts";
import { apiFailure } from "./api_failure.ts";

/** How to reach a monitoring site. */
export interface HostmonAccess {
  /** `HOSTMON_API_URL`: the site, with its path. */
  readonly url: URL;
  /** `HOSTMON_API_USER`: an automation user. */
  readonly user: string;
  /** `HOSTMON_API_SECRET`: its secret. */
  readonly secret: Secret;
  /** Connections. @default those of the process */
  readonly dispatcher?: Dispatcher;
}

/** A filter of rows, as data: `{ op: "!=", left: "state", right: "0" }`. */
export type Filter =
  | { readonly op: "=" | "!=" | ">="; readonly left: string; readonly right: string }
  | { readonly op: "and" | "or"; readonly expr: readonly Filter[] };

/** What is asked of a table. */
export interface TableQuery {
  /** Columns of the answer. */
  readonly columns: readonly string[];
  /** Which rows. @default all */
  readonly query?: Filter;
}

/** Parameters of a request; a list stands for a parameter that is repeated. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** A monitoring site. */
export interface HostmonApi {
  /** Asks for one thing. */
  get(path: readonly string[], parameters: Parameters, signal: AbortSignal): Promise<unknown>;
  /** Asks for rows of a table. */
  list(path: readonly string[], query: TableQuery, signal: AbortSignal): Promise<unknown>;
}

/** Largest answer. [bytes] */
const LARGEST = 4 * 2 ** 20;
/** Largest answer that is a failure. [bytes] */
const LARGEST_FAILURE = 64 * 1024;

/**
 * Opens a monitoring site. Nothing is sent yet. No redirect is followed, and the secret is taken out
 * of whatever the site answers.
 *
 * Newer versions take the query of a list in the body of a POST, older ones in the address of a GET.
 * POST is tried first; what worked is tried first from then on.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../../src/secret.ts";
 * import { startHostmon } from "../../demo/hostmon_stand_in.ts";
 * import { hostmonApi } from "./hostmon_api.ts";
 *
 * await using site = startHostmon({ user: "bot", secret: "s3cret", hosts: { db1: {} } });
 * const api = hostmonApi({ url: site.site, user: "bot", secret: new Secret("s3cret") });
 * const { signal } = new AbortController();
 * const host = await api.get(["objects", "host", "db1"], { columns: ["state"] }, signal);
 * assert.deepEqual((host as { extensions: unknown }).extensions, { name: "db1", state: 0 });
 * ```
 */
export function hostmonApi({ url, user, secret, dispatcher }: HostmonAccess): HostmonApi {
  const base = apiBase(url);
  let forms: readonly ("POST" | "GET")[] = ["POST", "GET"];

  async function send(
    method: "POST" | "GET",
    { target, body, signal }: { target: URL; body?: string; signal: AbortSignal },
  ): Promise<unknown> {
    try {
      const answer = await request(target, {
        method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${user} ${secret.reveal()}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body }),
        signal,
        // The signal holds the limit of the whole request.
        headersTimeout: 0,
        bodyTimeout: 0,
        ...(dispatcher && { dispatcher }),
      });
      const { statusCode: status } = answer;
      const bytes = await readWhole(answer.body, status === 200 ? LARGEST : LARGEST_FAILURE);
      const json = jsonOf(String(bytes), secret);
      if (status !== 200) throw apiFailure(status, json);
      if (json === undefined) throw noJson();
      return json;
    } catch (error) {
      throw signal.aborted ? signal.reason : failureOf(error, base);
    }
  }

  return {
    get(path, parameters, signal) {
      return send("GET", { target: targetOf(base, path, parameters), signal });
    },
    async list(path, { columns, query }, signal) {
      const ways = {
        POST: () => {
          const body = JSON.stringify({ columns, ...(query && { query }) });
          return send("POST", { target: targetOf(base, path, {}), body, signal });
        },
        GET: () => {
          const filter = query && { query: JSON.stringify(query) };
          return send("GET", { target: targetOf(base, path, { ...filter, columns }), signal });
        },
      };
      const [first, second] = forms as ["POST" | "GET", "POST" | "GET"];
      try {
        return await ways[first]();
      } catch (error) {
        if (!isWattbookError(error, "NOT_FOUND")) throw error;
        try {
          const answer = await ways[second]();
          forms = [second, first];
          return answer;
        } catch (other) {
          // That the other form is unknown there says nothing; 404 is also said of unknown hosts.
          throw isWattbookError(other, "NOT_FOUND") && other.status === 405 ? error : other;
        }
      }
    },
  };
}

function targetOf(base: URL, path: readonly string[], parameters: Parameters): URL {
  const target = new URL(path.map(encodeURIComponent).join("/"), base);
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of [value].flat()) target.searchParams.append(name, one);
  }
  return target;
}

/** An answer without the secret; `undefined` if it is not JSON. */
function jsonOf(text: string, secret: Secret): unknown {
  try {
    return JSON.parse(
      text,
      (_, value) =>
        typeof value === "string" ? value.replaceAll(secret.reveal(), "[secret]") : value,
    );
  } catch {
    return undefined;
  }
}

function noJson(): WattbookError {
  return new WattbookError("NOT_JSON", "The answer is not JSON; it may be a login page", {
    hint: "Check that HOSTMON_API_URL names the site itself, without a login in front of it.",
  });
}

function failureOf(error: unknown, base: URL): unknown {
  if (isWattbookError(error)) return error;
  const known = connectionFailure(error, accessOf({ kind: "direct", url: base }));
  if (!known) return error;
  return new WattbookError(known.code, known.message, {
    hint: "Check HOSTMON_API_URL and the network between here and the monitoring server.",
    cause: known.cause,
  });
}
