/**
 * Context from the monitoring site: the host, its services, recent changes and comments.
 *
 * @module
 */

import { SECOND } from "../../../../src/time.ts";
import type { JsonValue } from "../../redact/redact_value.ts";
import { ask } from "../ask.ts";
import { clip } from "../clip.ts";
import type { Finding } from "../context_item.ts";
import type { Gatherer } from "../gatherer.ts";
import { changesQuestion } from "./changes_question.ts";
import { commentsQuestion } from "./comments_question.ts";
import { downtimesQuestion } from "./downtimes_question.ts";
import { type HostmonAccess, hostmonApi } from "./hostmon_api.ts";
import { hostQuestion } from "./host_question.ts";
import { notOkQuestion } from "./not_ok_question.ts";
import { serviceQuestion } from "./service_question.ts";

/** Options of {@linkcode monitoringGatherer}. */
export interface MonitoringGathererOptions extends HostmonAccess {
  /** Longest wait for each source. [ms] @default {5000} */
  readonly timeout?: number;
}

/** Longest name of a host and of a service. [characters] */
const LONGEST_HOST = 253, LONGEST_SERVICE = 500;

/**
 * Gathers from the REST API of a monitoring site (Checkmk), all sources at the same time. Nothing is
 * asked for where the incident names no host.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { Secret } from "../../../../src/secret.ts";
 * import { startHostmon } from "../../demo/hostmon_stand_in.ts";
 * import { monitoringGatherer } from "./monitoring_gatherer.ts";
 *
 * const services = [{ description: "Filesystem /", state: 2, plugin_output: "97 % used" }];
 * await using site = startHostmon({ user: "bot", secret: "s3cret", hosts: { db1: { services } } });
 * const gatherer = monitoringGatherer({
 *   url: site.site,
 *   user: "bot",
 *   secret: new Secret("s3cret"),
 * });
 * const findings = await gatherer.gather(
 *   {
 *     source: "hostmon",
 *     fingerprint: "f",
 *     episode: "f@0",
 *     title: "db1: Filesystem /",
 *     status: "firing",
 *     severity: "critical",
 *     startsAt: 0,
 *     labels: { what: "service", host: "db1", service: "Filesystem /" },
 *     annotations: {},
 *     links: [],
 *   },
 *   { signal: AbortSignal.timeout(10_000), redactor: { redact: (text) => text } },
 * );
 * assert.equal(findings.length, 6);
 * assert(findings.every(({ kind, error }) => kind === "host" && error === undefined));
 * ```
 */
export function monitoringGatherer(
  { timeout = 5 * SECOND, ...access }: MonitoringGathererOptions,
  now: () => number = Date.now,
): Gatherer {
  const api = hostmonApi(access);
  return {
    async gather({ labels }, options) {
      const { host, service } = labels;
      if (host === undefined) return [];
      const { redactor } = options;
      const refused = (why: string): Finding => (
        { kind: "host", title: "Monitoring", query: "", time: now(), duration: 0, error: why }
      );
      if (!isName(host, LONGEST_HOST)) {
        return [refused(`'${clip(host, redactor, 80)}' is not the name of a host`)];
      }
      const questions = [
        hostQuestion(host),
        notOkQuestion(host),
        changesQuestion(host),
        commentsQuestion(host),
        downtimesQuestion(host),
      ];
      const isService = service !== undefined && isName(service, LONGEST_SERVICE);
      if (isService) questions.push(serviceQuestion(host, service));
      const findings = await Promise.all(questions.map(({ title, query, read }) =>
        ask(
          { kind: "host", title, query, timeout },
          async (signal) => plain(await read({ api, now: now(), signal, redactor })),
          options,
          now,
        )
      ));
      const told = oneOutage(findings, host) ?? findings;
      return service === undefined || isService
        ? told
        : [...told, refused(`'${clip(service, redactor, 80)}' is not the name of a service`)];
    },
  };
}

/** As JSON: what is missing is left out, not `undefined`. */
function plain(data: unknown): JsonValue {
  return JSON.parse(JSON.stringify(data));
}

/** One finding in place of many where the site itself is what fails; there may be none at all. */
function oneOutage(findings: readonly Finding[], host: string): Finding[] | undefined {
  const [first] = findings;
  if (first?.error === undefined || findings.some(({ error }) => error !== first.error)) {
    return undefined;
  }
  const duration = Math.max(...findings.map((one) => one.duration));
  const title = `What the monitoring site knows of ${host}`;
  return [{ ...first, title, query: `/objects/host/${host} and more`, duration }];
}

/** What can be a part of a path; the dots would lead out of it. */
function isName(text: string, longest: number): boolean {
  return text.length > 0 && text.length <= longest && !/^\.{1,2}$/.test(text) &&
    // deno-lint-ignore no-control-regex
    !/[\x00-\x1f\x7f]/.test(text) && text.isWellFormed();
}
