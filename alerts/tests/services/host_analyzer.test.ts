import { describe, expect, test } from "vitest";
import { startHostmon } from "../../src/demo/hostmon_stand_in.ts";
import { type LlmStandInOptions, startLlm } from "../../src/demo/llm_stand_in.ts";
import { startNtfy } from "../../src/demo/ntfy_stand_in.ts";
import { installed } from "../../../tests/servers/running_server.ts";
import { ANSWER } from "./alerts.ts";
import { lastingAddress } from "./lasting_address.ts";
import { monitored } from "./notification_script/monitored.ts";
import { startNagios } from "./notification_script/nagios.ts";
import { HAS_PYTHON, SECRET } from "./notification_script/script.ts";
import { runTask } from "../task.ts";
import { startService } from "./service_process.ts";
import { until } from "./until.ts";
import { commandArguments } from "../../../tests/command_arguments.ts";

const HAS_NAGIOS = await installed("nagios4", ["--version"]);
const OUTPUT = "DISK CRITICAL - 97 % of /var used, ask ada@example.org";

/** The host analyzer behind an address that stays while it is started anew. */
async function stage(answer: LlmStandInOptions["answer"] = () => ANSWER) {
  await using parts = new AsyncDisposableStack();
  const llm = parts.use(startLlm({ key: "model-key", provider: "aggregator", answer }));
  const ntfy = parts.use(startNtfy({ token: "push-token" }));
  const services = [{ description: "Disk /var", state: 2, plugin_output: OUTPUT }];
  const site = parts.use(
    startHostmon({ user: "analyzer", secret: "automation", hosts: { db1: { services } } }),
  );
  const { webhook, answers, leadTo, down } = parts.use(lastingAddress());
  const directory = await Deno.makeTempDir({ dir: "/tmp", prefix: "wattbook-host-" });
  parts.defer(() => Deno.remove(directory, { recursive: true }));
  const start = async () => {
    const started = await startService([Deno.execPath(), ...commandArguments("host-analyzer")], {
      PATH: Deno.env.get("PATH")!,
      HOME: Deno.env.get("HOME")!,
      WEBHOOK_SECRET: SECRET,
      API_BASE_URL: new URL("/api/v1/messages", llm.url).href,
      LLM_MODEL: "anthropic/claude-haiku-5-5",
      HOSTMON_API_URL: site.site.href,
      HOSTMON_API_USER: "analyzer",
      HOSTMON_API_SECRET: "automation",
      PUSH_PUBLISH_URL: ntfy.url.href,
      PUSH_PUBLISH_TOKEN: "push-token",
      STORE_PATH: `${directory}/analyzer.db`,
    });
    leadTo(started.url);
    return started;
  };
  const held = parts.move();
  return {
    llm,
    ntfy,
    answers,
    start,
    webhook,
    down,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

describe.skipIf(!HAS_PYTHON || !HAS_NAGIOS)("the host analyzer behind a real Nagios", () => {
  test("killed in the middle of its work it loses nothing", async () => {
    let isHanging = true;
    const never = Promise.withResolvers<typeof ANSWER>();
    await using all = await stage(() => isHanging ? never.promise : ANSWER);
    await using service = await monitored("nagios");
    await using _nagios = await startNagios(all.webhook, service);
    const first = await all.start();
    await service.becomes(2, OUTPUT);
    await until("a question to the model", () => all.llm.requests.length > 0);
    expect(all.answers.at(-1)).toBe(200);
    await first.end("SIGKILL");
    all.down();
    never.resolve(ANSWER);
    expect(all.ntfy.published).toEqual([]);

    isHanging = false;
    const webhooks = all.answers.length;
    await using second = await all.start();
    await until("the push", () => all.ntfy.published.length > 0);
    expect(all.ntfy.published).toMatchObject([{ title: "db1: Disk /var (CRITICAL)" }]);
    // It came out of the store: the script, which had its 200, did not call again.
    expect(all.answers.length).toBe(webhooks);
    expect(second.log.map(({ properties }) => properties["event"])).toContain("recovered");
  });

  test("while nobody is there the script tries again", async () => {
    await using all = await stage();
    await using service = await monitored("nagios");
    await using _nagios = await startNagios(all.webhook, service);
    await service.becomes(2, OUTPUT);
    await until("a webhook that finds nobody", () => all.answers.includes(503));
    await using _analyzer = await all.start();
    await until("the push", () => all.ntfy.published.length > 0);
    expect(all.answers.at(-1)).toBe(200);
  });
});

test("does not start without what it needs, and says all of it", async () => {
  const { code, err } = await runTask("host-analyzer", [], { API_KEY: "model-key" });
  expect(code).toBe(1);
  expect(err).toBe(
    "The analyzer cannot start: WEBHOOK_SECRET is missing; PUSH_PUBLISH_TOKEN is missing; " +
      "HOSTMON_API_USER is missing; HOSTMON_API_SECRET is missing\n" +
      "Set the variables in the environment; alerts/docs/host-analyzer.md describes each.\n",
  );
});
