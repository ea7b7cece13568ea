import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startLlm } from "../../src/demo/llm_stand_in.ts";
import { standIn } from "../../src/demo/stand_in.ts";
import { ANSWER, notification, post } from "./alerts.ts";
import { type ServiceProcess, spawnService, startService } from "./service_process.ts";
import { until } from "./until.ts";
import { commandArguments } from "../../../tests/command_arguments.ts";

const COMMAND = [Deno.execPath(), ...commandArguments("analyzer")] as [string, ...string[]];
const MARK = "(may be a repeat)";

let scope: AsyncDisposableStack, env: Record<string, string>;
/** Whether the model and the push service answer, and until when they do not. */
let model: PromiseWithResolvers<void>, phone: PromiseWithResolvers<void>;
/** Number of questions to the model. */
let questions: () => number;
/** Texts that came in at the push service, by title. */
let arrived: Map<string, string[]>;

beforeEach(async () => {
  scope = new AsyncDisposableStack();
  [model, phone] = [Promise.withResolvers(), Promise.withResolvers()];
  arrived = new Map();
  const llm = scope.use(startLlm({
    key: "model-key",
    provider: "aggregator",
    answer: () => model.promise.then(() => ANSWER),
  }));
  questions = () => llm.requests.length;
  const ntfy = scope.use(standIn(async ({ headers, body }) => {
    const title = headers.get("x-title")!;
    arrived.set(title, [...arrived.get(title) ?? [], body]);
    await phone.promise;
    return Response.json({ id: "1", event: "message" });
  }));
  const storePath = await Deno.makeTempFile({ prefix: "wattbook-stop-", suffix: ".db" });
  scope.defer(async () => {
    for (const ending of ["", "-wal", "-shm", ".lock"]) {
      await Deno.remove(storePath + ending).catch(() => {});
    }
  });
  env = {
    PATH: Deno.env.get("PATH")!,
    HOME: Deno.env.get("HOME")!,
    API_BASE_URL: new URL("/api/v1/messages", llm.url).href,
    LLM_MODEL: "anthropic/claude-haiku-5-5",
    PUSH_PUBLISH_URL: ntfy.url.href,
    STORE_PATH: storePath,
    STOP_SECONDS: "1",
  };
});
afterEach(async () => {
  model.resolve();
  phone.resolve();
  await scope.disposeAsync();
});

const start = (more: Record<string, string> = {}) =>
  startService(COMMAND, { ...env, ...more }).then((service) => scope.use(service));
const events = ({ log }: Pick<ServiceProcess, "log">) =>
  log.map(({ properties }) => properties["event"]);
const names = (count: number) => Array.from({ length: count }, (_, at) => `Alert${at}`);
const titles = (count: number) => names(count).map((name) => `${name}: media`);

/** Starts anew, lets everybody answer, and waits until people know of so many alerts. */
async function takeUp(count: number): Promise<ServiceProcess> {
  model.resolve();
  phone.resolve();
  const service = await start();
  await until("all pushes", () => arrived.size === count && isIdle(service.url));
  expect([...arrived.keys()].toSorted()).toEqual(titles(count).toSorted());
  return service;
}

async function isIdle(service: URL): Promise<boolean> {
  const metrics = await (await fetch(new URL("/metrics", service))).text();
  return ["queued", "running", "waiting"].every((state) =>
    metrics.includes(`analyzer_alerts{state="${state}"} 0`)
  );
}

/** Nothing came twice as if it were new. */
function expectHonesty(): void {
  for (const [title, texts] of arrived) {
    const plain = texts.filter((text) => !text.startsWith(MARK));
    expect(plain.length, `${title}: ${texts.join("\n")}`).toBeLessThanOrEqual(1);
  }
}

