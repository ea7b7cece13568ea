import { describe, expect, test } from "vitest";
import { type HostmonStandInOptions, startHostmon } from "../../../src/demo/hostmon_stand_in.ts";
import { startLlm } from "../../../src/demo/llm_stand_in.ts";
import { startNtfy } from "../../../src/demo/ntfy_stand_in.ts";
import { installed } from "../../../../tests/servers/running_server.ts";
import { ANSWER } from "../alerts.ts";
import { startService } from "../service_process.ts";
import { until } from "../until.ts";
import { bulkInput } from "./bulk_input.ts";
import { HOST_PROBLEM, SERVICE_PROBLEM } from "./contexts.ts";
import { startIcinga } from "./icinga.ts";
import { monitored } from "./monitored.ts";
import { startNagios } from "./nagios.ts";
import { HAS_PYTHON, notify, parameters, SECRET, variables } from "./script.ts";
import { commandArguments } from "../../../../tests/command_arguments.ts";

const HAS_NAGIOS = await installed("nagios4");
const HAS_ICINGA = await installed("icinga2");

const OUTPUT = "DISK CRITICAL: 97 % of /var, ask ada@example.org";

/** What the monitoring site tells of the host. */
const HOSTS: HostmonStandInOptions["hosts"] = {
  db1: {
    columns: { address: "192.0.2.7", plugin_output: "Packet received via smart PING" },
    services: [{ description: "Disk /var", state: 2, plugin_output: "97 % of /var" }],
  },
};

/** `deno task host-analyzer` between a monitoring site, a model and a push service. */
async function startHostAnalyzer(answer: Parameters<typeof startLlm>[0]["answer"] = () => ANSWER) {
  await using parts = new AsyncDisposableStack();
  const llm = parts.use(startLlm({ key: "model-key", provider: "aggregator", answer }));
  const ntfy = parts.use(startNtfy({ token: "tk_test" }));
  const site = parts.use(startHostmon({ user: "analyzer", secret: "s1te", hosts: HOSTS }));
  const service = parts.use(
    await startService([Deno.execPath(), ...commandArguments("host-analyzer")], {
      PATH: Deno.env.get("PATH")!,
      HOME: Deno.env.get("HOME")!,
      WEBHOOK_SECRET: SECRET,
      HOSTMON_API_URL: site.site.href,
      HOSTMON_API_USER: "analyzer",
      HOSTMON_API_SECRET: "s1te",
      PUSH_PUBLISH_URL: ntfy.url.href,
      PUSH_PUBLISH_TOKEN: "tk_test",
      API_BASE_URL: new URL("/api/v1/messages", llm.url).href,
      LLM_MODEL: "anthropic/claude-haiku-5-5",
    }),
  );
  const held = parts.move();
  return {
    llm,
    ntfy,
    service,
    webhook: new URL("/webhook", service.url),
    /** The value of a metric so far. */
    metric: async (name: string) => {
      const text = await (await fetch(new URL("/metrics", service.url))).text();
      const line = text.split("\n").find((line) => line.startsWith(`${name} `));
      return line === undefined ? undefined : Number(line.slice(name.length));
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const SYSTEMS = [
  [
    "Nagios",
    HAS_NAGIOS,
    (...[webhook, service]: Parameters<typeof startIcinga>) => startNagios(webhook, service),
  ],
  ["Icinga 2", HAS_ICINGA, startIcinga],
] as const;

describe.each(SYSTEMS)("the host analyzer behind a real %s", (_name, isThere, start) => {
  test.skipIf(!HAS_PYTHON || !isThere)(
    "people read an analysis of a problem, and nothing when it is over",
    async () => {
      await using analyzer = await startHostAnalyzer();
      await using service = await monitored("analyzer");
      await service.becomes(2, OUTPUT);
      await using _system = await start(analyzer.webhook, service);
      const push = await until("the push", () => analyzer.ntfy.published[0]);
      expect(push.topic).toBe("host-analysis");
      expect(push.title).toBe("db1: Disk /var (CRITICAL)");
      expect(push.priority).toBe(5);
      expect(push.message).toContain("97 % of /var, ask [EMAIL#1]");
      expect(push.message).toContain("Analysis by a model: Canned.");
      // What the monitoring site knows went along; the address of a person did not.
      const [request] = analyzer.llm.requests;
      expect(request!.body).toContain("smart PING");
      expect(request!.body).not.toContain("ada@example.org");

      await service.becomes(0, "DISK OK");
      const skipped = `analyzer_alerts_skipped_total{reason="resolved"}`;
      await until("a recovery that is skipped", async () => await analyzer.metric(skipped) === 1);
      expect(analyzer.ntfy.published).toHaveLength(1);
      expect(analyzer.service.errors()).toBe("");
    },
  );
});

describe.skipIf(!HAS_PYTHON)("the script and the real analyzer", () => {
  test("a notification is accepted once, and a wrong secret never", async () => {
    await using analyzer = await startHostAnalyzer();
    const of = (secret: string) =>
      notify({ env: { ...variables(SERVICE_PROBLEM), ...parameters(analyzer.webhook, secret) } });
    const wrong = await of("another");
    expect(wrong.output).toContain(" answers 401: the secret is not the analyzer's WEBHOOK_SECRET");
    expect(wrong.code).toBe(2);
    // As the spooler does that got no answer to the first.
    expect((await Promise.all([of(SECRET), of(SECRET)])).map(({ code }) => code)).toEqual([0, 0]);
    await until("the push", () => analyzer.ntfy.published[0]);
    expect(await analyzer.metric("analyzer_alerts_accepted_total")).toBe(1);
    // Custom variables and the arguments of checks never left the monitoring server.
    expect(analyzer.llm.requests[0]!.body).not.toContain("n0t-for-you");
  });

  test("a bulk that is larger than the queue arrives whole", async () => {
    const open = Promise.withResolvers<void>();
    await using analyzer = await startHostAnalyzer(async () => {
      await open.promise;
      return ANSWER;
    });
    // Five are worked on and twenty wait: ten find no place at first.
    const contexts = Array.from(
      { length: 35 },
      (_, index) => ({ ...HOST_PROBLEM, HOSTNAME: `h${index}`, HOSTPROBLEMID: `${index + 1}` }),
    );
    const stdin = bulkInput(contexts, parameters(analyzer.webhook));
    const run = notify({ args: ["--bulk"], stdin });
    await until(
      "a full queue",
      async () => (await analyzer.metric("analyzer_alerts_refused_total") ?? 0) > 0,
    );
    open.resolve();
    expect((await run).output).toContain("35 notifications delivered");
    await until("all pushes", () => analyzer.ntfy.published.length >= contexts.length);
    const hosts = analyzer.ntfy.published.map(({ title }) => title!.split(" ")[0]);
    expect(hosts.toSorted()).toEqual(contexts.map(({ HOSTNAME }) => HOSTNAME).toSorted());
  });
});
