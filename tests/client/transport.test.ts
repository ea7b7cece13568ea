import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { connect, type ConnectOptions } from "../../src/client/connect.ts";
import type { Route } from "../../src/config.ts";
import { Secret } from "../../src/secret.ts";
import { joinSeries } from "../../src/columns.ts";
import { startGateway } from "../standins/gateway.ts";
import { startMetricsServer } from "../standins/metrics_server.ts";
import { startRawServer } from "../standins/raw_server.ts";
import { standIn } from "../standins/stand_in.ts";

const OK = '{"status":"success","data":{"resultType":"vector","result":[]}}';
const ok = () => new Response(OK);
const direct = (url: URL | string): Route => ({ kind: "direct", url: new URL(url) });

/** A clock that jumps instead of waiting, and tells how long it would have waited. */
function fastEffects() {
  const waits: number[] = [];
  return {
    waits,
    now: () => 1_700_000_000_000,
    random: () => 0,
    wait: (milliseconds: number) => Promise.resolve(void waits.push(milliseconds)),
  };
}

/** Answers with each status once, then well. */
function failing(...statuses: (number | [number, Record<string, string>])[]) {
  return standIn(() => {
    const next = statuses.shift();
    if (next === undefined) return ok();
    const [status, headers] = typeof next === "number" ? [next, {}] : next;
    return new Response(status === 204 ? null : "", { status, headers });
  });
}

describe("retries", () => {
  test.each([429, 502, 503, 504])("%i is tried again, later each time", async (status) => {
    await using server = failing(status, status, status);
    const effects = fastEffects();
    await using client = await connect({ route: direct(server.url) }, {}, effects);
    await client.query("1");
    expect(server.requests.length).toBe(4);
    expect(effects.waits).toEqual([125, 250, 500]);
  });

  test.each([204, 301, 302, 400, 401, 403, 404, 405, 422, 500, 501])(
    "%i is not tried again",
    async (status) => {
      await using server = failing(status);
      await using client = await connect({ route: direct(server.url) }, {}, fastEffects());
      await expect(client.query("1")).rejects.toMatchObject({ status });
      expect(server.requests.length).toBe(1);
    },
  );

  test("end after the number that was asked for", async () => {
    await using server = failing(502, 502, 502);
    await using client = await connect(
      { route: direct(server.url) },
      { retries: 1 },
      fastEffects(),
    );
    await expect(client.query("1")).rejects.toMatchObject({ code: "BAD_GATEWAY" });
    expect(server.requests.length).toBe(2);
  });

  test.each<[string, number[]]>([
    ["7", [7000]],
    ["0", [0]],
    [new Date(1_700_000_009_000).toUTCString(), [9000]],
    [new Date(1_600_000_000_000).toUTCString(), [0]],
    ["soon", [125]],
  ])("Retry-After: %s is obeyed", async (wish, waits) => {
    await using server = failing([429, { "retry-after": wish }]);
    const effects = fastEffects();
    await using client = await connect({ route: direct(server.url) }, {}, effects);
    await client.query("1");
    expect(effects.waits).toEqual(waits);
  });

  test("a Retry-After beyond patience is an error at once", async () => {
    await using server = failing([503, { "retry-after": "3600" }]);
    const effects = fastEffects();
    await using client = await connect({ route: direct(server.url) }, {}, effects);
    await expect(client.query("1")).rejects.toMatchObject({ status: 503 });
    expect([server.requests.length, effects.waits]).toEqual([1, []]);
  });

  test("a lost connection is tried again, and what came before is forgotten", async () => {
    const body = '{"status":"success","data":{"resultType":"vector","result":[{"metric":{},' +
      '"value":[1,"5"]}]}}';
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;
    await using server = startRawServer((count) =>
      count < 3 ? head + body.slice(0, -count * 2) : head + body
    );
    await using client = await connect({ route: direct(server.url) }, {}, fastEffects());
    const { columns } = await client.query("1");
    expect([server.requests, [...columns.value]]).toEqual([3, [5]]);
  });

  test("a broken answer is not tried again", async () => {
    await using server = standIn(() => new Response("{"));
    await using client = await connect({ route: direct(server.url) }, {}, fastEffects());
    await expect(client.query("1")).rejects.toMatchObject({ code: "TRUNCATED_ANSWER" });
    expect(server.requests.length).toBe(1);
  });
});

