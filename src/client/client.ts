/**
 * What a connection to a metrics server offers.
 *
 * @module
 */

import type { Route } from "../config.ts";
import type { Labels, SeriesColumns } from "../columns.ts";
import type { Selector } from "../selector.ts";
import type { TimeRange } from "../time.ts";
import type { StepRange } from "./plan.ts";

/** Samples, with the notices about them. */
export interface RangeResult {
  /** All series that have samples, each in ascending time; `NaN` stands for an absent value. */
  readonly columns: SeriesColumns;
  /** Warnings and infos of the server and remarks of the client, each once. */
  readonly notices: readonly string[];
  /** Number of requests that were made, those that had to be split included. */
  readonly requests: number;
}

/** The result of an instant query. */
export interface InstantResult extends RangeResult {
  /** Kind of result. A range selector gives a `matrix` of raw samples. */
  readonly resultType: "matrix" | "vector" | "scalar" | "string";
  /** Text of a result of type `string`. */
  readonly text?: string;
}

/** Items of metadata, with the notices about them. */
export interface Listing<Item> {
  /** In the order of the server. */
  readonly items: readonly Item[];
  /** Warnings and infos of the server. */
  readonly notices: readonly string[];
}

/** Options of every request. */
export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of an instant query. */
export interface QueryOptions extends RequestOptions {
  /** When to evaluate, Unix time. [ms] @default the server's present */
  readonly time?: number;
}

/** Options of methods that may take several requests. */
export interface PullOptions extends RequestOptions {
  /** Called after each finished request. `total` grows when a request has to be split. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Options of metadata. */
export interface ListingOptions extends RequestOptions {
  /** Only what has samples around this time. Servers round it, and differ without it. [ms] */
  readonly range?: TimeRange;
  /** Only series that match one of these. @default {[]} */
  readonly match?: readonly (Selector | string)[];
}

/** The health of the server. */
export interface ServerHealth {
  /** Time from a request to its answer. [ms] */
  readonly latency: number;
  /** The dashboard's health, on its route. */
  readonly dashboard?: {
    /** `ok` if healthy. */
    readonly database: string;
    /** Version, if the dashboard shows it. */
    readonly version?: string;
  };
}

/**
 * How raw samples came: as JSON; by remote read, as the chunks of the server's disk; or by remote read,
 * one by one.
 */
export type Wire = "json" | "chunks" | "samples";

/** A connection to a metrics server. All instants are Unix time in whole milliseconds. */
export interface Client extends AsyncDisposable {
  /** The server and the route to it, for people. Contains no secret. */
  readonly description: string;
  /** The route to the server. */
  readonly route: Route;
  /** How raw samples came last; `null` before the first ones. */
  readonly wire: Wire | null;
  /** The description, and how raw samples came. */
  readonly provenance: string;

  /**
   * Evaluates an expression at one instant.
   *
   * @throws {WattbookError} See {@linkcode ../errors.ts}; `BAD_EXPRESSION` if it is wrong.
   */
  query(expression: string, options?: QueryOptions): Promise<InstantResult>;

  /**
   * Evaluates an expression at `start`, `start + step`, ... up to `end`, in as many requests as the
   * server's limits require. If steps are whole days, points in the future are left out: their days
   * are not over.
   *
   * @throws {WattbookError} `TOO_MANY_POINTS` if the range needs several requests, but splitting
   * would change the meaning of the expression.
   */
  queryRange(expression: string, range: StepRange, options?: PullOptions): Promise<RangeResult>;

  /**
   * Fetches raw samples in [start, end], both included, with their own time stamps.
   *
   * @throws {WattbookError} `BAD_SELECTOR` if it is not a selector.
   */
  samples(
    selector: Selector | string,
    range: TimeRange,
    options?: PullOptions,
  ): Promise<RangeResult>;

  /**
   * Lists the label sets of series.
   *
   * @throws {WattbookError}
   */
  series(
    match: Selector | string | readonly (Selector | string)[],
    options?: Omit<ListingOptions, "match">,
  ): Promise<Listing<Labels>>;

  /**
   * Lists label names.
   *
   * @throws {WattbookError}
   */
  labels(options?: ListingOptions): Promise<Listing<string>>;

  /**
   * Lists the values of a label.
   *
   * @throws {WattbookError}
   */
  labelValues(label: string, options?: ListingOptions): Promise<Listing<string>>;

  /**
   * Checks over the whole route that the server answers queries.
   *
   * @throws {WattbookError} Why it does not.
   */
  health(options?: RequestOptions): Promise<ServerHealth>;

  /** Closes all connections. Open requests fail with `ABORTED`. */
  close(): Promise<void>;
}
