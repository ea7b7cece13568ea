import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSsh2 } from "../../src/context/ssh/load_ssh2.ts";
import {
  hostmonProblem,
  type HostmonStandInOptions,
  startHostmon,
} from "../../src/demo/hostmon_stand_in.ts";
import { startLlm } from "../../src/demo/llm_stand_in.ts";
import { startNtfy } from "../../src/demo/ntfy_stand_in.ts";
import { readableKeyPair, type SshStandIn, startSsh } from "../../src/demo/ssh_stand_in.ts";
import { checkHostConnections } from "../../src/doctor/check_host_connections.ts";
import { hostDoctor } from "../../src/doctor/host_doctor.ts";
import { loadHostSettings } from "../../src/settings/host_settings.ts";
import type { CheckResult } from "../../../src/terminal/findings.ts";
import { capture } from "../../../tests/terminal/capture.ts";

const SECRETS = {
  WEBHOOK_SECRET: "0123456789abcdef0123456789abcdef",
  API_KEY: "model-key-of-the-test",
  HOSTMON_API_SECRET: "automation-secret-of-the-test",
  PUSH_PUBLISH_TOKEN: "push-token-of-the-test",
};

let dir: string, scope: AsyncDisposableStack, host: SshStandIn;

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/doctor-`);
  scope = new AsyncDisposableStack();
  host = scope.use(await startSsh({ user: "ops", outputs: { uptime: "up 3 days\n" } }));
});
afterEach(async () => {
  await scope.disposeAsync();
  await rm(dir, { recursive: true });
});

/** Variables that lead to stand-ins for everything, all of them well. */
async function stage(
  hostmon: Partial<HostmonStandInOptions> = {},
): Promise<Map<string, string>> {
  const llm = scope.use(
    startLlm({ key: SECRETS.API_KEY, provider: "aggregator", answer: () => ({ text: "." }) }),
  );
  const ntfy = scope.use(startNtfy({ token: SECRETS.PUSH_PUBLISH_TOKEN }));
  const site = scope.use(startHostmon({
    user: "analyzer",
    secret: SECRETS.HOSTMON_API_SECRET,
    hosts: { db1: { columns: { address: "127.0.0.1" } } },
    ...hostmon,
  }));
  await Deno.writeTextFile(`${dir}/id`, host.privateKey, { mode: 0o400 });
  await Deno.writeTextFile(`${dir}/hosts`, host.knownHost);
  return new Map(Object.entries({
    ...SECRETS,
    API_BASE_URL: new URL("/api/v1/messages", llm.url).href,
    LLM_MODEL: "anthropic/claude-haiku-5-5",
    HOSTMON_API_URL: site.site.href,
    HOSTMON_API_USER: "analyzer",
    PUSH_PUBLISH_URL: ntfy.url.href,
    STORE_PATH: `${dir}/analyzer.db`,
    SSH_USER: "ops",
    SSH_KEY_PATH: `${dir}/id`,
    KNOWN_HOSTS_PATH: `${dir}/hosts`,
  }));
}

async function check(variables: ReadonlyMap<string, string>): Promise<CheckResult[]> {
  const signal = AbortSignal.timeout(25_000);
  const results = await Array.fromAsync(
    checkHostConnections(loadHostSettings(variables), { signal }),
  );
  for (const secret of [...Object.values(SECRETS), "PRIVATE KEY"]) {
    expect(JSON.stringify(results)).not.toContain(secret);
  }
  return results;
}

const troubles = (results: readonly CheckResult[]) =>
  results.filter(({ status }) => status === "failure" || status === "warning")
    .map(({ check, status, found }) => `${check} ${status}: ${found}`);

test("finds nothing broken where nothing is, and runs nothing but uptime", async () => {
  const results = await check(await stage());
  expect(troubles(results)).toEqual([]);
  expect(results.map(({ check, status }) => `${check} ${status}`)).toEqual([
    "secret ok",
    "store ok",
    "redaction ok",
    "monitoring ok",
    "ssh ok",
    "ssh ok",
    "hosts ok",
    "hosts ok",
    "model ok",
    "push ok",
    "push skipped",
  ]);
  expect(results.find(({ check }) => check === "monitoring")!.found)
    .toMatch(/^Checkmk 2\.\S+, site 'main', answers; 'analyzer' sees 1 host$/);
  expect(host.commands).toEqual(["uptime"]);
});

test("a wrong automation secret is told, with what to do", async () => {
  const variables = (await stage()).set("HOSTMON_API_SECRET", "another-secret");
  const results = await check(variables);
  const failed = results.filter(({ status }) => status === "failure");
  expect(failed.map(({ check }) => check)).toEqual(["monitoring", "hosts"]);
  for (const { advice, found } of failed) {
    expect(advice).toContain("HOSTMON_API_SECRET");
    expect(found + advice).not.toContain("another-secret");
  }
});

test("a user that sees nothing, or too much, is told", async () => {
  expect(troubles(await check(await stage({ hosts: {} })))).toEqual([
    "monitoring failure: 'analyzer' sees no host: analyses have no data of the monitoring site",
  ]);
  const variables = await stage({
    fault: ({ path }) => path.includes("user_config") ? Response.json({ value: [] }) : undefined,
  });
  expect(troubles(await check(variables))).toEqual([
    "monitoring warning: 'analyzer' may read the users of the site, which the analyzer does not need",
  ]);
  const forbids = await stage({
    fault: ({ path }) =>
      path.includes("user_config") ? hostmonProblem(403, "Forbidden", "wato.users") : undefined,
  });
  expect(troubles(await check(forbids))).toEqual([]);
});

test("names monitored hosts that are not in the list, and logs in to none of them", async () => {
  const hosts = { db1: { columns: { address: "127.0.0.1" } }, web1: {}, "web2.example": {} };
  expect(troubles(await check(await stage({ hosts })))).toEqual([
    "hosts warning: 2 of 3 monitored hosts are not in the known-hosts list, so analyses " +
    "have no diagnostics of them: web1, web2.example",
  ]);
});

test("tries ten hosts at most, and names as many", async () => {
  const many = (name: string, columns: Record<string, string>) =>
    Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${name}${at}`, { columns }]));
  const hosts = { ...many("known", { address: "127.0.0.1" }), ...many("new", {}) };
  const results = (await check(await stage({ hosts }))).filter(({ check }) => check === "hosts");
  expect(host.commands).toHaveLength(10);
  expect(results.at(-1)).toMatchObject({
    status: "skipped",
    found: "2 more hosts were not checked",
  });
  expect(results[0]!.found).toMatch(/: new0, .*, new9 and 2 more$/);
});

