import { describe, expect, test } from "vitest";
import { connect, type ConnectOptions } from "../../src/client/connect.ts";
import type { Route } from "../../src/config.ts";
import { type ErrorCode, WattbookError } from "../../src/errors.ts";
import { Secret } from "../../src/secret.ts";
import { startDashboard } from "../standins/dashboard.ts";
import { ROUTE_B_RULES, startGateway } from "../standins/gateway.ts";
import { CERTIFICATE, type RawAnswer, startRawServer } from "../standins/raw_server.ts";
import { standIn } from "../standins/stand_in.ts";

const EXPRESSION = 'sum(power{a="b"})';
const ONCE: ConnectOptions = { retries: 0, timeouts: { answer: 200, idle: 200, connect: 2000 } };

const direct = (url: URL | string): Route => ({ kind: "direct", url: new URL(url) });
const gateway = (url: URL, password = "right"): Route => (
  { kind: "gateway", url, user: "agent", password: new Secret(password) }
);
const dashboard = (url: URL, token = "right", datasourceUid?: string): Route => ({
  kind: "dashboard",
  url,
  token: new Secret(token),
  ...(datasourceUid !== undefined && { datasourceUid }),
});

async function failureOf(route: Route | null, options = ONCE): Promise<WattbookError> {
  try {
    await using client = await connect({ route }, options);
    await client.query(EXPRESSION);
  } catch (error) {
    if (error instanceof WattbookError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown");
}

/** Every failure tells its code, names what it is about, and says what to do. */
function expectFailure(
  error: WattbookError,
  [code, message, hint]: [ErrorCode, message: RegExp, hint: RegExp],
) {
  expect({ code: error.code, message: error.message }).toEqual({
    code,
    message: expect.stringMatching(message),
  });
  expect(error.hint).toMatch(hint);
}

const http = (status: string, headers: string, body: string) =>
  `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
const json = (status: string, body: unknown) =>
  http(status, "Content-Type: application/json\r\n", JSON.stringify(body));
const refusal = (status: string, errorType: string, error: string) =>
  json(status, { status: "error", errorType, error });
const OK = '{"status":"success","data":{"resultType":"vector","result":[]}}';

test("not configured", async () => {
  expectFailure(await failureOf(null), ["NOT_CONFIGURED", /No metrics server/, /DASHBOARD_URL/]);
});

describe("the way to the server", () => {
  test("nothing listens", async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    listener.close();
    expectFailure(await failureOf(direct(`http://127.0.0.1:${port}`)), [
      "CONNECTION_REFUSED",
      new RegExp(`127.0.0.1:${port}`),
      /port in METRICS_URL/,
    ]);
  });

  test("the name cannot be resolved", async () => {
    expectFailure(await failureOf(direct("http://no-such-host.invalid")), [
      "NAME_NOT_FOUND",
      /no-such-host\.invalid/,
      /METRICS_URL/,
    ]);
  });

  test("the certificate is signed by itself", async () => {
    await using server = startRawServer(() => http("200 OK", "", OK), { tls: true });
    expectFailure(await failureOf(direct(server.url)), ["TLS_FAILURE", /certificate/, /DENO_CERT/]);
    await using client = await connect({ route: direct(server.url) }, {
      ...ONCE,
      ca: CERTIFICATE,
    });
    expect((await client.query(EXPRESSION)).resultType).toBe("vector");
  });

  test("https to a port that speaks http", async () => {
    await using server = startRawServer(() => http("400 Bad Request", "", "no"));
    expectFailure(await failureOf(direct(server.url.href.replace("http:", "https:"))), [
      "TLS_FAILURE",
      /secure connection/,
      /http:/,
    ]);
  });

  test.each<[string, RawAnswer, ErrorCode, RegExp, RegExp]>([
    ["the server hangs", null, "TIMEOUT", /stopped answering/, /timeouts/],
    [
      "the server hangs in the middle",
      `HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n${OK.slice(0, 20)}`,
      "CONNECTION_LOST",
      /before its answer was complete/,
      /log/,
    ],
    [
      "the connection ends before the length that was announced",
      `HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${OK}`,
      "CONNECTION_LOST",
      /before its answer was complete/,
      /log/,
    ],
    [
      "the connection ends between two pieces",
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"sta\r\n`,
      "CONNECTION_LOST",
      /before its answer was complete/,
      /log/,
    ],
    ["the connection ends at once", "", "CONNECTION_LOST", /closed the connection/, /log/],
    ["it is no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", "BAD_ANSWER", /does not speak HTTP/, /port/],
    [
      "the JSON stops",
      http("200 OK", "", OK.slice(0, -2)),
      "TRUNCATED_ANSWER",
      /is cut off/,
      /size or time limit/,
    ],
    ["the body is empty", http("200 OK", "", ""), "TRUNCATED_ANSWER", /is cut off/, /again/],
    [
      "the JSON is broken",
      http("200 OK", "", OK.replace(":{", ":;{")),
      "BAD_ANSWER",
      /at byte 27/,
      /again/,
    ],
    ["it is other JSON", http("200 OK", "", '{"hello":1}'), "BAD_ANSWER", /query API/, /address/],
    [
      "a page instead of JSON",
      http("200 OK", "Content-Type: text/html\r\n", "<html><title>Sign in</title>"),
      "NOT_JSON",
      /'Sign in'/,
      /login page/,
    ],
    [
      "a page that does not say that it is one",
      http("200 OK", "", "<!doctype html><title>Welcome</title>"),
      "NOT_JSON",
      /'Welcome'/,
      /METRICS_URL/,
    ],
    ["502 with an empty body", http("502 Bad Gateway", "", ""), "BAD_GATEWAY", /empty body/, /run/],
    ["504 with an empty body", http("504 Gateway Timeout", "", ""), "TIMEOUT", /504/, /shorter/],
    [
      "a server that starts",
      http("503 Service Unavailable", "", "Service Unavailable"),
      "SERVER_ERROR",
      /503, saying 'Service Unavailable'/,
      /starting/,
    ],
    [
      "too many requests",
      http("429 Too Many Requests", "", ""),
      "RATE_LIMITED",
      /Too many requests/,
      /concurrency/,
    ],
    [
      "the wrong path",
      http("404 Not Found", "", "404 page not found"),
      "NOT_FOUND",
      /no query API at http/,
      /METRICS_URL/,
    ],
    [
      "another address",
      http("301 Moved Permanently", "Location: https://127.0.0.1/api/v1/query\r\n", ""),
      "REDIRECTED",
      /https:\/\/127\.0\.0\.1\/api\/v1\/query/,
      /METRICS_URL/,
    ],
    [
      "a redirect to nowhere",
      http("302 Found", "", ""),
      "REDIRECTED",
      /unnamed/,
      /not followed/,
    ],
    [
      "500 of the server",
      refusal("500 Internal Server Error", "internal", "disk on fire"),
      "SERVER_ERROR",
      /disk on fire/,
      /log/,
    ],
  ])("%s", async (_name, answer, ...expected) => {
    await using server = startRawServer(() => answer);
    expectFailure(await failureOf(direct(server.url)), expected);
  });

  test("a body that stays away", async () => {
    await using server = standIn(() =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(OK.slice(0, 9))),
        }),
      )
    );
    const error = await failureOf(direct(server.url));
    expectFailure(error, ["TIMEOUT", /stopped answering/, /timeouts/]);
  });
});

