/**
 * Context from a metrics server: alerts that fire, what the namespace uses, the rule's own expression
 * and what is known to help with an alert of this name.
 *
 * @module
 */

import type { Client } from "../../../../src/client/client.ts";
import type { StepRange } from "../../../../src/client/plan.ts";
import type { Labels } from "../../../../src/columns.ts";
import { MINUTE, SECOND } from "../../../../src/time.ts";
import type { Incident } from "../../incident.ts";
import type { JsonValue } from "../../redact/redact_value.ts";
import { alertTarget } from "../alert_target.ts";
import { ask } from "../ask.ts";
import type { ContextKind, Finding } from "../context_item.ts";
import type { Gatherer } from "../gatherer.ts";
import { alertsData } from "./query_data.ts";
import { fillIn } from "./fill_in.ts";
import { instantData } from "./query_data.ts";
import { measuredSide } from "./measured_side.ts";
import {
  FIRING_ALERTS,
  NAMED_QUERIES,
  type NamedQuery,
  NAMESPACE_QUERIES,
} from "./named_queries.ts";
import { rangeData } from "./query_data.ts";
import { ruleExpression } from "./rule_expression.ts";

/** What is needed of a connection to a metrics server. */
export type Metrics = Pick<Client, "query" | "queryRange">;

/** Options of {@linkcode metricsGatherer}. */
export interface MetricsGathererOptions {
  /** Longest wait for each query. [ms] @default {5000} */
  readonly timeout?: number;
  /** Queries by name of the alert. @default {NAMED_QUERIES} */
  readonly named?: Readonly<Record<string, readonly NamedQuery[]>>;
}

/** Around the beginning of the alert. */
const BEFORE = 30 * MINUTE, AFTER = 30 * MINUTE, STEP = 2 * MINUTE;

/**
 * Gathers from a metrics server, all queries at the same time.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { metricsGatherer } from "./metrics_gatherer.ts";
 *
 * const refuse = () => Promise.reject(new Error("Nothing listens at prometheus:9090"));
 * const findings = await metricsGatherer({ query: refuse, queryRange: refuse }).gather(
 *   {
 *     source: "alertmanager",
 *     fingerprint: "f",
 *     episode: "f@0",
 *     title: "Watchdog",
 *     status: "firing",
 *     severity: "info",
 *     startsAt: 0,
 *     labels: { alertname: "Watchdog" },
 *     annotations: {},
 *     links: [],
 *   },
 *   { signal: AbortSignal.timeout(1000), redactor: { redact: (text) => text } },
 * );
 * assert.equal(findings.length, 1);
 * assert.equal(findings[0]?.error, "Nothing listens at prometheus:9090");
 * ```
 */
export function metricsGatherer(
  metrics: Metrics,
  { timeout = 5 * SECOND, named = NAMED_QUERIES }: MetricsGathererOptions = {},
  now: () => number = Date.now,
): Gatherer {
  return {
    async gather(incident, options) {
      const labels = withTarget(incident), shown = { labels, redactor: options.redactor };
      const put = (
        kind: ContextKind,
        { title, expression }: NamedQuery,
        read: (signal: AbortSignal) => Promise<JsonValue>,
      ) => ask({ kind, title, query: expression, timeout }, read, options, now);
      const instant = (query: NamedQuery) =>
        put(
          "metrics",
          query,
          async (signal) => instantData(await metrics.query(query.expression, { signal }), shown),
        );

      const questions: Promise<Finding>[] = [
        put(
          "alerts",
          FIRING_ALERTS,
          async (signal) =>
            alertsData(await metrics.query(FIRING_ALERTS.expression, { signal }), shown),
        ),
        ...filled(NAMESPACE_QUERIES, labels).map(instant),
      ];
      const rule = ruleExpression(incident.links);
      if (rule !== null) {
        const range = around(incident.startsAt, now());
        const over = {
          title: "What the alert's rule measures, around the beginning of the alert",
          expression: measuredSide(rule),
        };
        questions.push(
          instant({ title: "The expression of the alert's rule, now", expression: rule }),
          put("metrics", over, async (signal) =>
            rangeData(
              await metrics.queryRange(over.expression, range, { signal }),
              { ...shown, range },
            )),
        );
      }
      const { alertname = "" } = incident.labels;
      const own = Object.hasOwn(named, alertname) ? named[alertname]! : [];
      questions.push(...filled(own, labels).map(instant));
      return await Promise.all(questions);
    },
  };
}

/** Labels under the names that queries use, wherever the alert has them. */
function withTarget(incident: Incident): Labels {
  const { namespace, pod, container } = alertTarget(incident);
  return {
    ...incident.labels,
    ...(namespace !== undefined && { namespace }),
    ...(pod !== undefined && { pod }),
    ...(container !== undefined && { container }),
  };
}

function filled(queries: readonly NamedQuery[], labels: Labels): NamedQuery[] {
  return queries.flatMap(({ title, expression }) => {
    const text = fillIn(expression, labels);
    return text === null ? [] : [{ title, expression: text }];
  });
}

/** A beginning that lies in the future, or in no time at all, counts as now. */
function around(startsAt: number, now: number): StepRange {
  const begin = startsAt > 0 && startsAt <= now ? startsAt : now;
  const start = Math.floor((begin - BEFORE) / STEP) * STEP;
  return { start, end: Math.min(begin + AFTER, now), step: STEP };
}
