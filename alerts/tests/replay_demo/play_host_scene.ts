/**
 * What the analyzer's own door and gatherers make of a host's scene.
 *
 * @module
 */

import type { Gatherer } from "../../src/context/gatherer.ts";
import { monitoringGatherer } from "../../src/context/hostmon/monitoring_gatherer.ts";
import { checkType } from "../../src/context/ssh/check_type.ts";
import { DIAGNOSTICS } from "../../src/context/ssh/diagnostic_commands.ts";
import { parseKnownHosts } from "../../src/context/ssh/known_hosts.ts";
import { runDiagnostics } from "../../src/context/ssh/run_diagnostics.ts";
import { sshGatherer } from "../../src/context/ssh/ssh_gatherer.ts";
import { parseHostmon } from "../../src/door/hostmon.ts";
import type { Incident } from "../../src/incident.ts";
import { Secret } from "../../../src/secret.ts";
import { healthyHost, NOT_INSTALLED } from "./healthy_host.ts";
import type { HostNotice, HostScene } from "./host_scene.ts";
import { monitoringSite } from "./monitoring_site.ts";

/** The incident that the door makes of a notification. */
export function hostIncident({ at, fields }: HostNotice): Incident {
  const microseconds = `${Date.parse(at)}000`;
  const notification = parseHostmon({
    version: 1,
    source: "checkmk",
    notifications: [{ MICROTIME: microseconds, ...fields }],
  });
  if (typeof notification === "string" || notification.incidents.length !== 1) {
    throw new Error(`${fields.HOSTNAME}: ${JSON.stringify(notification)}`);
  }
  return notification.incidents[0]!;
}

/** The analyzer's gatherers in front of a scene. */
export function hostGatherers(scene: HostScene, incident: Incident, now: () => number): Gatherer[] {
  const monitoring = monitoringGatherer({
    url: new URL("https://monitoring.larkfield.example/lark/check_mk/api/1.0"),
    user: "analyzer",
    secret: new Secret("automation-secret-of-the-demo"),
    dispatcher: monitoringSite(scene, incident),
  }, now);
  return [monitoring, shellGatherer(scene, incident, now)];
}

/** A host that is logged in to, in place of SSH. */
function shellGatherer({ shell }: HostScene, incident: Incident, now: () => number): Gatherer {
  const { labels } = incident;
  const host = labels["host"]!;
  if (labels["state"] === "DOWN") {
    return sshGatherer({
      user: "diag",
      privateKey: new Secret(""),
      knownHosts: parseKnownHosts(""),
    }, { now });
  }
  if (typeof shell === "string") {
    const title = `${shell.includes("host key") ? "Host key" : "Diagnostics"} of ${host}`;
    return {
      gather: () =>
        Promise.resolve([{
          kind: "diagnostics",
          title,
          query: `ssh ${host}`,
          time: now(),
          duration: 0,
          error: shell,
        }]),
    };
  }
  const commands = DIAGNOSTICS[checkType(labels)];
  const unknown = Object.keys(shell).find((one) => commands.every(({ title }) => title !== one));
  if (unknown !== undefined) throw new Error(`${incident.title} does not ask for '${unknown}'`);
  const healthy = healthyHost(now());
  const outputs = new Map(commands.map(({ title, command }) => [
    command,
    shell[title] ?? healthy[title],
  ]));
  return {
    gather: (_incident, { signal, redactor }) =>
      runDiagnostics(
        {
          run: (command) => {
            const output = outputs.get(command);
            return Promise.resolve(
              output === undefined
                ? NOT_INSTALLED
                : { output, complaints: "", exitCode: 0, isCut: false },
            );
          },
        },
        commands,
        { host, commandTimeout: 5000, concurrency: 4, maxBytes: 2048, signal, redactor },
        now,
      ),
  };
}
