/**
 * The connection to a metrics server: routes, queries, raw samples, metadata, and the expressions of
 * the household's metrics.
 *
 * @example What a household's server is asked
 * ```ts
 * import assert from "node:assert/strict";
 * import { connect, stringPower } from "./mod.ts";
 *
 * await using client = await connect({
 *   route: { kind: "direct", url: new URL("http://127.0.0.1:9090") },
 * });
 * assert(client.description.includes("127.0.0.1:9090"));
 * assert.equal(stringPower(), "max by (string) (inverter_dc_power_watts)");
 * ```
 *
 * @module
 */

export * from "./client.ts";
export * from "./connect.ts";
export * from "./promql.ts";
export type { StepRange } from "./plan.ts";
export type { RecordedExchange } from "./recorded_transport.ts";
export type {
  BodyReader,
  Exchange,
  Timeouts,
  Transport,
  TransportEffects,
  TransportOptions,
} from "./transport.ts";
export * from "../columns.ts";
export * from "../config.ts";
export * from "../secret.ts";
export * from "../selector.ts";
