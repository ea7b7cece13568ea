/**
 * A cluster at the moment of an alert, and what the analyzer's own gatherers make of it.
 *
 * @module
 */

import type { CoreV1Api } from "@kubernetes/client-node";
import { alertTarget } from "../../src/context/alert_target.ts";
import type { Gatherer } from "../../src/context/gatherer.ts";
import { clusterGatherer } from "../../src/context/kubernetes/cluster_gatherer.ts";
import { fillIn } from "../../src/context/prometheus/fill_in.ts";
import { type Metrics, metricsGatherer } from "../../src/context/prometheus/metrics_gatherer.ts";
import {
  FIRING_ALERTS,
  NAMED_QUERIES,
  NAMESPACE_QUERIES,
} from "../../src/context/prometheus/named_queries.ts";
import { ruleExpression } from "../../src/context/prometheus/rule_expression.ts";
import type { Incident } from "../../src/incident.ts";
import type { StepRange } from "../../../src/client/plan.ts";
import { joinSeries, type Labels } from "../../../src/columns.ts";
import { HOUR } from "../../../src/time.ts";
import { Failure } from "./failure.ts";
import { podOf, type ScenePod } from "./pod_of.ts";
import { sceneTime } from "./scene_time.ts";

/** Series with their last value, or with one value per two minutes. */
export type SceneSeries =
  | readonly (readonly [Labels, number | readonly (number | null)[]])[]
  | Failure;

/** A Warning event: last seen, reason, object, message, count. */
export type SceneEvent = readonly [string, string, string, string, number?];

/** What a cluster would answer. What is not said has no answer with anything in it. */
export interface ClusterScene {
  /** Alerts that fire besides this one. */
  readonly firing?: readonly Labels[] | Failure;
  /** By pod. [cores] */
  readonly cpu?: Readonly<Record<string, number>> | Failure;
  /** By pod. [bytes] */
  readonly memory?: Readonly<Record<string, number>> | Failure;
  /** Within the last hour, by `pod/container`. @default as the pods tell */
  readonly restarts?: Readonly<Record<string, number>> | Failure;
  /** What the rule's expression gives now, where the alert links to it. */
  readonly rule?: SceneSeries;
  /** What it measures around the beginning. @default what the rule gives, from the middle on */
  readonly measured?: SceneSeries;
  /** Answers of the queries that go with the alert's name, by their titles. */
  readonly named?: Readonly<Record<string, SceneSeries>>;
  /** Warnings of the server, with every answer. */
  readonly notices?: readonly string[];
  readonly pods?: readonly ScenePod[] | Failure;
  readonly events?: readonly SceneEvent[] | Failure;
  /** By `pod/container`, with `/previous` for the one before the last restart. */
  readonly logs?: Readonly<Record<string, string | Failure>>;
  /** Namespaces whose logs may be read. @default the alert's own */
  readonly allowed?: readonly string[];
}

/** The analyzer's gatherers in front of a scene. */
export function clusterGatherers(
  scene: ClusterScene,
  incident: Incident,
  now: () => number,
): Gatherer[] {
  const { namespace } = alertTarget(incident);
  const allowedNamespaces = scene.allowed ?? (namespace === undefined ? [] : [namespace]);
  return [
    metricsGatherer(metricsOf(scene, incident, now()), {}, now),
    clusterGatherer({ core: () => coreOf(scene, now()) }, { allowedNamespaces }, now),
  ];
}

