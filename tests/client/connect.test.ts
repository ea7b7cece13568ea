import { describe, expect, test } from "vitest";
import { connect } from "../../src/client/connect.ts";
import type { Route } from "../../src/config.ts";
import { Secret } from "../../src/secret.ts";
import { startDashboard } from "../standins/dashboard.ts";
import { startGateway } from "../standins/gateway.ts";
import { type ReceivedRequest, type StandIn, standIn } from "../standins/stand_in.ts";

const direct = (url: URL): Route => ({ kind: "direct", url });
const START = Date.UTC(2025, 0, 1), MINUTE = 60_000, DAY = 86_400_000;

interface MetricsOptions {
  /** Whether a window includes its start, as on servers before 2024. */
  closed?: boolean;
  /** Refuses ranges and windows with more points than this. */
  limit?: number;
  /** What it says then. */
  refusal?: [status: number, error: string];
  /** Moves start and end to multiples of the step. */
  aligns?: boolean;
  /** Additional members of every answer. */
  extra?: object;
}

/**
 * A metrics server with one series that has a sample each minute, whose value is the number of its
 * minute. Range queries give that number too.
 */
function metricsServer(options: MetricsOptions = {}): StandIn {
  const { closed = false, limit = Infinity, aligns = false, extra = {} } = options;
  const { refusal: [status, error] = [422, "query would load too many samples"] } = options;
  return standIn(({ path, body }) => {
    const form = new URLSearchParams(body);
    const number = (name: string) => Math.round(Number(form.get(name)) * 1000);
    const times: number[] = [];
    if (path.endsWith("/query_range")) {
      const step = number("step");
      let start = number("start"), end = number("end");
      if (aligns) start = Math.floor(start / step) * step, end = Math.ceil(end / step) * step;
      for (let at = start; at <= end; at += step) times.push(at);
    } else {
      const [, width, unit] = /\[(\d+)(d|s|ms)\]/.exec(form.get("query")!) ?? [];
      const end = number("time");
      if (width === undefined) times.push(end);
      const start = end - Number(width) * { d: DAY, s: 1000, ms: 1 }[unit as "d"];
      for (let at = Math.ceil(start / MINUTE) * MINUTE; at <= end; at += MINUTE) {
        if (at > start || closed) times.push(at);
      }
    }
    if (times.length > limit) return Response.json({ status: "error", error }, { status });
    const values = times.map((at) => [at / 1000, String((at - START) / MINUTE)]);
    const result = values.length === 0 ? [] : [{ metric: { __name__: "m" }, values }];
    return Response.json({ status: "success", data: { resultType: "matrix", result }, ...extra });
  });
}

const minutes = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => START + (first + index) * MINUTE);

describe("samples()", () => {
  for (const closed of [false, true]) {
    test(`gives each sample once from ${closed ? "closed" : "left-open"} windows`, async () => {
      await using server = metricsServer({ closed });
      await using client = await connect({ route: direct(server.url) }, { window: 10 * MINUTE });
      const range = { start: START, end: START + 100 * MINUTE };
      const progress: string[] = [];
      const { columns, requests } = await client.samples("m", range, {
        onProgress: (done, total) => progress.push(`${done}/${total}`),
      });
      expect([...columns.time]).toEqual(minutes(101));
      expect([...columns.value]).toEqual(Array.from({ length: 101 }, (_, index) => index));
      expect(requests).toBe(11);
      expect(progress).toEqual(Array.from({ length: 11 }, (_, index) => `${index + 1}/11`));
    });
  }

  test.each([["one answer", 9000], ["several answers", 20_000]])(
    "what came in %s stays as it is, whatever is pulled after it",
    async (_, length) => {
      await using server = metricsServer();
      await using client = await connect({ route: direct(server.url) }, { window: 9000 * MINUTE });
      const pull = async (first: number) => {
        const start = START + first * MINUTE, end = start + (length - 1) * MINUTE;
        return (await client.samples("m", { start, end })).columns;
      };
      const pulled = [];
      for (const first of [0, 1_000_000, 2_000_000]) {
        pulled.push({ first, columns: await pull(first) });
      }
      for (const { first, columns } of pulled) {
        expect([...columns.time]).toEqual(minutes(length, first));
        expect([...columns.value]).toEqual(minutes(length).map((_, index) => first + index));
      }
    },
  );

  test("asks for at most eight days at a time, exact to the millisecond", async () => {
    await using server = metricsServer();
    await using client = await connect({ route: direct(server.url) }, { wire: "json" });
    await client.samples('m{a=~"x|y"}', { start: START, end: START + 10 * DAY });
    const asked = server.requests.map(({ body }) => new URLSearchParams(body))
      .map((form) => [form.get("query"), Number(form.get("time")) * 1000]);
    expect(asked).toContainEqual(['m{a=~"x|y"}[432001s]', START - 1 + 432_001_000]);
    expect(asked).toContainEqual(['m{a=~"x|y"}[431999001ms]', START + 10 * DAY]);
    expect(asked.length).toBe(2);
  });

  test("asks for less where the server finds it too much", async () => {
    await using server = metricsServer({ limit: 30 });
    await using client = await connect({ route: direct(server.url) }, { wire: "json" });
    const range = { start: START, end: START + 200 * MINUTE };
    const { columns, requests } = await client.samples("m", range);
    expect([...columns.time]).toEqual(minutes(201));
    expect(requests).toBe(server.requests.length);
  });

  test.each(["sum(m)", "m[5m]", "m or vector(1)", ""])("refuses '%s'", async (text) => {
    await using client = await connect({ route: direct(new URL("http://127.0.0.1:1")) });
    await expect(client.samples(text, { start: 0, end: 1 }))
      .rejects.toMatchObject({ code: "BAD_SELECTOR" });
  });
});

