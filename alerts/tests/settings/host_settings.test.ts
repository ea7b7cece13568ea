import { describe, expect, test } from "vitest";
import { HOST_VARIABLE_NAMES, loadHostSettings } from "../../src/settings/host_settings.ts";
import { refusal } from "./refusal.ts";

const NEEDED = {
  WEBHOOK_SECRET: "s3cret",
  API_KEY: "sk-key",
  HOSTMON_API_USER: "analyzer",
  HOSTMON_API_SECRET: "automation-s3cret",
  PUSH_PUBLISH_TOKEN: "tk_1",
};
const load = (given: Record<string, string>) => loadHostSettings(new Map(Object.entries(given)));

const message = (given: Record<string, string>) => refusal(() => load(given));

describe("loadHostSettings()", () => {
  test("has defaults for all that need not be set", () => {
    const { webhookSecret, llm, push, monitoring, ...rest } = load(NEEDED);
    expect([webhookSecret.reveal(), llm.apiKey.reveal(), push.token?.reveal()])
      .toEqual(["s3cret", "sk-key", "tk_1"]);
    expect(rest).toEqual({
      port: 8080,
      bindAddress: "0.0.0.0",
      cooldown: 300_000,
      skipsResolved: true,
      caseRetention: 90 * 86_400_000,
      stopLimit: 20_000,
      factsAfter: 90_000,
      connections: 2000,
      redact: "standard",
      logLevel: "info",
      ssh: {
        user: "host-analyzer",
        port: 22,
        keyPath: "/etc/host-analyzer/ssh/id",
        knownHostsPath: "/etc/host-analyzer/ssh/known_hosts",
      },
    });
    expect(monitoring).toMatchObject({ url: new URL("http://checkmk:5000/cmk"), user: "analyzer" });
    expect(monitoring.secret.reveal()).toBe("automation-s3cret");
    expect(push).toMatchObject({ url: new URL("http://ntfy"), topic: "host-analysis" });
  });

  test("takes its own variables", () => {
    const { monitoring, ssh } = load({
      ...NEEDED,
      HOSTMON_API_URL: "https://mon.example/main/check_mk/api/1.0",
      SSH_USER: "diag",
      SSH_PORT: "2222",
      SSH_KEY_PATH: "/keys/id",
      KNOWN_HOSTS_PATH: "/keys/hosts",
    });
    expect(monitoring.url.href).toBe("https://mon.example/main/check_mk/api/1.0");
    expect(ssh).toEqual({
      user: "diag",
      port: 2222,
      keyPath: "/keys/id",
      knownHostsPath: "/keys/hosts",
    });
  });

  test("names all that is missing at once, and the page that describes it", () => {
    const text = message({});
    for (const name of Object.keys(NEEDED)) expect(text).toContain(`${name} is missing`);
    expect(text.match(/is missing/g)).toHaveLength(5);
    expect(text).toContain("alerts/docs/host-analyzer.md");
  });

  test.each(Object.keys(NEEDED))("does not start without %s", (name) => {
    expect(message({ ...NEEDED, [name]: " " })).toContain(`cannot start: ${name} is missing\n`);
  });

  test.each([
    ["HOSTMON_API_URL", "checkmk/main", "http://"],
    ["HOSTMON_API_URL", "http://mon/main?x=1", "query string"],
    ["HOSTMON_API_USER", "a b", "'a b'"],
    ["HOSTMON_API_USER", "a\r\nx: y", "automation user"],
    ["SSH_USER", "-oProxyCommand=x", "'-oProxyCommand=x'"],
    ["SSH_USER", "root; id", "'root; id'"],
    ["SSH_PORT", "0", "'0'"],
    ["SSH_PORT", "ssh", "'ssh'"],
  ])("refuses %s=%s", (name, value, hint) => {
    const text = message({ ...NEEDED, [name]: value });
    expect(text).toContain(`${name} must`);
    expect(text).toContain(hint);
  });

  test("shows no secret, neither when it complains nor when it is printed", () => {
    for (const name of ["HOSTMON_API_SECRET", "PUSH_PUBLISH_TOKEN"]) {
      expect(message({ ...NEEDED, [name]: "hunter2 with a space" })).not.toContain("hunter2");
    }
    expect(message({ ...NEEDED, HOSTMON_API_URL: "http://u:hunter2@h" })).not.toContain("hunter2");
    const settings = load(NEEDED);
    const shown = `${JSON.stringify(settings)} ${Deno.inspect(settings, { depth: 9 })}`;
    for (const secret of ["s3cret", "sk-key", "tk_1"]) expect(shown).not.toContain(secret);
  });

  test("reads no variable that the page about it does not describe", async () => {
    const page = await Deno.readTextFile(
      new URL("../../docs/host-analyzer.md", import.meta.url),
    );
    for (const name of HOST_VARIABLE_NAMES) expect(page).toContain(`| \`${name}\``);
  });
});
