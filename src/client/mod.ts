/**
 * The connection to a metrics server: routes, queries, raw samples, selectors, metadata.
 *
 * @example What a household's server is asked
 * ```ts
 * import assert from "node:assert/strict";
 * import { connect, formatSelector, parseSelector } from "./mod.ts";
 *
 * await using client = await connect({
 *   route: { kind: "direct", url: new URL("http://127.0.0.1:9090") },
 * });
 * assert(client.description.includes("127.0.0.1:9090"));
 * assert.equal(formatSelector(parseSelector("up{ job = 'meter' }")), 'up{job="meter"}');
 * ```
 *
 * @module
 */

export * from "./client.ts";
export * from "./connect.ts";
export type { StepRange } from "./plan.ts";
export type { AnswerHeaders } from "./http.ts";
export type { RecordedExchange } from "./recorded_transport.ts";
export type {
  BodyReader,
  Exchange,
  Timeouts,
  Transport,
  TransportEffects,
  TransportOptions,
} from "./transport.ts";
export type { WireChoice } from "./wire_choice.ts";
export {
  eachSeries,
  joinSeries,
  type LabelledSamples,
  type Labels,
  type Samples,
  seriesAt,
  type SeriesColumns,
} from "../columns.ts";
export * from "../config.ts";
export * from "../secret.ts";
export {
  formatSelector,
  type Matcher,
  type MatchOperator,
  type MetricSelector,
  parseSelector,
  type Selector,
  selector,
} from "../selector.ts";