describe("the server's own refusals", () => {
  test.each<[string, string, ErrorCode, RegExp]>([
    [
      "a bad expression, as Prometheus says it",
      refusal("400 Bad Request", "bad_data", 'invalid parameter "query": 1:5: parse error'),
      "BAD_EXPRESSION",
      /1:5: parse error in: sum\(power\{a="b"\}\)/,
    ],
    [
      "a bad expression, as VictoriaMetrics says it",
      refusal("422 Unprocessable Entity", "422", "unparsed data left"),
      "BAD_EXPRESSION",
      /unparsed data left in: sum/,
    ],
    [
      "an error with status 200",
      refusal("200 OK", "execution", "multiple matches for labels"),
      "BAD_EXPRESSION",
      /multiple matches for labels in: sum/,
    ],
    [
      "too many points, Prometheus",
      refusal(
        "400 Bad Request",
        "bad_data",
        "exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)",
      ),
      "TOO_MANY_POINTS",
      /11,000/,
    ],
    [
      "too many points, VictoriaMetrics",
      refusal("422 Unprocessable Entity", "422", "too many points for the given step=1"),
      "TOO_MANY_POINTS",
      /too many points/,
    ],
    [
      "too many samples",
      refusal(
        "422 Unprocessable Entity",
        "execution",
        "query processing would load too many samples into memory in query execution",
      ),
      "TOO_MANY_SAMPLES",
      /too many samples/,
    ],
    [
      "a range that is too long",
      refusal("400 Bad Request", "Bad Request", "time range cannot exceed 32 days"),
      "RANGE_TOO_LONG",
      /32 days/,
    ],
    [
      "a query that takes too long",
      refusal("503 Service Unavailable", "timeout", "query timed out in query execution"),
      "TIMEOUT",
      /timed out/,
    ],
  ])("%s", async (_name, answer, code, message) => {
    await using server = startRawServer(() => answer);
    expectFailure(await failureOf(direct(server.url)), [code, message, /\w+/]);
  });

  test("the cause at the end of a long text counts, not what is quoted before it", async () => {
    const step = `cannot execute "sum(timeout_total{a=\\"${"b".repeat(300)}\\"})": `;
    const answer = refusal("422 Unprocessable Entity", "422", `${step.repeat(9)}too many points`);
    await using server = startRawServer(() => answer);
    const error = await failureOf(direct(server.url));
    expect(error).toMatchObject({ code: "TOO_MANY_POINTS" });
    expect(error.message).toMatch(
      /^The server refuses: cannot execute .* … .*too many points in: /,
    );
  });

  test("an expression that speaks of too many samples is not judged by its words", async () => {
    const expression = 'up{job="too many samples"} +';
    await using server = startRawServer(() =>
      refusal("400 Bad Request", "bad_data", `unexpected end of input in ${expression}`)
    );
    await using client = await connect({ route: direct(server.url) }, ONCE);
    await expect(client.query(expression)).rejects.toMatchObject({ code: "BAD_EXPRESSION" });
  });
});