describe("queryRange()", () => {
  const range = { start: START + 1, end: START + 1 + 99 * MINUTE, step: MINUTE };
  const points = Array.from({ length: 100 }, (_, index) => START + 1 + index * MINUTE);

  test("is split below the limit of points, with exact seams", async () => {
    await using server = metricsServer();
    await using client = await connect({ route: direct(server.url) }, { maxPoints: 7 });
    const { columns, requests, notices } = await client.queryRange("m", range);
    expect([...columns.time]).toEqual(points);
    expect(requests).toBe(15);
    expect(notices).toEqual([]);
  });

  test.each<[string, [number, string]]>([
    ["too many samples", [422, "query processing would load too many samples"]],
    ["too many points", [400, "exceeded maximum resolution of 11,000 points per timeseries"]],
    ["a range that is too long", [400, "time range cannot exceed 32 days"]],
    ["a query that takes too long", [503, "query timed out in expression evaluation"]],
    ["a proxy that waits no longer", [504, ""]],
  ])("is halved at %s", async (_name, refusal) => {
    await using server = metricsServer({ limit: 20, refusal });
    await using client = await connect({ route: direct(server.url) });
    const { columns, requests } = await client.queryRange("m", range);
    expect([...columns.time]).toEqual(points);
    // 100, 50 or 25 points are refused once each, or twice where two were under way.
    expect(requests).toBe(server.requests.length);
    expect(requests).toBeLessThanOrEqual(8 + 1 + 2 + 4);
  });

  test("stays one request where a part would mean something else", async () => {
    await using server = metricsServer({ limit: 20 });
    await using client = await connect({ route: direct(server.url) });
    await expect(client.queryRange("rate(m[range()])", range))
      .rejects.toMatchObject({ code: "TOO_MANY_SAMPLES" });
    expect(server.requests.length).toBe(1);
  });

  test("pins @ start() and @ end() to the whole range", async () => {
    await using server = metricsServer();
    await using client = await connect({ route: direct(server.url) }, { maxPoints: 50 });
    await client.queryRange("m @ start() - m @ end()", range);
    const asked = server.requests.map(({ body }) => new URLSearchParams(body).get("query"));
    expect(asked).toEqual(Array(2).fill("m @ 1735689600.001 - m @ 1735695540.001"));
  });

  test("says so when the server moves the points, and keeps none twice", async () => {
    await using server = metricsServer({ aligns: true });
    await using client = await connect({ route: direct(server.url) }, { maxPoints: 60 });
    const { columns, notices } = await client.queryRange("m", range);
    expect([...columns.time]).toEqual(minutes(101));
    expect(notices).toEqual([
      expect.stringMatching(/^101 of 101 points are not at the requested times/),
    ]);
  });

  test("with steps of a day has no point for a day that is not over", async () => {
    const now = START + 3.5 * DAY;
    await using server = metricsServer({ aligns: true });
    await using client = await connect({ route: direct(server.url) }, {}, {
      now: () => now,
      random: () => 0,
      wait: () => Promise.resolve(),
    });
    const days = { start: START, end: now, step: DAY };
    const { columns, notices } = await client.queryRange("m", days);
    expect([...columns.time]).toEqual([0, 1, 2, 3].map((day) => START + day * DAY));
    expect(notices).toContainEqual(expect.stringMatching(/future.*not over/));
    const hours = await client.queryRange("m", { ...days, step: DAY / 2 });
    expect(hours.columns.time.at(-1)).toBe(now);
  });

  test.each([{ start: 2, end: 1, step: 1 }, { start: 0, end: 1, step: 0 }])(
    "refuses %o",
    async (wrong) => {
      await using client = await connect({ route: direct(new URL("http://127.0.0.1:1")) });
      await expect(client.queryRange("m", wrong)).rejects.toMatchObject({ code: "BAD_RANGE" });
    },
  );
});

