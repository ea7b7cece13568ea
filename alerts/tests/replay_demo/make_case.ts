/**
 * A case file out of a scene: the analyzer's own door, gatherers, redaction, numbering and seal.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { analyseAlert } from "../../src/analyse_alert.ts";
import type { CaseFile } from "../../src/case_file.ts";
import { allGatherers } from "../../src/context/all_gatherers.ts";
import type { Finding } from "../../src/context/context_item.ts";
import type { Gatherer } from "../../src/context/gatherer.ts";
import { parseNotification } from "../../src/door/alertmanager.ts";
import type { Incident } from "../../src/incident.ts";
import { newCaseRedactor } from "../../src/case_redactor.ts";
import { linkedHosts } from "../../replay/checks/read_answer.ts";
import { compose } from "../../src/push/compose.ts";
import { sealCase } from "../../src/seal_case.ts";
import { SECOND } from "../../../src/time.ts";
import { clusterGatherers } from "./cluster_scene.ts";
import type { ClusterAlert, DemoCase } from "./demo_case.ts";
import { hostGatherers, hostIncident } from "./play_host_scene.ts";

/** How long Alertmanager collects a group before it tells of it, and the queue takes. [ms] */
const GROUP_WAIT = 30 * SECOND, QUEUED = 40;

/** Makes the case file of a case of the demo. The same scene gives the same bytes. */
export async function makeCase(demo: DemoCase): Promise<CaseFile> {
  const isCluster = "alert" in demo;
  const incident = isCluster ? clusterIncident(demo.alert) : hostIncident(demo.notice);
  const accepted = incident.startsAt + (isCluster ? GROUP_WAIT : 2 * SECOND);
  const started = accepted + QUEUED;
  const now = () => started;
  const gatherers = isCluster
    ? clusterGatherers(demo.scene, incident, now)
    : hostGatherers(demo.host, incident, now);
  const job = {
    id: 1,
    fingerprint: incident.fingerprint,
    acceptedAt: accepted,
    failures: 0,
    crashes: 0,
    repeats: "no",
    work: { incident },
  } as const;
  const { draft, notice } = await analyseAlert(
    job,
    incident,
    {
      gatherer: timed(allGatherers(gatherers, now), demo.id),
      // Nobody was asked: the budget of that day was spent.
      analyst: {
        analyse: () =>
          Promise.resolve({
            prompt: { name: "none", sha256: "" },
            failure: "budget",
            isRetryable: false,
          }),
      },
      redactor: () => newCaseRedactor(),
    },
    { signal: new AbortController().signal },
    now,
  );
  const push = compose(notice, { linkHosts: linkedHosts(incident) });
  const gathered = started + Math.max(0, ...draft.context.map(({ duration }) => duration));
  const { title, message, priority } = push;
  return sealCase({
    ...draft,
    id: demo.id,
    push: {
      topic: isCluster ? "kubernetes-analysis" : "host-analysis",
      title,
      message,
      priority,
      publishedAt: gathered + 180,
    },
    outcome: "facts",
    times: { accepted, started, gathered, finished: gathered + 180 },
  });
}

/** The incident that the door makes of an alert. */
function clusterIncident(
  { name, labels, annotations, startsAt, expression }: ClusterAlert,
): Incident {
  const graph = new URL("https://prometheus.larkfield.example/graph?g0.tab=1");
  if (expression !== undefined) graph.searchParams.set("g0.expr", expression);
  const alert = {
    status: "firing",
    labels: { alertname: name, ...labels },
    annotations: annotations ?? {},
    startsAt,
    ...(expression !== undefined && { generatorURL: graph.href }),
  };
  const notification = parseNotification({
    version: "4",
    status: "firing",
    alerts: [alert],
    externalURL: "https://alertmanager.larkfield.example",
  });
  if (typeof notification === "string" || notification.incidents.length !== 1) {
    throw new Error(`${name}: ${JSON.stringify(notification)}`);
  }
  return notification.incidents[0]!;
}

/** Answers take their time; how long is drawn from what was asked. */
function timed(gatherer: Gatherer, seed: string): Gatherer {
  return {
    async gather(incident, options) {
      const findings = await gatherer.gather(incident, options);
      return findings.map((finding): Finding => {
        if (finding.error?.startsWith("not read")) return finding;
        const timeout = /^timed out after (\d+) s$/.exec(finding.error ?? "")?.[1];
        if (timeout !== undefined) return { ...finding, duration: Number(timeout) * SECOND + 1 };
        const drawn = createHash("sha256").update(`${seed} ${finding.title}`).digest();
        return { ...finding, duration: 6 + drawn[0]! + (drawn[1]! < 32 ? 4 * drawn[2]! : 0) };
      });
    },
  };
}
