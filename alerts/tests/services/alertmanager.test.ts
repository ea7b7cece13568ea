import { describe, expect, test } from "vitest";
import { startLlm } from "../../src/demo/llm_stand_in.ts";
import { startNtfy } from "../../src/demo/ntfy_stand_in.ts";
import { installed } from "../../../tests/servers/running_server.ts";
import { PROGRAMS, startAlertmanager, startRules } from "./alertmanager.ts";
import { ANSWER } from "./alerts.ts";
import { lastingAddress } from "./lasting_address.ts";
import { SECRET, startService } from "./service_process.ts";
import { until } from "./until.ts";
import { commandArguments } from "../../../tests/command_arguments.ts";

const ARE_INSTALLED = (await Promise.all(PROGRAMS.map((program) => installed(program))))
  .every(Boolean);

/** The analyzer behind an address that stays while it is started anew. */
async function stage(options: Parameters<typeof startLlm>[0]["answer"] = () => ANSWER) {
  await using parts = new AsyncDisposableStack();
  const llm = parts.use(
    startLlm({ key: "model-key", provider: "aggregator", answer: options }),
  );
  const ntfy = parts.use(startNtfy());
  const { webhook, answers, leadTo, down } = parts.use(lastingAddress());
  const storePath = await Deno.makeTempFile({ prefix: "wattbook-store-", suffix: ".db" });
  await Deno.remove(storePath);
  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const started = await startService([Deno.execPath(), ...commandArguments("analyzer")], {
      PATH: Deno.env.get("PATH")!,
      HOME: Deno.env.get("HOME")!,
      API_BASE_URL: new URL("/api/v1/messages", llm.url).href,
      LLM_MODEL: "anthropic/claude-haiku-5-5",
      PUSH_PUBLISH_URL: ntfy.url.href,
      STORE_PATH: storePath,
      ...env,
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
    [Symbol.asyncDispose]: async () => {
      await held.disposeAsync();
      for (const ending of ["", "-wal", "-shm", ".lock"]) {
        await Deno.remove(storePath + ending).catch(() => {});
      }
    },
  };
}

describe.skipIf(!ARE_INSTALLED)("the analyzer behind a real Alertmanager", () => {
  test("a rule fires in Prometheus, people read an analysis", async () => {
    await using all = await stage();
    await using alertmanager = await startAlertmanager(all.webhook, SECRET);
    await using rules = await startRules(alertmanager.url, ["DiskFull"]);
    await using _service = await all.start({ PROMETHEUS_URL: rules.url.href });
    const push = await until("the push", () => all.ntfy.published[0]);
    expect(push.title).toBe("DiskFull: media");
    expect(push.priority).toBe(5);
    expect(push.message).toContain("DiskFull: 97 %, ask [EMAIL#1]");
    expect(push.message).toContain("Analysis by a model: Canned.");
    // The rule's own expression, found in Prometheus' link and asked for anew.
    const request = all.llm.requests[0]!.body;
    expect(request).toContain("vector(97)");
    expect(request).not.toContain("ada@example.org");
  });

  test("after a 503 Alertmanager tries again by itself", async () => {
    await using all = await stage();
    await using alertmanager = await startAlertmanager(all.webhook, SECRET);
    await using _rules = await startRules(alertmanager.url, ["DiskFull"]);
    await until("a webhook that finds nobody", () => all.answers.includes(503));
    await using _service = await all.start();
    await until("the push", () => all.ntfy.published.length > 0);
    expect(all.answers).toContain(200);
  });

  test("a full queue turns alerts away, and none of them is lost", async () => {
    const open = Promise.withResolvers<void>();
    await using all = await stage(async () => {
      await open.promise;
      return ANSWER;
    });
    // Five are worked on and twenty wait: five of thirty find no place.
    const names = Array.from({ length: 30 }, (_, index) => `Alert${index}`);
    await using service = await all.start();
    await using alertmanager = await startAlertmanager(all.webhook, SECRET);
    await using _rules = await startRules(alertmanager.url, names);
    await until("a full queue", () => all.answers.includes(503));
    open.resolve();
    await until("all pushes", () => all.ntfy.published.length >= names.length);
    const titles = all.ntfy.published.map(({ title }) => title);
    expect(titles.toSorted()).toEqual(names.map((name) => `${name}: media`).toSorted());
    expect(service.errors()).toBe("");
  });

  test("an analyzer that is killed in the middle of its work loses nothing", async () => {
    let isHanging = true;
    const never = Promise.withResolvers<typeof ANSWER>();
    await using all = await stage(() => isHanging ? never.promise : ANSWER);
    await using alertmanager = await startAlertmanager(all.webhook, SECRET);
    await using _rules = await startRules(alertmanager.url, ["DiskFull"]);
    const first = await all.start();
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
    expect(all.ntfy.published.length).toBe(1);
    // It came out of the store: Alertmanager, which had its 200, did not send it again.
    expect(all.answers.length).toBe(webhooks);
    expect(second.log.map(({ properties }) => properties["event"])).toContain("recovered");
  });
});
