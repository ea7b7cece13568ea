/**
 * Decides once per connection how raw samples come: by remote read where the server speaks it, else as
 * JSON.
 *
 * @module
 */

import { z } from "zod";
import { WattbookError } from "../errors.ts";
import { labelTest, type Selector } from "../selector.ts";
import type { RemoteRead } from "./chunks/remote_read.ts";
import type { Wire } from "./client.ts";
import { readText } from "./http.ts";
import type { PullSamples } from "./json_samples.ts";
import { isTooLarge } from "./retry.ts";
import type { Access } from "./route.ts";
import type { Transport } from "./transport.ts";
import { WIRE_CHOICES, type WireChoice } from "./wire_choice.ts";

/**
 * Checks a choice, and that the route has remote read if it is chosen.
 *
 * @throws {WattbookError} `BAD_OPTION`, `NO_REMOTE_READ`
 */
export function checkWire(choice: WireChoice, { kind, address }: Access): void {
  if (!WIRE_CHOICES.includes(choice)) {
    throw new WattbookError("BAD_OPTION", `'${choice}' is not a way to fetch raw samples`, {
      hint: `Choose one of ${WIRE_CHOICES.join(", ")}.`,
    });
  }
  if (choice !== "chunks" || kind === "direct") return;
  throw noRemoteRead(
    address,
    kind === "dashboard"
      ? "the dashboard passes on queries only"
      : "the gateway's rule allows queries only, and a request that it refuses counts as a failed login",
  );
}

/** What the decision depends on. */
export interface WireOptions {
  readonly choice: WireChoice;
  readonly transport: Transport;
  readonly access: Access;
  /** Pulls as JSON. */
  readonly json: PullSamples;
  /** Opens remote read, which is loaded when it is needed. */
  readonly open: () => Promise<RemoteRead>;
}

/** A server that has not told by then what it offers is asked as every server is. [ms] */
const PROBE_TIMEOUT = 10_000;

/** Pulls raw samples the way that was chosen, or the better one that the server speaks. */
export class SampleWire {
  readonly #options: WireOptions;
  /** The decision, or the request that finds out. */
  #decision: Promise<RemoteRead | null> | undefined;
  #used: Wire | null = null;

  /** Sends nothing yet. */
  constructor(options: WireOptions) {
    this.#options = options;
    // A route with credentials is not tried: a refusal counts as a failed login there.
    if (options.choice === "json" || options.access.kind !== "direct") {
      this.#decision = Promise.resolve(null);
    }
  }

  /** How samples came last, `null` before the first ones. */
  get used(): Wire | null {
    return this.#used;
  }

  /** Pulls raw samples in [start, end], both included. */
  readonly pull: PullSamples = async (selector, range, options) => {
    const { choice, json } = this.#options;
    const asJson = async () => {
      const result = await json(selector, range, options);
      this.#used = "json";
      return result;
    };
    const remote = await this.#decide(options.signal);
    if (remote === null || await isForEverything(selector)) return await asJson();
    try {
      const { form, ...result } = await remote.pull(selector, range, options);
      this.#used = form;
      return result;
    } catch (error) {
      if (choice === "chunks" || !isForJson(error)) throw error;
      if (error.code !== "BAD_ANSWER") return await asJson();
      this.#decision = Promise.resolve(null);
      const result = await asJson();
      return {
        ...result,
        notices: [`${error.message}; fetched as JSON instead`, ...result.notices],
      };
    }
  };

  async #decide(signal: AbortSignal | undefined): Promise<RemoteRead | null> {
    const decision = this.#decision ??= this.#ask();
    if (!signal) return await decision;
    const { promise: aborted, resolve } = Promise.withResolvers<null>();
    const stop = () => resolve(null);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    try {
      // If it is aborted, the next request says so.
      return await Promise.race([decision, aborted]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async #ask(): Promise<RemoteRead | null> {
    const { choice, access: { address }, open } = this.#options;
    const signal = AbortSignal.timeout(PROBE_TIMEOUT);
    try {
      const remote = await open();
      await remote.probe(signal);
      const difference = await this.#findDifference(signal);
      if (difference === null) return remote;
      if (choice === "chunks") throw noRemoteRead(address, difference);
      return null;
    } catch (error) {
      if (!(error instanceof WattbookError)) throw error;
      // A server that cannot be reached or is starting is asked again the next time.
      if (!isRefusal(error) && !signal.aborted) this.#decision = undefined;
      if (choice !== "chunks") return null;
      if (error.code === "NO_REMOTE_READ") throw error;
      if (signal.aborted) {
        throw noRemoteRead(address, `it does not answer within ${PROBE_TIMEOUT / 1000} s`, error);
      }
      throw isRefusal(error) ? noRemoteRead(address, answerOf(error), error) : error;
    }
  }

  /**
   * Why remote read would give something else than the query API. Prometheus adds its external labels
   * to each series, takes them out of matchers, and keeps warnings about its own remote servers to
   * itself.
   *
   * @returns `null` if there is no such reason.
   */
  async #findDifference(signal: AbortSignal): Promise<string | null> {
    const { transport, access } = this.#options;
    try {
      const body = await transport.exchange({
        path: access.apiPath("status/config"),
        method: "GET",
        ...{ signal, isProbe: true },
      }, readText);
      const { data: { yaml } } = CONFIGURATION.parse(JSON.parse(body));
      const [found] = /^(?:remote_read|\s+external_labels):/m.exec(yaml) ?? [];
      return found === undefined ? null : `the server is configured with ${found.trim()}`;
    } catch (error) {
      // Only Prometheus has this endpoint and such labels.
      const isAbsent = error instanceof WattbookError && ABSENT.includes(error.status ?? 0);
      return isAbsent ? null : "the server does not say whether it adds labels to the series";
    }
  }
}

const CONFIGURATION = z.object({ data: z.object({ yaml: z.string() }) });

/** Statuses of a server that has no such endpoint. */
const ABSENT: readonly number[] = [400, 404, 405, 501];

/** Whether an error says that there is no remote read, and not that there is no server. */
function isRefusal({ code, status = 0 }: WattbookError): boolean {
  if (code === "BAD_ANSWER" || code === "NOT_JSON" || code === "NO_REMOTE_READ") return true;
  if (code === "TOO_MANY_SAMPLES" || code === "TRUNCATED_ANSWER") return true;
  return status >= 300 && status < 500 && status !== 429 || status === 501;
}

/** Whether the query API may do better, or says better what is wrong. */
function isForJson(error: unknown): error is WattbookError {
  return error instanceof WattbookError &&
    (error.code === "BAD_ANSWER" || error.status !== undefined && !isTooLarge(error));
}

/**
 * Whether a selector would match a series without labels. The query API refuses it; remote read would
 * give all series of the server. A pattern that is not valid is for the query API to refuse, too.
 */
async function isForEverything({ metric, matchers }: Selector): Promise<boolean> {
  if (metric !== null) return false;
  try {
    return (await labelTest({ matchers }))({});
  } catch {
    return true;
  }
}

function answerOf({ status, message }: WattbookError): string {
  return status === undefined ? message : `it answers with HTTP ${status}`;
}

/** The error where remote read was asked for and is not to be had. */
function noRemoteRead(address: string, why: string, cause?: unknown): WattbookError {
  return new WattbookError(
    "NO_REMOTE_READ",
    `${address} offers no raw samples by remote read: ${why}`,
    { hint: "Leave out --wire chunks (the option `wire`), or use json.", cause },
  );
}
