import { expect, test } from "vitest";
import { loadConfig } from "../../../src/config.ts";
import { tryWay, type Way } from "../../../src/commands/doctor/way.ts";
import { type DashboardOptions, startDashboard } from "../../standins/dashboard.ts";
import { type GatewayOptions, ROUTE_B_RULES, startGateway } from "../../standins/gateway.ts";
import { type StandIn, standIn } from "../../standins/stand_in.ts";

const token = "glsa_canary0token", user = "agent", password = "canary0password";

/** A metrics server that only knows its clock, two minutes ahead, and its version. */
function startServer(scalar = true): StandIn {
  return standIn(({ path, body }) => {
    if (path === "/api/v1/status/buildinfo") {
      const data = scalar ? { version: "3.5.0", goVersion: "go1.24" } : {};
      return Response.json({ status: "success", data });
    }
    if (path === "/api/v1/status/runtimeinfo") {
      if (!scalar) return new Response("unsupported path", { status: 400 });
      return Response.json({ status: "success", data: { storageRetention: "15d" } });
    }
    if (path !== "/api/v1/query") return new Response("404 page not found", { status: 404 });
    expect(new URLSearchParams(body).get("query")).toMatch(/^(time\(\)|vector\(1\))$/);
    const sample = [NOW / 1000 + 120, String(NOW / 1000 + 120)];
    const data = scalar
      ? { resultType: "scalar", result: sample }
      : { resultType: "vector", result: [{ metric: {}, value: sample }] };
    return Response.json({ status: "success", data });
  });
}
const NOW = Date.parse("2025-06-15T12:00:00Z");

async function wayOf(settings: Record<string, string>): Promise<Way> {
  const { route } = loadConfig(new Map(Object.entries(settings)), () => undefined);
  await using stack = new AsyncDisposableStack();
  const way = await tryWay(route!, {
    now: () => NOW,
    signal: new AbortController().signal,
    closeLater: (resource) => void stack.use(resource),
  });
  expect(
    JSON.stringify({ ...way, client: way.client?.description, error: String(way.stopped?.error) }),
  )
    .not.toMatch(/canary/);
  return way;
}

async function throughDashboard(
  options: Partial<DashboardOptions> = {},
  settings: Record<string, string> = {},
): Promise<Way & { requests: readonly string[] }> {
  await using server = startServer();
  await using dashboard = startDashboard({ upstream: server.url, token, ...options });
  const way = await wayOf({
    DASHBOARD_URL: dashboard.url.href,
    SERVICE_ACCOUNT_TOKEN: token,
    ...settings,
  });
  return { ...way, requests: dashboard.requests.map(({ path }) => path) };
}

async function throughGateway(
  options: Partial<GatewayOptions> = {},
): Promise<Way & { count: number }> {
  await using server = startServer();
  await using gateway = startGateway({ upstream: server.url, user, password, ...options });
  const way = await wayOf({
    METRICS_URL: gateway.url.href,
    AGENT_USER: user,
    AGENT_PASSWORD: password,
  });
  return { ...way, count: gateway.requests.length };
}

const stopOf = ({ stopped }: Way) => stopped && [stopped.edge, stopped.error.code];

test.each([[true, "Prometheus 3.5.0"], [false, "VictoriaMetrics"]])(
  "a server itself tells its clock and what it is (scalars: %s)",
  async (scalar, name) => {
    await using server = startServer(scalar);
    const way = await wayOf({ METRICS_URL: server.url.href });
    expect(way).toMatchObject({ stopped: null, skew: 120_000, server: name });
    expect(way.retention).toBe(scalar ? "15d" : undefined);
    expect(way.client).not.toBeNull();
    expect(server.requests).toHaveLength(3);
  },
);

test("the dashboard tells its version, its datasource and the account, in few requests", async () => {
  const way = await throughDashboard();
  expect(way).toMatchObject({
    stopped: null,
    dashboard: "11.6.0",
    datasource: "'Metrics' (metrics-uid)",
    server: "Prometheus 3.5.0",
    retention: "15d",
    identity: { account: "'Wattbook' (sa-1-wattbook)", organisation: "Main Org." },
  });
  expect(way.requests).toHaveLength(7);
});

test.each<["organisation" | "closed", Way["identity"]]>([
  ["organisation", { account: null, organisation: "Main Org." }],
  ["closed", { account: null, organisation: null }],
])("a dashboard that tells of a service account: %s", async (identity, told) => {
  expect(await throughDashboard({ identity })).toMatchObject({ stopped: null, identity: told });
});

