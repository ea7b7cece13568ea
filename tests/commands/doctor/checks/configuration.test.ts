import { expect, test } from "vitest";
import { loadConfig } from "../../../../src/config.ts";
import { configuration } from "../../../../src/commands/doctor/server.ts";
import { outcomeOf } from "../fakes.ts";

const configured = (settings: Record<string, string>) =>
  outcomeOf(configuration, {}, {
    settings: () => loadConfig(new Map(Object.entries(settings)), () => undefined),
  });

test.each<[Record<string, string>, string]>([
  [{ METRICS_URL: "http://a.example:9090" }, "the server itself at http://a.example:9090/"],
  [
    { METRICS_URL: "http://a.example", AGENT_USER: "agent", AGENT_PASSWORD: "canary" },
    "the gateway (Route B) at http://a.example/",
  ],
  [
    { DASHBOARD_URL: "https://d.example/grafana", SERVICE_ACCOUNT_TOKEN: "canary" },
    "the dashboard (Route A) at https://d.example/grafana",
  ],
])("tells the route of %j", async (settings, found) => {
  const { findings, facts } = await configured(settings);
  expect(findings).toEqual([{ status: "ok", found }]);
  expect(facts?.route).toBeDefined();
});

test("nothing configured is a failure, but leaves the household's settings", async () => {
  const { findings, facts } = await configured({ HOUSEHOLD_ZONE: "Asia/Kolkata" });
  expect(findings).toMatchObject([{
    status: "failure",
    advice: expect.stringContaining("METRICS_URL"),
  }]);
  expect(facts?.route).toBeUndefined();
  expect(facts?.config?.zone).toBe("Asia/Kolkata");
});

test("half a route is an error that names what is missing", async () => {
  await expect(configured({ DASHBOARD_URL: "https://d.example" }))
    .rejects.toThrow(/lacks SERVICE_ACCOUNT_TOKEN/);
});