test("warnings and infos travel with the result, each once", async () => {
  const extra = { warnings: ["results truncated due to limit"], infos: ["i"], isPartial: true };
  await using server = metricsServer({ extra });
  await using client = await connect({ route: direct(server.url) }, { maxPoints: 2 });
  const expected = [...extra.warnings, ...extra.infos, expect.stringMatching(/is incomplete/)];
  expect((await client.query("m", { time: START })).notices).toEqual(expected);
  const range = { start: START, end: START + 9 * MINUTE, step: MINUTE };
  expect((await client.queryRange("m", range)).notices).toEqual(expected);
});

test("native histograms are left out with a remark", async () => {
  await using server = standIn(() =>
    Response.json({
      status: "success",
      data: { resultType: "vector", result: [{ metric: {}, histogram: [1, { count: "1" }] }] },
    })
  );
  await using client = await connect({ route: direct(server.url) });
  const { columns, notices } = await client.query("h");
  expect(columns.labels).toEqual([]);
  expect(notices).toEqual(["Native histograms of 1 series are left out"]);
});

test("the time 0 is a time", async () => {
  await using server = metricsServer();
  await using client = await connect({ route: direct(server.url) });
  await client.query("m", { time: 0 });
  expect(new URLSearchParams(server.requests[0]!.body).get("time")).toBe("0");
});

describe("metadata", () => {
  const answer = (data: unknown) => () =>
    Response.json({ status: "success", data, warnings: ["w"] });
  const form = ({ body }: ReceivedRequest) => [...new URLSearchParams(body)];

  test("series()", async () => {
    await using server = standIn(answer([{ __name__: "up", job: "a" }]));
    await using client = await connect({ route: direct(server.url) });
    const listing = await client.series(["up", 'down{a="b"}'], { range: { start: 0, end: 1500 } });
    expect(listing).toEqual({ items: [{ __name__: "up", job: "a" }], notices: ["w"] });
    expect(server.requests[0]).toMatchObject({ method: "POST", path: "/api/v1/series" });
    expect(form(server.requests[0]!)).toEqual([
      ["match[]", "up"],
      ["match[]", 'down{a="b"}'],
      ["start", "0"],
      ["end", "1.5"],
    ]);
    await client.series({ metric: "up", matchers: [] });
    expect(form(server.requests[1]!)).toEqual([["match[]", "up"]]);
  });

  test("labels() and labelValues()", async () => {
    await using server = standIn(answer(["a", "b"]));
    await using client = await connect({ route: direct(server.url) });
    expect((await client.labels()).items).toEqual(["a", "b"]);
    expect((await client.labelValues("jöb/1", { match: ["up"] })).items).toEqual(["a", "b"]);
    expect(server.requests.map(({ method, path }) => [method, path])).toEqual([
      ["POST", "/api/v1/labels"],
      ["GET", "/api/v1/label/j%C3%B6b%2F1/values?match%5B%5D=up"],
    ]);
  });

  test.each([[{ a: 1 }], [[1]], [null]])(
    "an answer of another shape is an error: %o",
    async (data) => {
      await using server = standIn(answer(data));
      await using client = await connect({ route: direct(server.url) });
      await expect(client.series("up")).rejects.toMatchObject({ code: "BAD_ANSWER" });
      await expect(client.labels()).rejects.toMatchObject({ code: "BAD_ANSWER" });
    },
  );

  test("an answer that stops is an error", async () => {
    const body = '{"status":"success","data":["a","b"]}';
    for (let length = 0; length < body.length; length++) {
      await using server = standIn(() => new Response(body.slice(0, length)));
      await using client = await connect({ route: direct(server.url) });
      await expect(client.labels()).rejects.toMatchObject({ code: "TRUNCATED_ANSWER" });
    }
  });
});