test("a token without a datasource is still somebody's, a refused one nobody's", async () => {
  expect((await throughDashboard({ list: "closed" })).identity?.account).toContain("Wattbook");
  expect((await throughDashboard({ token: "another" })).identity).toBeUndefined();
});

test("a configured datasource is not looked up", async () => {
  const way = await throughDashboard({ list: "closed" }, { DATASOURCE_UID: "metrics-uid" });
  expect(way).toMatchObject({ stopped: null, datasource: "metrics-uid, as DATASOURCE_UID says" });
});

test.each<[string, Partial<DashboardOptions>, Record<string, string>, [string, string]]>([
  ["a wrong token", { token: "another" }, {}, ["access", "DASHBOARD_UNAUTHORIZED"]],
  [
    "a wrong token with a configured datasource",
    { token: "another" },
    { DATASOURCE_UID: "metrics-uid" },
    ["access", "DASHBOARD_UNAUTHORIZED"],
  ],
  ["a hidden list", { list: "closed" }, {}, ["datasource", "DASHBOARD_FORBIDDEN"]],
  ["no datasource", { datasources: [] }, {}, ["datasource", "DATASOURCE_NOT_FOUND"]],
  [
    "a wrong uid",
    {},
    { DATASOURCE_UID: "another" },
    ["datasource", "DATASOURCE_NOT_FOUND"],
  ],
  [
    "several datasources",
    { datasources: [{ uid: "a", name: "One" }, { uid: "b", name: "Two" }] },
    {},
    ["datasource", "DATASOURCE_AMBIGUOUS"],
  ],
  [
    "a metrics server that is down",
    { upstream: new URL("http://127.0.0.1:1") },
    {},
    ["datasource", "BAD_GATEWAY"],
  ],
  ["a wrong prefix", { prefix: "/grafana" }, {}, ["reachable", "WRONG_SERVICE"]],
])("on the dashboard's route, %s", async (_, options, settings, stop) => {
  expect(stopOf(await throughDashboard(options, settings))).toEqual(stop);
});

test("the gateway takes the account; its rule covers no other page of the server", async () => {
  const way = await throughGateway();
  expect(way).toMatchObject({ stopped: null, server: "a server like Prometheus", count: 1 });
});

test.each<[string, Partial<GatewayOptions>, [string, string]]>([
  ["a wrong password", { password: "another" }, ["access", "GATEWAY_UNAUTHORIZED"]],
  [
    "a rule below the catch-all",
    { rules: [...ROUTE_B_RULES].reverse() },
    ["access", "GATEWAY_UNAUTHORIZED"],
  ],
  ["an account without rights", { rules: [{ policy: "deny" }] }, ["access", "GATEWAY_FORBIDDEN"]],
  [
    "a metrics server that is down",
    { upstream: new URL("http://127.0.0.1:1") },
    ["datasource", "BAD_GATEWAY"],
  ],
])("on the gateway's route, %s", async (_, options, stop) => {
  const way = await throughGateway(options);
  expect(stopOf(way)).toEqual(stop);
  // Three failures would ban the account.
  if (stop[0] === "access") expect(way.count).toBe(1);
});

test.each<[string, () => Response, [string, string]]>([
  [
    "a login page",
    () => Response.redirect("https://login.example.invalid/?rd=x", 302),
    ["access", "LOGIN_REDIRECT"],
  ],
  [
    "a page",
    () => new Response("<html><title>Hello</title>", { headers: { "content-type": "text/html" } }),
    ["access", "NOT_JSON"],
  ],
  ["nothing at the path", () => new Response("404", { status: 404 }), ["datasource", "NOT_FOUND"]],
])("without a guard in between, %s", async (_, answer, stop) => {
  await using server = standIn(answer);
  expect(stopOf(await wayOf({ METRICS_URL: server.url.href }))).toEqual(stop);
});

test("addresses of the two services that were mixed up", async () => {
  await using server = startServer();
  const asDashboard = { DASHBOARD_URL: server.url.href, SERVICE_ACCOUNT_TOKEN: token };
  expect(stopOf(await wayOf(asDashboard))).toEqual(["reachable", "WRONG_SERVICE"]);
  await using dashboard = startDashboard({ upstream: server.url, token });
  const asServer = { METRICS_URL: dashboard.url.href };
  expect(stopOf(await wayOf(asServer))).toEqual(["reachable", "WRONG_SERVICE"]);
});

test("nobody listens", async () => {
  expect(stopOf(await wayOf({ METRICS_URL: "http://127.0.0.1:1" })))
    .toEqual(["reachable", "CONNECTION_REFUSED"]);
});