describe("SIGTERM", () => {
  test("while analyses run and a push is under way: accepts no more, hands both back", async () => {
    const service = await start();
    // The first one gets as far as the push service, which does not answer.
    model.resolve();
    await post(service.url, notification("Alert0"));
    await until("the push", () => arrived.size === 1);
    model = Promise.withResolvers();
    expect(await post(service.url, notification(...names(8)))).toEqual({
      accepted: 7,
      skipped: { pending: 1 },
    });
    await until("five alerts in work", () => questions() === 5);

    service.signal("SIGTERM");
    await until("the stop", () => events(service).includes("stopping"));
    expect(await post(service.url, notification("Late"))).toEqual({ error: "stopping" });
    const health = await fetch(new URL("/health", service.url));
    expect(await health.json()).toEqual({ status: "ok" });

    const { code, signal } = await service.ended;
    expect([code, signal, service.errors()]).toEqual([0, null, ""]);
    expect(events(service).at(-1)).toBe("stopped");

    const next = await takeUp(8);
    // What was handed back did not crash.
    expect(events(next)).not.toContain("recovered");
    expectHonesty();
    expect(arrived.get("Alert0: media")).toEqual([
      expect.not.stringContaining(MARK),
      expect.stringMatching(/^\(may be a repeat\)/),
    ]);
    for (const title of titles(8).slice(1)) expect(arrived.get(title)).toHaveLength(1);
  });

  test("waits for what ends in time", async () => {
    phone.resolve();
    const service = await start({ STOP_SECONDS: "60" });
    await post(service.url, notification(...names(7)));
    await until("five questions to the model", () => questions() === 5);
    service.signal("SIGTERM");
    await until("the stop", () => events(service).includes("stopping"));
    model.resolve();
    expect((await service.ended).code).toBe(0);
    // Those that nobody had begun wait for the next start.
    expect(arrived.size).toBe(5);
    await takeUp(7);
    for (const texts of arrived.values()) {
      expect(texts).toEqual([expect.not.stringContaining(MARK)]);
    }
  });

  test.each(["SIGTERM", "SIGINT"] as const)("and then %s ends the wait", async (second) => {
    const service = await start({ STOP_SECONDS: "600" });
    await post(service.url, notification("Alert0"));
    await until("a question to the model", () => questions() === 1);
    service.signal("SIGTERM");
    await until("the stop", () => events(service).includes("stopping"));
    service.signal(second);
    const { code, signal } = await service.ended;
    expect([code, signal, service.errors()]).toEqual([0, null, ""]);
    expect(events(await takeUp(1))).not.toContain("recovered");
    expect(arrived.get("Alert0: media")).toEqual([expect.not.stringContaining(MARK)]);
  });

  test("during the start ends it in order", async () => {
    const first = await start();
    await post(first.url, notification("Alert0"));
    await until("a question to the model", () => questions() === 1);
    await first.end("SIGKILL");

    // It takes up the alert before it is ready.
    await using service = spawnService(COMMAND, env);
    await until("its first word", () => events(service).includes("recovered"));
    service.signal("SIGTERM");
    const { code, signal } = await service.ended;
    expect([code, signal, service.errors()]).toEqual([0, null, ""]);
    expect(events(service).at(-1)).toBe("stopped");
    await takeUp(1);
    expect(arrived.get("Alert0: media")).toEqual([expect.not.stringContaining(MARK)]);
  });

  test("at any moment of a start loses nothing", async () => {
    const first = await start();
    await post(first.url, notification(...names(3)));
    await until("questions to the model", () => questions() === 3);
    await first.end("SIGKILL");
    model.resolve();
    phone.resolve();

    const begun = performance.now();
    const whole = scope.use(spawnService(COMMAND, { ...env, STORE_PATH: "" }));
    await whole.ready;
    const startTime = performance.now() - begun;
    await whole.end("SIGKILL");
    for (let at = 0; at < 8; at++) {
      await using service = spawnService(COMMAND, env);
      await new Promise((resolve) => setTimeout(resolve, startTime * (at + Math.random()) / 8));
      const { code, signal } = await service.end("SIGTERM");
      // Deno itself ends by the signal as long as no program runs.
      expect(signal === "SIGTERM" || code === 0, `${code} ${signal}`).toBe(true);
      expect(service.errors()).toBe("");
    }
    await takeUp(3);
    expectHonesty();
  });
});