function metricsOf(scene: ClusterScene, incident: Incident, now: number): Metrics {
  const labels = { ...incident.labels, ...alertTarget(incident) };
  const answers = new Map<string, SceneSeries>();
  const put = (expression: string, series: SceneSeries | undefined) => {
    const filled = fillIn(expression, labels);
    if (filled === null) throw new Error(`No labels for ${expression}`);
    if (series !== undefined) answers.set(filled, series);
  };
  const { firing = [], named = {} } = scene;
  put(
    FIRING_ALERTS.expression,
    firing instanceof Failure
      ? firing
      : [incident.labels, ...firing].map((one) =>
        [{ __name__: "ALERTS", alertstate: "firing", ...one }, 1] as const
      ),
  );
  const [cpu, memory, restarts] = NAMESPACE_QUERIES;
  if (scene.cpu) put(cpu!.expression, byLabel(scene.cpu, (pod) => ({ pod })));
  if (scene.memory) put(memory!.expression, byLabel(scene.memory, (pod) => ({ pod })));
  if (incident.labels["namespace"] !== undefined) {
    put(
      restarts!.expression,
      byLabel(scene.restarts ?? lateRestarts(scene, now), (both) => {
        const [pod = "", container = ""] = both.split("/");
        return { container, pod };
      }),
    );
  }
  const rule = ruleExpression(incident.links);
  if (rule === null && scene.rule) throw new Error(`${incident.title} links to no rule`);
  if (rule !== null && scene.rule) answers.set(rule, scene.rule);
  const own = NAMED_QUERIES[incident.labels["alertname"] ?? ""] ?? [];
  for (const [title, series] of Object.entries(named)) {
    const query = own.find((one) => one.title === title);
    if (!query) throw new Error(`${incident.title} has no query '${title}'`);
    put(query.expression, series);
  }
  const columnsOf = (series: SceneSeries, times: (count: number) => Float64Array) => {
    if (series instanceof Failure) throw series;
    return joinSeries(series.map(([labels, given]) => {
      const values = typeof given === "number" ? [given] : given;
      const value = Float64Array.from(values, (one) => one ?? NaN);
      return { labels, time: times(value.length), value };
    }));
  };
  const about = { notices: scene.notices ?? [], requests: 1 };
  return {
    query: (expression: string) =>
      Promise.resolve(expression).then((one) => ({
        ...about,
        resultType: "vector" as const,
        columns: columnsOf(answers.get(one) ?? [], (count) => new Float64Array(count)),
      })),
    queryRange: (_expression: string, { start, step }: StepRange) =>
      Promise.resolve().then(() => ({
        ...about,
        columns: columnsOf(
          scene.measured ?? sinceTheMiddle(scene.rule ?? []),
          (count) => Float64Array.from({ length: count }, (_, at) => start + at * step),
        ),
      })),
  };
}

/** Restarts of containers that ended within the last hour. */
function lateRestarts({ pods = [] }: ClusterScene, now: number): Record<string, number> {
  if (pods instanceof Failure) return {};
  const since = (text: string) => now - sceneTime(text, now);
  return Object.fromEntries(
    pods.flatMap(({ name: pod, created, containers }) =>
      containers.filter(({ last }) => last !== undefined && since(last.at) < HOUR)
        .map(({ name, restarts = 1 }) => [
          `${pod}/${name}`,
          since(created) < HOUR ? restarts : 1,
        ])
    ),
  );
}

/** Most rules wait a quarter of an hour before they fire. */
function sinceTheMiddle(rule: SceneSeries): SceneSeries {
  if (rule instanceof Failure) return rule;
  return rule.map(([labels, value]) => [
    labels,
    Array.from({ length: POINTS }, (_, at) => at < POINTS / 2 ? null : value as number),
  ]);
}

/** From half an hour before the alert to just after it, one per two minutes. */
const POINTS = 16;

function byLabel(
  values: Readonly<Record<string, number>> | Failure,
  labels: (name: string) => Labels,
): SceneSeries {
  if (values instanceof Failure) return values;
  return Object.entries(values).map(([name, value]) => [labels(name), value]);
}

/** The three calls that the gatherer makes. */
function coreOf({ pods = [], events = [], logs = {} }: ClusterScene, day: number): CoreV1Api {
  const list = <From, To>(given: readonly From[] | Failure, make: (one: From) => To) =>
    given instanceof Failure
      ? Promise.reject(given)
      : Promise.resolve({ items: given.map(make), metadata: {} });
  const core = {
    listNamespacedPod: () => list(pods, (pod) => podOf(pod, day)),
    listNamespacedEvent: () =>
      list(events, ([time, reason, object, message, count = 1]) => {
        const [kind, name] = object.split("/");
        return {
          reason,
          message,
          count,
          lastTimestamp: new Date(sceneTime(time, day)),
          involvedObject: { kind, name },
        };
      }),
    readNamespacedPodLog: (
      { name, container, previous }: { name: string; container?: string; previous?: boolean },
    ) => {
      const log = logs[[name, container, previous && "previous"].filter(Boolean).join("/")];
      return log instanceof Failure ? Promise.reject(log) : Promise.resolve(log ?? "");
    },
  };
  return core as unknown as CoreV1Api;
}