describe("the gateway", () => {
  const upstream = new URL("http://127.0.0.1:1");
  const account = { upstream, user: "agent", password: "right" };

  test("no credentials: a program gets 401", async () => {
    await using server = startGateway(account);
    expectFailure(await failureOf(direct(server.url)), [
      "GATEWAY_UNAUTHORIZED",
      /401/,
      /AGENT_USER, AGENT_PASSWORD/,
    ]);
  });

  test.each([["302 Found"], ["303 See Other"]])("a login redirect with rd (%s)", async (status) => {
    const location = "Location: https://login.example/?rd=http%3A%2F%2Fx%2F&rm=POST\r\n";
    await using server = startRawServer(() => http(status, location, "<a>"));
    const error = await failureOf(direct(server.url));
    expectFailure(error, ["LOGIN_REDIRECT", /login page https:\/\/login\.example\//, /gateway/]);
    expectFailure(await failureOf(gateway(server.url)), [
      "LOGIN_REDIRECT",
      /login page/,
      /above the catch-all rule/,
    ]);
    expect(error.message).not.toContain("rd=");
  });

  test("a wrong password", async () => {
    await using server = startGateway(account);
    expectFailure(await failureOf(gateway(server.url, "wrong")), [
      "GATEWAY_UNAUTHORIZED",
      /does not let the request pass/,
      /AGENT_PASSWORD is wrong.*banned.*two-factor/,
    ]);
  });

  test("the right password below the catch-all rule", async () => {
    await using server = startGateway({ ...account, rules: ROUTE_B_RULES.toReversed() });
    expectFailure(await failureOf(gateway(server.url)), [
      "GATEWAY_UNAUTHORIZED",
      /401/,
      /must stand above/,
    ]);
  });

  test("a GET, whose query string the rule does not match", async () => {
    await using server = startGateway(account);
    expectFailure(await failureOf(gateway(server.url), { ...ONCE, method: "GET" }), [
      "GATEWAY_UNAUTHORIZED",
      /401/,
      /GET with a query string/,
    ]);
  });

  test("a rule that denies", async () => {
    await using server = startGateway({ ...account, rules: [{ policy: "deny" }] });
    expectFailure(await failureOf(gateway(server.url)), ["GATEWAY_FORBIDDEN", /403/, /rule/]);
  });

  test("a gateway whose server is down", async () => {
    await using server = startGateway(account);
    expectFailure(await failureOf(gateway(server.url)), ["BAD_GATEWAY", /502/, /running/]);
  });
});

describe("the dashboard", () => {
  const upstream = new URL("http://127.0.0.1:1");
  const start = (options = {}) => startDashboard({ upstream, token: "right", ...options });

  test("a wrong token", async () => {
    await using server = start();
    expectFailure(await failureOf(dashboard(server.url, "wrong")), [
      "DASHBOARD_UNAUTHORIZED",
      /Unauthorized/,
      /SERVICE_ACCOUNT_TOKEN/,
    ]);
  });

  test("a token that may see no datasource", async () => {
    await using server = start({ list: "closed" });
    expectFailure(await failureOf(dashboard(server.url)), [
      "DASHBOARD_FORBIDDEN",
      /list its datasources/,
      /DATASOURCE_UID/,
    ]);
  });

  test("a datasource that is not there", async () => {
    await using server = start();
    expectFailure(await failureOf(dashboard(server.url, "right", "other")), [
      "DATASOURCE_NOT_FOUND",
      /Unable to find datasource/,
      /DATASOURCE_UID/,
    ]);
  });

  test("a uid that is none", async () => {
    await using server = start();
    expectFailure(await failureOf(dashboard(server.url, "right", "a b")), [
      "DATASOURCE_NOT_FOUND",
      /UID is invalid/,
      /DATASOURCE_UID/,
    ]);
  });

  test("no datasource of the type", async () => {
    await using server = start({ datasources: [{ uid: "a", name: "Logs", type: "loki" }] });
    expectFailure(await failureOf(dashboard(server.url)), [
      "DATASOURCE_NOT_FOUND",
      /'Logs' \(loki\)/,
      /DATASOURCE_UID/,
    ]);
  });

  test("several and none is the default", async () => {
    const datasources = [{ uid: "a1", name: "One" }, { uid: "b2", name: "Two" }];
    await using server = start({ datasources });
    expectFailure(await failureOf(dashboard(server.url)), [
      "DATASOURCE_AMBIGUOUS",
      /'One' \(a1\), 'Two' \(b2\)/,
      /DATASOURCE_UID/,
    ]);
  });

  test("something that is no dashboard", async () => {
    await using server = standIn(() => Response.json({ status: "success" }));
    expectFailure(await failureOf(dashboard(server.url)), [
      "WRONG_SERVICE",
      /not that of a dashboard/,
      /DASHBOARD_URL/,
    ]);
  });

  const unknown = (text: string, status: number) => (path: string) =>
    path === "/api/v1/query" ? new Response(OK) : new Response(text, { status });

  test.each([
    ["a Prometheus", unknown("404 page not found\n", 404)],
    ["a VictoriaMetrics", unknown('unsupported path requested: "/api/datasources"', 400)],
  ])("%s instead of it", async (_, answer) => {
    await using server = standIn(({ path }) => answer(path));
    expectFailure(await failureOf(dashboard(server.url)), [
      "WRONG_SERVICE",
      /^http:\S+ is a metrics server, not a dashboard$/,
      /Set METRICS_URL/,
    ]);
  });

  test("neither of the two", async () => {
    await using server = standIn(() => new Response("404 page not found", { status: 404 }));
    expectFailure(await failureOf(dashboard(server.url)), [
      "WRONG_SERVICE",
      /There is no dashboard at/,
      /prefix/,
    ]);
  });

  test.each([["direct", direct], ["behind an account", gateway]])(
    "instead of a metrics server, %s",
    async (_, route) => {
      await using server = start();
      expectFailure(await failureOf(route(server.url)), [
        "WRONG_SERVICE",
        /answers as a dashboard does, not as a metrics server \(401\)/,
        /set DASHBOARD_URL/,
      ]);
      expect(server.requests).toHaveLength(1);
    },
  );

  test("a dashboard whose server is down", async () => {
    await using server = start();
    expectFailure(await failureOf(dashboard(server.url)), ["BAD_GATEWAY", /empty body/, /running/]);
  });

  test("a dashboard whose own credentials are wrong", async () => {
    await using server = standIn(() => new Response("401 Unauthorized", { status: 401 }));
    await using front = start({ upstream: server.url });
    expectFailure(await failureOf(dashboard(front.url)), [
      "UPSTREAM_UNAUTHORIZED",
      /could not authenticate/,
      /Your token is fine/,
    ]);
  });

  test("a dashboard whose server is too slow", async () => {
    await using server = startRawServer(() => null);
    await using front = start({ upstream: server.url, proxyTimeout: 20 });
    expectFailure(await failureOf(dashboard(front.url)), ["TIMEOUT", /504/, /shorter/]);
  });

  test("a query that is not allowed", async () => {
    await using front = standIn(() => Response.json({ message: "no permission" }, { status: 403 }));
    expectFailure(await failureOf(dashboard(front.url, "right", "a")), [
      "DASHBOARD_FORBIDDEN",
      /no permission/,
      /Viewer/,
    ]);
  });
});
