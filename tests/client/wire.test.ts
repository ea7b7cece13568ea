import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { connect } from "../../src/client/connect.ts";
import type { SeriesColumns } from "../../src/columns.ts";
import type { Route } from "../../src/config.ts";
import { Secret } from "../../src/secret.ts";
import { chunkedResponse, frame, xorChunk } from "./chunks/encode.ts";
import {
  asSamples,
  configuration,
  inChunks,
  minutesIn,
  type ReadRequest,
  readServer,
  START,
  STREAMED,
} from "./chunks/read_server.ts";

const MINUTE = 60_000, DAY = 86_400_000;
const direct = (url: URL | string): Route => ({ kind: "direct", url: new URL(url) });
const RANGE = { start: START + 100 * MINUTE, end: START + 400 * MINUTE };
const status = (code: number, body = "", headers = {}) => () =>
  new Response(body, { status: code, headers });

function rows({ time, value }: SeriesColumns): [number, number][] {
  return Array.from(time, (at, row) => [at, value[row]!]);
}

const expected = minutesIn(RANGE).map(([at]) => [at, (at - START) / MINUTE]);

describe("samples() by remote read", () => {
  test.each([["chunks", inChunks], ["samples", asSamples]] as const)(
    "reads an answer with %s",
    async (form, read) => {
      await using server = readServer({ read });
      await using client = await connect({ route: direct(server.url) });
      expect(client.wire).toBe(null);
      const { columns, notices, requests } = await client.samples("m", RANGE);
      expect(rows(columns)).toEqual(expected);
      expect(columns.labels).toEqual([{ __name__: "m" }]);
      expect({ notices, requests, wire: client.wire }).toEqual({
        ...{ notices: [], requests: 1, wire: form },
      });
    },
  );

  test("asks once per connection what the server speaks", async () => {
    await using server = readServer();
    await using client = await connect({ route: direct(server.url) });
    const pull = () => client.samples("m", RANGE);
    await Promise.all([pull(), pull(), pull()]);
    await pull();
    expect(server.asked).toEqual(["read", "config", ...new Array(4).fill("read")]);
  });

  test("asks for chunks, then for samples, with all matchers", async () => {
    await using server = readServer();
    const window = 100 * 366 * DAY;
    await using client = await connect({ route: direct(server.url) }, { window });
    await client.samples('m{a="1",b!="",c=~"x|ü",d!~".+"}', { start: -5, end: RANGE.end });
    expect(server.reads.at(-1)).toEqual({
      start: -5,
      end: RANGE.end,
      matchers: [
        [0, "__name__", "m"],
        [0, "a", "1"],
        [1, "b", ""],
        [2, "c", "x|ü"],
        [3, "d", ".+"],
      ],
      accepted: [1, 0],
    });
  });

  test("asks for at most 32 days at a time", async () => {
    const empty = () => new Response(null, { headers: { "content-type": STREAMED } });
    await using server = readServer({ read: empty });
    await using client = await connect({ route: direct(server.url) });
    const { columns } = await client.samples("m", { start: START, end: START + 40 * DAY });
    expect(columns.labels).toEqual([]);
    const [, ...windows] = server.reads.map(({ start, end }) => [start, end]);
    expect(windows.toSorted(([a], [b]) => a! - b!)).toEqual([
      [START, START - 1 + 20 * DAY + 1000],
      [START + 20 * DAY + 1000, START + 40 * DAY],
    ]);
  });

  test.each([["chunks", inChunks], ["samples", asSamples]] as const)(
    "gives each sample once from many answers with %s",
    async (_, read) => {
      await using server = readServer({ read });
      await using client = await connect({ route: direct(server.url) }, { window: 7 * MINUTE });
      const progress: string[] = [];
      const { columns, requests } = await client.samples("m", RANGE, {
        onProgress: (done, total) => progress.push(`${done}/${total}`),
      });
      expect(rows(columns)).toEqual(expected);
      expect(requests).toBe(43);
      expect(progress.at(-1)).toBe("43/43");
    },
  );

  test("what came stays as it is, whatever is pulled after it", async () => {
    await using server = readServer();
    for (const window of [7 * MINUTE, 32 * DAY]) {
      await using client = await connect({ route: direct(server.url) }, { window });
      const first = await client.samples("m", RANGE);
      await client.samples("m", { start: RANGE.end, end: RANGE.end + DAY });
      expect(rows(first.columns)).toEqual(expected);
    }
  });

  test("asks for less where the server finds it too much", async () => {
    const limited = (request: ReadRequest) =>
      minutesIn(request).length > 40
        ? new Response("exceeded sample limit (40)\n", { status: 400 })
        : asSamples(request);
    await using server = readServer({ read: limited });
    await using client = await connect({ route: direct(server.url) });
    const { columns, requests } = await client.samples("m", RANGE);
    expect(rows(columns)).toEqual(expected);
    expect(requests).toBe(server.reads.length - 1);
    expect(client.wire).toBe("samples");
  });

  test("an answer that is larger than may be is asked for in parts", async () => {
    await using server = readServer();
    await using client = await connect({ route: direct(server.url) }, { maxBytes: 16 * 250 });
    const { columns, requests } = await client.samples("m", RANGE);
    expect(rows(columns)).toEqual(expected);
    expect(requests).toBeGreaterThan(1);
  });

  test("leaves nothing behind at a signal that outlives it", async () => {
    await using server = readServer();
    await using client = await connect({ route: direct(server.url) });
    const { signal } = new AbortController();
    await client.samples("m", RANGE, { signal });
    const before = getEventListeners(signal, "abort").length;
    for (let pull = 0; pull < 5; pull++) await client.samples("m", RANGE, { signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(before);
  });

  test("is aborted by its signal, also while the server is asked what it speaks", async () => {
    for (const hang of [1, 2]) {
      let count = 0;
      const aborting = new AbortController();
      await using server = readServer({
        async read(request) {
          if (++count < hang) return inChunks(request);
          aborting.abort();
          await new Promise((resolve) => setTimeout(resolve, 50));
          return inChunks(request);
        },
      });
      await using client = await connect({ route: direct(server.url) });
      await expect(client.samples("m", RANGE, { signal: aborting.signal }))
        .rejects.toMatchObject({ code: "ABORTED" });
      // Another pull is not affected.
      expect(rows((await client.samples("m", RANGE)).columns)).toEqual(expected);
      expect(client.wire).toBe("chunks");
    }
  });
});

const page = "<html><title>Log in</title></html>";

describe("samples() of a server without remote read", () => {
  test.each<[string, () => Response | Promise<Response>]>([
    ["404", status(404, "404 page not found")],
    ["405", status(405)],
    ["400, as VictoriaMetrics", status(400, "unsupported path requested")],
    ["401", status(401)],
    ["403", status(403, "no")],
    ["501", status(501)],
    ["a redirect", status(302, "", { location: "https://login.example/?rd=x" })],
    ["a login page", status(200, page, { "content-type": "text/html" })],
    ["a login page that says nothing of its type", status(200, page)],
    ["JSON", () => Response.json({ status: "success", data: {} })],
    ["chunks that are none", status(200, "no chunks at all", { "content-type": STREAMED })],
    ["samples that are none", status(200, "no", { "content-type": "application/x-protobuf" })],
    ["a chunk of an unknown encoding", unknownEncoding],
  ])("that answers with %s are JSON, without a word", async (_, read) => {
    await using server = readServer({ read });
    await using client = await connect({ route: direct(server.url) });
    for (let pull = 0; pull < 2; pull++) {
      const { columns, notices } = await client.samples("m", RANGE);
      expect(rows(columns)).toEqual(expected);
      expect(notices).toEqual([]);
      expect(client.wire).toBe("json");
    }
    expect(server.asked).toEqual(["read", "query", "query"]);
  });

  test("is asked again where it was only not ready", async () => {
    let count = 0;
    await using server = readServer({
      read: (request) =>
        ++count === 1 ? new Response("starting", { status: 503 }) : inChunks(request),
    });
    await using client = await connect({ route: direct(server.url) });
    await client.samples("m", RANGE);
    expect(client.wire).toBe("json");
    await client.samples("m", RANGE);
    expect(client.wire).toBe("chunks");
  });

  test.each([
    ["external labels", "global:\n  scrape_interval: 15s\n  external_labels:\n    site: home\n"],
    ["servers of its own", "global:\n  scrape_interval: 15s\nremote_read:\n- url: http://a/\n"],
  ])("is JSON where Prometheus would change it by %s", async (_, yaml) => {
    await using server = readServer({ config: () => configuration(yaml) });
    await using client = await connect({ route: direct(server.url) });
    expect(rows((await client.samples("m", RANGE)).columns)).toEqual(expected);
    expect(client.wire).toBe("json");
    await using strict = await connect({ route: direct(server.url) }, { wire: "chunks" });
    await expect(strict.samples("m", RANGE)).rejects.toMatchObject({
      code: "NO_REMOTE_READ",
      message: expect.stringMatching(/is configured with (external_labels|remote_read):/),
    });
  });

  test.each([
    ["that has no such endpoint is trusted", 404, "chunks"],
    ["that hides its configuration is not", 403, "json"],
  ])("a server %s", async (_, code, wire) => {
    await using server = readServer({ config: status(code) });
    await using client = await connect({ route: direct(server.url) });
    await client.samples("m", RANGE);
    expect(client.wire).toBe(wire);
  });

  test("a selector of everything is not asked for by remote read, which would give it", async () => {
    await using server = readServer();
    await using client = await connect({ route: direct(server.url) });
    for (const text of ['{a=~".*"}', '{a=""}', '{a!="x"}', '{__name__!~"b.+"}']) {
      await client.samples(text, RANGE);
      expect(client.wire).toBe("json");
    }
    expect(server.reads.length).toBe(1);
    await client.samples('{__name__=~"m.*"}', RANGE);
    expect(client.wire).toBe("chunks");
  });
});

function unknownEncoding(): Response {
  const chunk = { data: xorChunk([[0, 0n]]), encoding: 9 };
  return new Response(frame(chunkedResponse({ __name__: "up" }, [chunk])), {
    headers: { "content-type": STREAMED },
  });
}

describe("an answer that cannot be read", () => {
  /** Good at first, so that remote read is chosen. */
  const later = (bad: () => Response) => {
    let count = 0;
    return (request: ReadRequest) => ++count === 1 ? inChunks(request) : bad();
  };

  test("is fetched as JSON instead, with a notice, and so is all after it", async () => {
    await using server = readServer({ read: later(unknownEncoding) });
    await using client = await connect({ route: direct(server.url) });
    const { columns, notices } = await client.samples("m", RANGE);
    expect(rows(columns)).toEqual(expected);
    expect(notices).toEqual([
      "The answer of remote read cannot be read: a chunk has the unknown encoding 9; fetched as JSON instead",
    ]);
    expect((await client.samples("m", RANGE)).notices).toEqual([]);
    expect(server.reads.length).toBe(2);
  });

  test("is an error where chunks were asked for", async () => {
    await using server = readServer({ read: later(unknownEncoding) });
    await using client = await connect({ route: direct(server.url) }, { wire: "chunks" });
    await expect(client.samples("m", RANGE)).rejects.toMatchObject({ code: "BAD_ANSWER" });
    expect(server.asked).not.toContain("query");
  });

  test("that was refused is left to the query API, which says why", async () => {
    await using server = readServer({ read: later(status(500, "error parsing regexp")) });
    await using client = await connect({ route: direct(server.url) });
    expect((await client.samples("m", RANGE)).notices).toEqual([]);
    expect(client.wire).toBe("json");
  });

  test("that ends too early is a truncated answer, as in JSON", async () => {
    const cut = () =>
      new Response(frame(chunkedResponse({ __name__: "m" }, [])).subarray(0, 5), {
        headers: { "content-type": STREAMED },
      });
    await using server = readServer({ read: later(cut) });
    await using client = await connect({ route: direct(server.url) });
    await expect(client.samples("m", RANGE)).rejects.toMatchObject({ code: "TRUNCATED_ANSWER" });
  });
});

describe("the option wire", () => {
  test("json asks nothing else", async () => {
    await using server = readServer();
    await using client = await connect({ route: direct(server.url) }, { wire: "json" });
    await client.samples("m", RANGE);
    expect(server.asked).toEqual(["query"]);
    expect(client.wire).toBe("json");
  });

  test.each<[string, () => Response, RegExp]>([
    ["404", status(404, "404 page not found"), /HTTP 404/],
    ["a login page", status(200, page, { "content-type": "text/html" }), /type is 'text\/html'/],
    ["JSON", () => Response.json({}), /type is 'application\/json'/],
  ])("chunks fails where the server answers with %s", async (_, read, message) => {
    await using server = readServer({ read });
    await using client = await connect({ route: direct(server.url) }, { wire: "chunks" });
    await expect(client.samples("m", RANGE)).rejects.toMatchObject({
      code: "NO_REMOTE_READ",
      message: expect.stringMatching(message),
      hint: expect.stringContaining("json"),
    });
    expect(server.asked).not.toContain("query");
  });

  test("chunks fails as JSON does where nothing listens", async () => {
    const route = direct("http://127.0.0.1:1");
    await using client = await connect({ route }, { wire: "chunks", retries: 0 });
    await expect(client.samples("m", RANGE)).rejects.toMatchObject({ code: "CONNECTION_REFUSED" });
  });

  const url = new URL("http://127.0.0.1:1/");
  const secret = new Secret("x");
  test.each<[string, Route]>([
    ["gateway", { kind: "gateway", url, user: "a", password: secret }],
    ["dashboard", { kind: "dashboard", url, token: secret }],
  ])("chunks is refused on the route of the %s, before anything is sent", async (kind, route) => {
    await expect(connect({ route }, { wire: "chunks" })).rejects.toMatchObject({
      code: "NO_REMOTE_READ",
      message: expect.stringContaining(kind),
    });
  });

  test("a route with credentials is never asked for remote read", async () => {
    await using server = readServer();
    const route: Route = { kind: "gateway", url: server.url, user: "a", password: secret };
    await using client = await connect({ route });
    await client.samples("m", RANGE);
    expect(server.asked).toEqual(["query"]);
  });
});