describe("Route A", () => {
  const token = "glsa_good";
  const route = (url: URL, datasourceUid?: string): Route => ({
    kind: "dashboard",
    url,
    token: new Secret(token),
    ...(datasourceUid !== undefined && { datasourceUid }),
  });

  test.each<[string, Parameters<typeof startDashboard>[0]["datasources"] & object, string]>([
    ["the only one", [{ uid: "l", name: "Logs", type: "loki" }, { uid: "m", name: "M" }], "m"],
    ["the default", [{ uid: "a", name: "A" }, { uid: "b", name: "B", isDefault: true }], "b"],
  ])("finds %s of several datasources", async (_name, datasources, uid) => {
    await using upstream = metricsServer();
    for (const list of ["open", "licensed"] as const) {
      await using server = startDashboard({ upstream: upstream.url, token, datasources, list });
      await using client = await connect({ route: route(server.url) });
      const { columns } = await client.samples("m", { start: START, end: START + MINUTE });
      expect([...columns.value]).toEqual([0, 1]);
      expect(server.requests.at(-1)!.path)
        .toBe(`/api/datasources/proxy/uid/${uid}/api/v1/query`);
      expect(client.description).toContain(`(${uid}) of the dashboard at ${server.url.origin}`);
    }
  });

  test("asks for no list when the uid is known, and sends the token alone", async () => {
    await using upstream = metricsServer();
    await using server = startDashboard({ upstream: upstream.url, token, prefix: "/grafana" });
    const url = new URL("grafana/", server.url);
    await using client = await connect({ route: route(url, "metrics-uid") });
    await client.query("m", { time: START });
    expect(server.requests.map(({ path }) => path))
      .toEqual(["/grafana/api/datasources/proxy/uid/metrics-uid/api/v1/query"]);
    expect(server.requests[0]!.headers.get("authorization")).toBe(`Bearer ${token}`);
    expect(upstream.requests[0]!.headers.get("authorization")).toBeNull();
  });

  test("reads label values with GET, because the proxy takes no POST for them", async () => {
    await using upstream = standIn(() => Response.json({ status: "success", data: ["x"] }));
    await using server = startDashboard({ upstream: upstream.url, token });
    await using client = await connect({ route: route(server.url) });
    expect((await client.labelValues("job")).items).toEqual(["x"]);
    expect((await client.labels()).items).toEqual(["x"]);
  });

  test("health() asks the dashboard and the server behind it", async () => {
    await using upstream = metricsServer();
    await using server = startDashboard({ upstream: upstream.url, token });
    await using client = await connect({ route: route(server.url) });
    expect(await client.health()).toEqual({
      latency: expect.any(Number),
      dashboard: { database: "ok", version: "11.6.0" },
    });
    expect(upstream.requests.length).toBe(1);
  });
});

describe("Route B", () => {
  const route = (url: URL): Route => (
    { kind: "gateway", url, user: "agent", password: new Secret("right") }
  );

  test("every call passes the rule of the specification", async () => {
    await using upstream = metricsServer();
    await using lists = standIn(() => Response.json({ status: "success", data: [] }));
    const account = { user: "agent", password: "right" };
    await using server = startGateway({ ...account, upstream: upstream.url });
    await using client = await connect({ route: route(server.url) });
    const range = { start: START, end: START + MINUTE };
    expect((await client.samples("m", range)).columns.time.length).toBe(2);
    expect((await client.queryRange("m", { ...range, step: MINUTE })).requests).toBe(1);
    expect((await client.health()).dashboard).toBeUndefined();
    await using other = startGateway({ ...account, upstream: lists.url });
    await using lister = await connect({ route: route(other.url) });
    expect((await lister.series("m", { range })).items).toEqual([]);
    expect((await lister.labels({ range })).items).toEqual([]);
    expect((await lister.labelValues("job", { range, match: ["m"] })).items).toEqual([]);
    expect(client.description).toBe(`metrics server at ${server.url}, through the gateway`);
  });
});