test("a host with another key, or that lets nobody in, is told", async () => {
  const { utils } = await loadSsh2();
  const variables = await stage();
  const other = readableKeyPair(utils);
  await Deno.writeTextFile(`${dir}/hosts`, `[127.0.0.1]:${host.port} ${other.public}\n`);
  const [changed] = troubles(await check(variables));
  expect(changed).toMatch(/^hosts failure: db1: .*host key is not the one in known_hosts/);

  await Deno.writeTextFile(`${dir}/hosts`, host.knownHost);
  const [refused] = troubles(await check(variables.set("SSH_USER", "stranger")));
  expect(refused).toMatch(/^hosts failure: db1: .* does not accept the key for the user stranger/);
});

test("a key that others may read, a list with useless lines, or none of both, is told", async () => {
  const variables = await stage();
  await Deno.chmod(`${dir}/id`, 0o644);
  await Deno.writeTextFile(`${dir}/hosts`, `${host.knownHost}\nnonsense\n`);
  expect(troubles(await check(variables))).toEqual([
    `ssh warning: '${dir}/id' has the mode 0644: others may read or change it`,
    expect.stringMatching(/^ssh warning: line \d of '\S+\/hosts' cannot be used: /),
  ]);
  await Deno.chmod(`${dir}/id`, 0o440);
  await Deno.writeTextFile(`${dir}/hosts`, "");
  const [empty] = troubles(await check(variables));
  expect(empty).toContain("has no host key, so the analyzer cannot log in to any host");

  await Deno.remove(`${dir}/id`);
  const gone = troubles(await check(variables));
  expect(gone.map((one) => one.split(" ", 2).join(" "))).toEqual([
    "ssh failure:",
    "hosts failure:",
  ]);

  variables.delete("SSH_KEY_PATH");
  variables.delete("KNOWN_HOSTS_PATH");
  const results = await check(variables);
  expect(results.filter(({ check }) => check === "ssh" || check === "hosts")).toMatchObject([
    { status: "warning", found: expect.stringContaining("analyses have no diagnostics of hosts") },
    { status: "skipped" },
  ]);
});

test("the command's exit code and JSON say whether something is broken", async () => {
  const variables = await stage();
  const run = async () => {
    const output = capture();
    const code = await hostDoctor(["--json"], {
      stdout: output,
      stderr: output,
      now: Date.now,
      settings: () => ({ route: null }),
      signal: AbortSignal.timeout(25_000),
    }, variables);
    return { code, broken: JSON.parse(output.text).broken };
  };
  expect(await run()).toEqual({ code: 0, broken: false });
  variables.set("PUSH_PUBLISH_URL", "http://127.0.0.1:1");
  expect(await run()).toEqual({ code: 1, broken: true });
});