describe("credentials", () => {
  const account = { user: "agent", password: "right" };
  const route = (url: URL, password: string): Route => (
    { kind: "gateway", url, user: "agent", password: new Secret(password) }
  );

  test("after a 401 no request is made any more, and no account is banned", async () => {
    await using upstream = standIn(ok);
    await using server = startGateway({ ...account, upstream: upstream.url });
    await using client = await connect({ route: route(server.url, "wrong") });
    const first = await client.query("1").catch((error) => error);
    expect(first.code).toBe("GATEWAY_UNAUTHORIZED");
    await expect(client.query("2")).rejects.toBe(first);
    await expect(client.labels()).rejects.toBe(first);
    expect(server.requests.length).toBe(1);

    await using good = await connect({ route: route(server.url, "right") });
    expect((await good.query("1")).requests).toBe(1);
  });

  test("several requests at once with a wrong password are one failure", async () => {
    await using server = startGateway({ ...account, upstream: new URL("http://127.0.0.1:1") });
    await using client = await connect({ route: route(server.url, "wrong") });
    const all = await Promise.allSettled(["1", "2", "3", "4"].map((one) => client.query(one)));
    expect(all.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    expect(server.requests.length).toBe(1);
  });

  test("several requests run at once when the first has succeeded", async () => {
    let running = 0, most = 0;
    await using server = standIn(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running--;
      return ok();
    });
    await using client = await connect({ route: route(server.url, "right") });
    await Promise.all([...Array(12).keys()].map((one) => client.query(String(one))));
    expect(most).toBe(8);
  });

  test.each([
    ["alone", {}, 1],
    ["with the others, if so asked", { firstAlone: false }, 3],
  ])("the first request goes %s, also where there are none", async (_, options, together) => {
    const first = Promise.withResolvers<Response>(), arrived = Promise.withResolvers<void>();
    let asked = 0;
    await using server = standIn(({ path }) => {
      if (path === "/elsewhere") return ok();
      if (++asked === together) arrived.resolve();
      return asked === 1 ? first.promise : ok();
    });
    await using client = await connect({ route: direct(server.url) }, options);
    const all = ["1", "2", "3"].map((one) => client.query(one));
    await arrived.promise;
    // Whatever else was sent with the first arrives in the time of two more connections.
    for (let time = 0; time < 2; time++) {
      await (await fetch(new URL("elsewhere", server.url))).text();
    }
    const before = asked;
    first.resolve(ok());
    await Promise.all(all);
    expect([before, asked]).toEqual([together, 3]);
  });

  test("Basic is written in UTF-8", async () => {
    await using server = standIn(ok);
    await using client = await connect({ route: route(server.url, "grüße🔑") });
    await client.query("1");
    const [, value] = server.requests[0]!.headers.get("authorization")!.split(" ");
    const bytes = Uint8Array.from(atob(value!), (one) => one.charCodeAt(0));
    expect(new TextDecoder().decode(bytes)).toBe("agent:grüße🔑");
  });

  test("never leave the origin: a redirect is an error and nobody follows it", async () => {
    await using elsewhere = standIn(ok);
    await using server = standIn(() =>
      new Response(null, { status: 307, headers: { location: elsewhere.url.href } })
    );
    await using client = await connect({ route: route(server.url, "right") });
    await expect(client.query("1")).rejects.toMatchObject({ status: 307 });
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });
});

