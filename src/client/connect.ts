/**
 * Connects to the metrics server.
 *
 * @module
 */

import { type Config, howToConfigure, type Route } from "../config.ts";
import { WattbookError } from "../errors.ts";
import { formatSelector, parseSelector, type Selector } from "../selector.ts";
import { HOUR } from "../time.ts";
import { type Answer, readAnswer, readLabelSets, readTexts } from "./answer.ts";
import type { Client, InstantResult, ListingOptions } from "./client.ts";
import { findDatasource, readDashboardHealth } from "./dashboard.ts";
import type { DecoderMemory } from "./decoder_memory.ts";
import { formatSeconds, pinEnds, whyUnsplittable } from "./expression.ts";
import { readText } from "./http.ts";
import { jsonSamples } from "./json_samples.ts";
import { halveRange, planRange, pointsOf, runPlan } from "./plan.ts";
import { accessOf } from "./route.ts";
import { describeRealigned, stitch } from "./stitch.ts";
import {
  MAX_BYTES,
  openTransport,
  type Transport,
  type TransportEffects,
  type TransportOptions,
} from "./transport.ts";
import { checkWire, SampleWire } from "./wire.ts";
import { describeWire, type WireChoice } from "./wire_choice.ts";

/** Options of {@linkcode connect}. */
export interface ConnectOptions extends Omit<TransportOptions, "connections"> {
  /**
   * Most requests in flight: enough that the server stays busy while a month is evaluated here.
   *
   * @default {8}
   */
  readonly concurrency?: number;
  /** Most points per series that the server gives in one answer. @default {11_000} */
  readonly maxPoints?: number;
  /**
   * Longest window of raw samples in one request. [ms]
   *
   * @default eight days as JSON: a month needs four, and one is decoded while the server works on the
   * others; 32 days by remote read, where the server has hardly any work
   */
  readonly window?: number;
  /**
   * How raw samples come: as JSON, by remote read, or by remote read if the server speaks it. Only a
   * direct route has remote read; on others `auto` is JSON.
   *
   * @default {"auto"}, and `"json"` with a `transport`
   */
  readonly wire?: WireChoice;
  /** Method, where the route and the endpoint allow both. @default {"POST"} */
  readonly method?: "GET" | "POST";
  /** Carries requests and answers, e.g. a recording. @default {HTTP to the route's origin} */
  readonly transport?: Transport;
  /** Aborts the search for the datasource. */
  readonly signal?: AbortSignal;
}

type Form = [name: string, value: string][];

interface EvaluateOptions {
  readonly signal?: AbortSignal | undefined;
  readonly splittable?: boolean;
  readonly memory?: DecoderMemory;
}

const DAY = 24 * HOUR;

/**
 * Without these, VictoriaMetrics rounds start and end, changes time stamps and shows recent samples
 * late. Other servers ignore them.
 */
const AS_ASKED: Form = [["nocache", "1"], ["latency_offset", "1ms"]];

/**
 * Connects to the metrics server of a configuration. On the dashboard's route this looks up the
 * datasource, unless the configuration names it; on the others it sends nothing yet.
 *
 * @throws {WattbookError} `NOT_CONFIGURED`, `NO_REMOTE_READ` if a route with credentials is asked for
 * chunks, or why the datasource could not be found.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { connect } from "./connect.ts";
 *
 * await using client = await connect({
 *   route: { kind: "direct", url: new URL("http://127.0.0.1:9090") },
 * });
 * assert(client.description.includes("127.0.0.1:9090"));
 * ```
 */
