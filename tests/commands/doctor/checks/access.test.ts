import { expect, test } from "vitest";
import { loadConfig } from "../../../../src/config.ts";
import { access } from "../../../../src/commands/doctor/server.ts";
import type { Identity } from "../../../../src/commands/doctor/server_facts.ts";
import { findingOf } from "../fakes.ts";

const DASHBOARD = { DASHBOARD_URL: "https://d.example", SERVICE_ACCOUNT_TOKEN: "canary" };
const GATEWAY = { METRICS_URL: "http://a.example", AGENT_USER: "agent", AGENT_PASSWORD: "canary" };

test.each<[Record<string, string>, Identity | undefined, string]>([
  [
    DASHBOARD,
    { account: "'Wattbook' (sa-1-wattbook)", organisation: "Main Org." },
    "accepts the token of the account 'Wattbook' (sa-1-wattbook), organisation 'Main Org.'",
  ],
  [
    DASHBOARD,
    { account: null, organisation: "Main Org." },
    "accepts the token, organisation 'Main Org.'; older dashboards do not name the account",
  ],
  [DASHBOARD, { account: null, organisation: null }, "it names neither account nor organisation"],
  [GATEWAY, undefined, "the gateway accepts the account 'agent' (HTTP Basic)"],
  [{ METRICS_URL: "http://a.example" }, undefined, "the server requires no login"],
])("says who we are, case %#", async (settings, identity, found) => {
  const { route } = loadConfig(new Map(Object.entries(settings)), () => undefined);
  const way = { stopped: null, client: null, ...(identity && { identity }) };
  const finding = await findingOf(access, { route: route!, way });
  expect(finding).toMatchObject({ status: "ok", found: expect.stringContaining(found) });
  expect(finding.found).not.toContain("canary");
});