describe("requests", () => {
  test.each([
    ["", "/api/v1/query"],
    ["prometheus", "/prometheus/api/v1/query"],
    ["prometheus/", "/prometheus/api/v1/query"],
    ["a/b//", "/a/b/api/v1/query"],
  ])("a path prefix '%s' is kept", async (prefix, path) => {
    await using server = standIn(ok);
    await using client = await connect({ route: direct(server.url.href + prefix) });
    await client.query("1");
    expect(server.requests[0]!.path).toBe(path);
  });

  test("are POST forms that ask for JSON, uncompressed from nearby", async () => {
    await using server = standIn(ok);
    await using client = await connect({ route: direct(server.url) });
    await client.query('a{b="+&%ü"}', { time: 1500 });
    const [{ method, headers, body }] = server.requests as [typeof server.requests[0]];
    expect(method).toBe("POST");
    expect(headers.get("accept")).toBe("application/json");
    expect(headers.get("accept-encoding")).toBe("identity");
    expect(headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(body)))
      .toMatchObject({ query: 'a{b="+&%ü"}', time: "1.5", nocache: "1" });
  });

  test("are GET where that is asked for", async () => {
    await using server = standIn(ok);
    await using client = await connect({ route: direct(server.url) }, { method: "GET" });
    await client.query("a + b");
    const [{ method, path, body }] = server.requests as [typeof server.requests[0]];
    expect([method, body]).toEqual(["GET", ""]);
    expect(new URL(path, server.url).searchParams.get("query")).toBe("a + b");
  });

  test.each<[string, Uint8Array | string, string]>([
    ["whole", gzipSync(OK), "none"],
    ["cut", gzipSync(OK).subarray(0, -12), "TRUNCATED_ANSWER"],
    ["broken", "no gzip at all", "BAD_ANSWER"],
  ])("compressed answers are read (%s)", async (_name, body, expected) => {
    await using server = standIn(() =>
      new Response(body as BodyInit, { headers: { "content-encoding": "gzip" } })
    );
    await using client = await connect({ route: direct(server.url) }, { compression: true });
    const code = await client.query("1").then(() => "none", (error) => error.code);
    expect(code).toBe(expected);
    expect(server.requests[0]!.headers.get("accept-encoding")).toBe("gzip");
  });

  test("an answer without end is given up", async () => {
    const piece = new TextEncoder().encode(`"${"x".repeat(65_000)}",`);
    await using server = standIn(() =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('{"unknown":[')),
          pull: (controller) => controller.enqueue(piece),
        }),
      )
    );
    const options: ConnectOptions = { maxBytes: 1_000_000 };
    await using client = await connect({ route: direct(server.url) }, options);
    await expect(client.query("1")).rejects.toMatchObject({ code: "TOO_MANY_SAMPLES" });
    await expect(client.labels()).rejects.toMatchObject({ code: "TOO_MANY_SAMPLES" });
  });

  const dripping = (piece: string, pause: number, status = 200) =>
    standIn(() => {
      let timer: ReturnType<typeof setInterval>;
      const bytes = new TextEncoder().encode(piece);
      return new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode('{"status":"success","data":'));
            timer = setInterval(() => controller.enqueue(bytes), pause);
          },
          cancel: () => clearInterval(timer),
        }),
        { status },
      );
    });

  test.each([200, 500])("an answer of %i that drips is given up after a while", async (status) => {
    await using server = dripping(" ", 20, status);
    const options: ConnectOptions = { timeouts: { idle: 1000, whole: 200 }, wire: "json" };
    await using client = await connect({ route: direct(server.url) }, options);
    const range = { start: 0, end: 86_400_000 };
    for (const ask of [() => client.samples("up", range), () => client.labels()]) {
      const before = server.requests.length;
      await expect(ask()).rejects.toMatchObject({
        code: "TIMEOUT",
        message: expect.stringContaining("did not finish it within 0.2 s"),
        hint: expect.stringContaining("timeouts.whole"),
      });
      expect(server.requests.length - before).toBe(1);
    }
  });

  test.each([
    ["before the data", '{"status":"success","data":'],
    [
      "between two samples",
      '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1,"1"],',
    ],
    ["behind the answer", OK],
  ])("white space without end is no reason to ask again (%s)", async (_where, start) => {
    const space = new TextEncoder().encode(" ".repeat(65_536));
    let sent = 0;
    await using server = standIn(() =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
          pull: (controller) => {
            sent += space.length;
            controller.enqueue(space);
          },
        }),
      )
    );
    await using client = await connect({ route: direct(server.url) }, { wire: "json" });
    await expect(client.samples("up", { start: 0, end: 86_400_000 })).rejects.toMatchObject({
      code: "BAD_ANSWER",
      message: expect.stringContaining("white space"),
      hint: expect.stringContaining("proxy"),
    });
    expect(server.requests.length).toBe(1);
    // Far less than the 512 MB at which an answer is cut.
    expect(sent).toBeLessThan(2 ** 25);
  });

  test("an answer that is too large is halved until it fits", async () => {
    // Nearly all samples lie in one eighth of the range.
    const time = Float64Array.from(
      { length: 4000 },
      (_, row) => (row < 100 ? 100 * row : row) * 1000,
    );
    time.sort();
    const held = joinSeries(["a", "b", "c"].map((one) => ({
      labels: { __name__: "up", one },
      time: time.map((at) => at + 1_735_689_600_000),
      value: time,
    })));
    await using server = startMetricsServer(() => held);
    await using client = await connect({ route: direct(server.url) }, { maxBytes: 30_000 });
    const start = 1_735_689_600_000, range = { start, end: start + 40_000_000 };
    const { columns, requests } = await client.samples("up", range);
    expect(columns.time.length).toBe(3 * new Set(time).size);
    expect(requests).toBeGreaterThan(8);
  });

  test("halving stops when the answers get no smaller", async () => {
    // It ignores the range.
    const series = `{"metric":{"a":"b"},"values":[${
      '[1735689600,"1"],'.repeat(99)
    }[1735689601,"1"]]}`;
    const body = `{"status":"success","data":{"resultType":"matrix","result":[${
      Array(100).fill(series).join()
    }]}}`;
    await using server = standIn(() => new Response(body));
    await using client = await connect({ route: direct(server.url) }, { maxBytes: 100_000 });
    await expect(client.samples("up", { start: 0, end: 86_400_000 })).rejects.toMatchObject({
      code: "TOO_MANY_SAMPLES",
      message: expect.stringContaining("a shorter range does not make it smaller"),
      hint: expect.stringContaining("fewer series"),
    });
    // The whole, a half or two, a quarter or all of them.
    expect(server.requests.length).toBeLessThanOrEqual(7);
  });

  test("a large page of an error is read only at its start", async () => {
    const piece = new TextEncoder().encode("<p>".repeat(10_000));
    await using server = standIn(() =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.enqueue(piece) }),
        { status: 500 },
      )
    );
    await using client = await connect({ route: direct(server.url) });
    await expect(client.query("1")).rejects.toMatchObject({ code: "NOT_JSON", status: 500 });
  });
});

