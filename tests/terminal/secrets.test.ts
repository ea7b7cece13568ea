/**
 * No command prints a secret, whatever fails and however much it is asked to tell.
 */
import { describe, expect, test } from "vitest";
import { run } from "../run.ts";
import { startDashboard } from "../standins/dashboard.ts";
import { startGateway } from "../standins/gateway.ts";

const TOKEN = "glsa_canary0token", PASSWORD = "canary0password";
const COMMANDS: [file: string, args: string[]][] = [
  ["commands/report.ts", ["--source", "server"]],
  ["commands/now.ts", []],
  ["commands/verify.ts", []],
  ["commands/doctor.ts", []],
];
const cwd = "data/fixtures/recorded";
/** Nothing listens there. */
const upstream = new URL("http://127.0.0.1:9/");

describe.each(COMMANDS)("%s", (file, args) => {
  const ask = async (settings: Record<string, string>) => {
    const all = ["--zone", "UTC", "--debug", ...args];
    const { code, stdout, stderr } = await run(file, all, { cwd, settings });
    expect(code).toBe(1);
    // It has said something, and nothing of what it was told in confidence.
    expect((stdout + stderr).length).toBeGreaterThan(20);
    for (const secret of [TOKEN, PASSWORD, btoa(`agent:${PASSWORD}`)]) {
      expect(stdout + stderr).not.toContain(secret);
    }
  };

  test("with a wrong token at the dashboard", async () => {
    await using dashboard = startDashboard({ upstream, token: "another" });
    await ask({ DASHBOARD_URL: dashboard.url.href, SERVICE_ACCOUNT_TOKEN: TOKEN });
  });

  test("with a wrong password at the gateway", async () => {
    await using gateway = startGateway({ upstream, user: "agent", password: "another" });
    const settings = { AGENT_USER: "agent", AGENT_PASSWORD: PASSWORD };
    await ask({ METRICS_URL: gateway.url.href, ...settings });
  });

  test("with credentials in the address", async () => {
    await ask({ METRICS_URL: `http://agent:${PASSWORD}@127.0.0.1:9/` });
  });
});
