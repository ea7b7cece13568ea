/**
 * A real Prometheus whose rules fire, and a real Alertmanager that it tells.
 *
 * @module
 */

import {
  launch,
  type RunningServer,
  temporaryDirectory,
} from "../../../tests/servers/running_server.ts";

/** The programs; Debian ships them as `prometheus` and `prometheus-alertmanager`. */
export const PROGRAMS = ["prometheus", "prometheus-alertmanager"];

/** Starts an Alertmanager that sends every alert by itself to a webhook. */
export async function startAlertmanager(
  webhook: URL,
  secret: string,
): Promise<RunningServer> {
  const directory = await temporaryDirectory("prometheus-alertmanager");
  await Deno.writeTextFile(`${directory}/secret`, secret);
  // JSON is YAML.
  await Deno.writeTextFile(
    `${directory}/alertmanager.yml`,
    JSON.stringify({
      route: {
        receiver: "cluster-analyzer",
        group_by: ["..."],
        group_wait: "0s",
        group_interval: "1s",
        repeat_interval: "4h",
      },
      receivers: [{
        name: "cluster-analyzer",
        webhook_configs: [{
          url: webhook.href,
          send_resolved: false,
          max_alerts: 20,
          http_config: {
            authorization: { type: "Bearer", credentials_file: `${directory}/secret` },
          },
        }],
      }],
    }),
  );
  return launch({
    program: "prometheus-alertmanager",
    directory,
    ready: "/-/ready",
    args: (listen) => [
      `--config.file=${directory}/alertmanager.yml`,
      `--web.listen-address=${listen}`,
      `--storage.path=${directory}/data`,
      // No neighbours.
      "--cluster.listen-address=",
    ],
  });
}

/** Starts a Prometheus with one rule that fires for each of some names. */
export async function startRules(
  alertmanager: URL,
  names: readonly string[],
): Promise<RunningServer> {
  const directory = await temporaryDirectory("prometheus");
  const rules = names.map((alert) => ({
    alert,
    expr: "vector(97) > 90",
    labels: { severity: "critical", namespace: "media" },
    annotations: { summary: `${alert}: {{ $value }} %, ask ada@example.org` },
  }));
  const groups = [{ name: "test", interval: "1s", rules }];
  await Deno.writeTextFile(`${directory}/rules.yml`, JSON.stringify({ groups }));
  await Deno.writeTextFile(
    `${directory}/prometheus.yml`,
    JSON.stringify({
      global: { scrape_interval: "1s", evaluation_interval: "1s" },
      rule_files: [`${directory}/rules.yml`],
      alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager.host] }] }] },
    }),
  );
  return launch({
    program: "prometheus",
    directory,
    ready: "/-/ready",
    args: (listen) => [
      `--config.file=${directory}/prometheus.yml`,
      `--web.listen-address=${listen}`,
      `--web.external-url=http://${listen}/`,
      `--storage.tsdb.path=${directory}/data`,
      "--log.level=warn",
      // The first time it may not have found Alertmanager yet; the next one is a minute away else.
      "--rules.alert.resend-delay=1s",
    ],
  });
}