describe("ending early", () => {
  const REASON = new Error("enough");

  test.each(["before the request", "while it runs", "while its body comes", "between two tries"])(
    "%s",
    async (when) => {
      const controller = new AbortController();
      const stop = () => controller.abort(REASON);
      await using server = standIn(async () => {
        if (when === "between two tries") return new Response("", { status: 502 });
        if (when === "while its body comes") {
          return new Response(
            new ReadableStream({
              start(body) {
                body.enqueue(new TextEncoder().encode(OK.slice(0, 9)));
                setTimeout(stop, 20);
              },
            }),
          );
        }
        setTimeout(stop, 5);
        await new Promise((resolve) => setTimeout(resolve, 100));
        return ok();
      });
      if (when === "before the request") stop();
      if (when === "between two tries") setTimeout(stop, 60);
      await using client = await connect({ route: direct(server.url) });
      await expect(client.query("1", { signal: controller.signal }))
        .rejects.toMatchObject({ code: "ABORTED", cause: REASON });
      expect(server.requests.length).toBe(when === "before the request" ? 0 : 1);
    },
  );

  test("closing the client ends what is under way", async () => {
    await using server = startRawServer(() => null);
    const client = await connect({ route: direct(server.url) });
    const running = client.query("1").catch((error) => error.code);
    while (server.requests === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await client.close();
    expect(await running).toBe("ABORTED");
    await expect(client.query("1")).rejects.toMatchObject({ code: "ABORTED" });
  });
});