export async function connect(
  config: Pick<Config, "route" | "unknown">,
  options: ConnectOptions = {},
  effects?: TransportEffects,
): Promise<Client> {
  const { route } = config;
  if (route === null) {
    throw new WattbookError("NOT_CONFIGURED", "No metrics server is configured", {
      hint: howToConfigure(config),
    });
  }
  const { concurrency = 8, maxPoints = 11_000, method = "POST", maxBytes = MAX_BYTES } = options;
  const choice = options.wire ?? (options.transport ? "json" : "auto");
  checkWire(choice, accessOf(route));
  const transport = options.transport ?? await openTransport(
    accessOf(route),
    { ...options, connections: concurrency },
    effects,
  );
  let datasource: { uid: string; name?: string } | undefined;
  try {
    datasource = await datasourceOf(route);
  } catch (error) {
    await transport.close();
    throw error;
  }
  const access = accessOf(route, datasource?.uid);
  const now = effects?.now ?? Date.now;
  const wire = new SampleWire({
    ...{ choice, transport, access },
    json: jsonSamples({
      window: options.window ?? 8 * DAY,
      concurrency,
      evaluate: (expression, form, rest) => evaluate("query", expression, form, rest),
    }),
    open: async () => {
      const { RemoteRead } = await import("./chunks/remote_read.ts");
      const window = options.window ?? 32 * DAY;
      return new RemoteRead({ transport, access, window, concurrency, maxBytes });
    },
  });

  async function datasourceOf(route: Route): Promise<{ uid: string; name?: string } | undefined> {
    if (route.kind !== "dashboard") return undefined;
    if (route.datasourceUid !== undefined) return { uid: route.datasourceUid };
    return await findDatasource(transport, accessOf(route), options.signal);
  }

  function evaluate(
    endpoint: "query" | "query_range",
    expression: string,
    form: Form,
    { signal, splittable = false, memory }: EvaluateOptions,
  ): Promise<Answer> {
    return transport.exchange({
      path: access.apiPath(endpoint),
      method,
      form: [["query", expression], ...form, ...AS_ASKED],
      about: expression,
      signal,
      splittable,
    }, (body) => readAnswer(body, { about: expression, access, memory }));
  }

  function list<T>(
    endpoint: string,
    read: (body: string) => T,
    { match = [], range, signal }: ListingOptions,
    listMethod: "GET" | "POST" = method,
  ): Promise<T> {
    const form: Form = match.map((one) => ["match[]", selectorText(one)]);
    if (range) form.push(["start", formatSeconds(range.start)], ["end", formatSeconds(range.end)]);
    const about = form[0]?.[1] ?? "";
    return transport.exchange(
      { path: access.apiPath(endpoint), method: listMethod, form, about, signal },
      async (body) => read(await readText(body)),
    );
  }

  const client: Client = {
    description: describe(route, access.address, datasource),
    route,

    async query(expression, { time, signal } = {}) {
      const form: Form = time === undefined ? [] : [["time", formatSeconds(time)]];
      const answer = await evaluate("query", expression, form, { signal });
      return {
        columns: stitch([answer.columns]),
        notices: answer.notices,
        requests: 1,
        resultType: answer.resultType as InstantResult["resultType"],
        ...(answer.text !== undefined && { text: answer.text }),
      };
    },

    async queryRange(expression, range, { signal, onProgress } = {}) {
      const plan = planRange(range, maxPoints);
      const whole = whyUnsplittable(expression);
      if (plan.length > 1 && whole !== null) {
        throw new WattbookError(
          "TOO_MANY_POINTS",
          `The range has ${pointsOf(range)} points and the expression cannot be split: ${whole}: ` +
            expression,
          { hint: "Use a longer step or a shorter range, or write the expression without it." },
        );
      }
      const pinned = whole === null ? pinEnds(expression, range) : expression;
      const { results, requests } = await runPlan(
        plan,
        ({ start, end, step }, signal) =>
          evaluate("query_range", pinned, [
            ["start", formatSeconds(start)],
            ["end", formatSeconds(end)],
            ["step", formatSeconds(step)],
          ], { signal, splittable: whole === null }),
        {
          halve: (part) => whole === null ? halveRange(part) : null,
          concurrency,
          signal,
          onProgress,
        },
      );
      const answered = stitch(results.map((one) => one.columns));
      const columns = range.step % DAY === 0 ? stitch([answered], { to: now() }) : answered;
      const notices = new Set(results.flatMap((one) => one.notices));
      const realigned = describeRealigned(answered, range);
      if (realigned !== null) notices.add(realigned);
      if (columns.time.length < answered.time.length) {
        notices.add("Points in the future are left out: their day is not over");
      }
      return { columns, notices: [...notices], requests };
    },

    get wire() {
      return wire.used;
    },
    get provenance() {
      const { description } = client;
      return wire.used === null ? description : `${description}, ${describeWire(wire.used)}`;
    },
    async samples(selector, range, options = {}) {
      return await wire.pull(asSelector(selector), range, options);
    },

    series: (match, listing = {}) =>
      list("series", readLabelSets, {
        ...listing,
        match: Array.isArray(match) ? match : [match as Selector | string],
      }),
    labels: (listing = {}) => list("labels", readTexts, listing),
    // The dashboard's proxy does not accept POST for this endpoint.
    labelValues: (label, listing = {}) =>
      list(`label/${encodeURIComponent(label)}/values`, readTexts, listing, "GET"),

    async health({ signal } = {}) {
      const dashboard = route.kind === "dashboard"
        ? await readDashboardHealth(transport, access, signal)
        : undefined;
      const asked = now();
      // Allowed on every route, unlike the servers' own health endpoints.
      await client.query("vector(1)", { signal });
      return { latency: now() - asked, ...(dashboard && { dashboard }) };
    },

    close: () => transport.close(),
    [Symbol.asyncDispose]: () => transport.close(),
  };
  return client;
}

function asSelector(selector: Selector | string): Selector {
  return typeof selector === "string" ? parseSelector(selector) : selector;
}

/** Parses a text and writes it anew, so that only a selector can get in. */
function selectorText(selector: Selector | string): string {
  return formatSelector(asSelector(selector));
}

function describe(
  { kind }: Route,
  address: string,
  datasource: { uid: string; name?: string } | undefined,
): string {
  if (kind === "gateway") return `metrics server at ${address}, through the gateway`;
  if (!datasource) return `metrics server at ${address}`;
  const { name, uid } = datasource;
  const named = name === undefined ? uid : `'${name}' (${uid})`;
  return `datasource ${named} of the dashboard at ${address}`;
}
