import { type Dispatcher, MockAgent } from "undici";
import type { Incident } from "../../src/incident.ts";
import { HOUR } from "../../../src/time.ts";
import type { HostScene } from "./host_scene.ts";
import { sceneTime } from "./scene_time.ts";

const STATES = ["OK", "WARNING", "CRITICAL", "UNKNOWN"];
/** How far back a site is asked for changes. [ms] */
const LATELY = 6 * HOUR;

/** A monitoring site that knows one host. No request to it reaches a network. */
export function monitoringSite(scene: HostScene, incident: Incident): Dispatcher {
  const { labels, annotations, startsAt } = incident;
  const seconds = (text: string) => Math.floor(sceneTime(text, startsAt) / 1000);
  const isService = labels["service"] !== undefined;
  const others = scene.services.map(([description, state, output, since]) => ({
    description,
    state: STATES.indexOf(state),
    plugin_output: output,
    last_state_change: seconds(since),
    acknowledged: 0,
    scheduled_downtime_depth: 0,
    last_hard_state: STATES.indexOf(state),
    ...(state === "OK" && { last_time_ok: Math.floor(startsAt / 1000) - 20 }),
  }));
  const own = {
    description: labels["service"],
    state: STATES.indexOf(labels["state"] ?? ""),
    plugin_output: annotations["output"],
    long_plugin_output: annotations["long_output"] ?? "",
    perf_data: annotations["perfdata"] ?? "",
    check_command: labels["check_command"],
    last_state_change: seconds(scene.since),
    last_hard_state: STATES.indexOf(labels["state"] ?? ""),
    last_hard_state_change: seconds(scene.since),
    last_time_ok: seconds(scene.since) - 60,
    last_check: Math.floor(startsAt / 1000) - 8,
    acknowledged: 0,
    scheduled_downtime_depth: 0,
    current_attempt: 1,
    max_check_attempts: 1,
    is_flapping: scene.flapping === undefined ? 0 : 1,
    percent_state_change: scene.flapping ?? 0,
    staleness: 0.2,
    in_check_period: 1,
  };
  const services = isService ? [own, ...others] : others;
  const count = (state: string) =>
    services.filter((one) => one.state === STATES.indexOf(state)).length;
  const host = {
    alias: labels["host"],
    address: labels["address"],
    state: isService ? 0 : 1,
    plugin_output: isService
      ? `OK - ${labels["address"]} rta 0.412ms lost 0%`
      : annotations["output"],
    last_check: Math.floor(startsAt / 1000) - 12,
    last_state_change: isService ? seconds("-33 10:28:00") : seconds(scene.since),
    acknowledged: 0,
    scheduled_downtime_depth: 0,
    is_flapping: 0,
    current_attempt: 1,
    max_check_attempts: 1,
    parents: scene.parents ?? [],
    num_services_ok: 38 + count("OK"),
    num_services_warn: count("WARNING"),
    num_services_crit: count("CRITICAL"),
    num_services_unknown: count("UNKNOWN"),
  };
  const comments = (scene.comments ?? []).map(([time, author, comment]) => ({
    entry_time: new Date(sceneTime(time, startsAt)).toISOString(),
    author,
    comment,
  }));

  const answerTo = (path: string, body: string): unknown => {
    if (path.includes("/collections/services")) {
      const wanted = body.includes('"last_state_change","right"')
        ? services.filter((one) => one.last_state_change * 1000 >= startsAt - LATELY)
        : services.filter((one) => one.state !== 0);
      return { value: wanted.map((extensions) => ({ extensions })) };
    }
    if (path.includes("/show_service/")) return { extensions: own };
    if (path.includes("/objects/host/")) return { extensions: host };
    if (path.includes("/comment/")) return { value: comments.map((one) => ({ extensions: one })) };
    return { value: [] };
  };
  const agent = new MockAgent();
  agent.disableNetConnect();
  const site = agent.get("https://monitoring.larkfield.example");
  for (const method of ["GET", "POST"]) {
    site.intercept({ path: () => true, method })
      .reply(200, ({ path, body }) => JSON.stringify(answerTo(path, String(body ?? ""))), {
        headers: { "content-type": "application/json" },
      }).persist();
  }
  return agent;
}
