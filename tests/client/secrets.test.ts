import { inspect } from "node:util";
import { expect, test } from "vitest";
import { connect } from "../../src/client/connect.ts";
import { loadConfig, type Route } from "../../src/config.ts";
import { Secret } from "../../src/secret.ts";
import { startDashboard } from "../standins/dashboard.ts";
import { startGateway } from "../standins/gateway.ts";
import { type RawAnswer, startRawServer } from "../standins/raw_server.ts";
import { standIn } from "../standins/stand_in.ts";

const CANARY = 'canary "+/word=';
const FORMS = ["canary", btoa(String.fromCharCode(...new TextEncoder().encode(`agent:${CANARY}`)))];

/** Everything that a person, a log or a serialiser could get to see of a value. */
function seen(value: unknown): string {
  const texts = [String(value), Deno.inspect(value, { depth: 20 }), inspect(value, false, 20)];
  texts.push(JSON.stringify(value) ?? "");
  for (let one = value; one instanceof Error; one = one.cause) {
    texts.push(one.message, one.stack ?? "", JSON.stringify(one, Object.getOwnPropertyNames(one)));
  }
  return texts.join("\n");
}

function expectNothing(value: unknown) {
  for (const form of FORMS) expect(seen(value)).not.toContain(form);
}

const routes = (url: URL): Route[] => [
  { kind: "gateway", url, user: "agent", password: new Secret(CANARY) },
  { kind: "dashboard", url, token: new Secret(CANARY), datasourceUid: "a" },
  { kind: "dashboard", url, token: new Secret(CANARY) },
];

async function expectQuietFailure(route: Route) {
  try {
    await using client = await connect({ route }, { retries: 0, timeouts: { answer: 100 } });
    expectNothing(client);
    expectNothing(client.description);
    expectNothing(client.route);
    await client.query("up");
  } catch (error) {
    return expectNothing(error);
  }
  throw new Error("Nothing was thrown");
}

test.each<[string, RawAnswer]>([
  ["nothing", ""],
  ["no HTTP", "canary? no"],
  ["half an answer", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"],
  ["an unauthorized", "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"],
  ["a forbidden", "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"],
])("%s of a server shows no secret", async (name, answer) => {
  if (name === "no HTTP") answer = answer!.toString().replace("canary", "banner");
  await using server = startRawServer(() => answer);
  for (const route of routes(server.url)) await expectQuietFailure(route);
});

test.each([200, 302, 400, 401, 403, 404, 422, 500, 502, 503])(
  "a proxy that echoes the request with status %i shows no secret",
  async (status) => {
    await using server = standIn(({ headers, path, body }) => {
      const all = { path, body, ...Object.fromEntries(headers), plain: CANARY };
      const location = `https://login.example/${CANARY}?rd=${encodeURIComponent(CANARY)}`;
      return new Response(
        JSON.stringify({ status: "error", error: JSON.stringify(all), message: CANARY }),
        { status, headers: { location } },
      );
    });
    for (const route of routes(server.url)) await expectQuietFailure(route);
  },
);

test.each(["<title>", "x"])("a page that echoes the request shows no secret (%s)", async (tag) => {
  await using server = standIn(() =>
    new Response(`${tag}${CANARY}`, { headers: { "content-type": "text/html" } })
  );
  for (const route of routes(server.url)) await expectQuietFailure(route);
});

test("broken JSON that echoes the request shows no secret", async () => {
  await using server = standIn(() => new Response(`{"a":${CANARY}`));
  for (const route of routes(server.url)) await expectQuietFailure(route);
});

test("the stand-ins' refusals show no secret", async () => {
  const upstream = new URL("http://127.0.0.1:1");
  await using gateway = startGateway({ upstream, user: "agent", password: "other" });
  await using dashboard = startDashboard({ upstream, token: "other" });
  for (const url of [gateway.url, dashboard.url]) {
    for (const route of routes(url)) await expectQuietFailure(route);
  }
});

test("a configuration shows no secret", () => {
  const settings = { METRICS_URL: "http://x", AGENT_USER: "agent", AGENT_PASSWORD: CANARY };
  const config = loadConfig(new Map(Object.entries(settings)), () => undefined);
  expectNothing(config);
  expect(config.route?.kind).toBe("gateway");
});
