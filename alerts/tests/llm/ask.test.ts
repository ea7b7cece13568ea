import { describe, expect, test } from "vitest";
import { llmError, startLlm } from "../../src/demo/llm_stand_in.ts";
import { standIn } from "../../src/demo/stand_in.ts";
import { ask, type AskOptions } from "../../src/llm/ask.ts";
import { llmEndpoint } from "../../src/llm/endpoint.ts";
import { Secret } from "../../../src/secret.ts";
import { startRawServer } from "../../../tests/standins/raw_server.ts";

const apiKey = new Secret("top-secret");

/** Asks without waiting, and keeps what would have been waited. */
function asking(url: URL, options: Partial<AskOptions> = {}) {
  const waits: number[] = [];
  let time = 0;
  const reply = ask(llmEndpoint(url, { apiKey }), '{"a":"ä"}', {
    signal: new AbortController().signal,
    ...options,
  }, {
    now: () => time,
    random: () => 0,
    wait: (milliseconds, signal) => {
      waits.push(milliseconds);
      time += milliseconds;
      return signal.aborted ? Promise.reject(signal.reason) : Promise.resolve();
    },
  });
  return { reply, waits };
}

describe("ask()", () => {
  test("sends the body with the key, to the whole address", async () => {
    await using server = standIn(() => new Response("fine"));
    const { reply } = asking(new URL("/api/v1/messages?x=1", server.url));
    expect(await reply).toEqual({
      response: { status: 200, body: "fine" },
      isTemporary: false,
      attempts: 1,
      duration: 0,
    });
    const [{ method, path, headers, body }] = server.requests as [typeof server.requests[0]];
    expect([method, path, body]).toEqual(["POST", "/api/v1/messages?x=1", '{"a":"ä"}']);
    expect(headers.get("authorization")).toBe("Bearer top-secret");
    expect(headers.get("content-type")).toBe("application/json");
  });

  test("asks again when that may help", async () => {
    let count = 0;
    await using server = standIn(() =>
      [
        llmError(529, "overloaded_error", "Overloaded"),
        llmError(429, "rate_limit_error", "Slow down", { "retry-after": "3" }),
        new Response("fine"),
      ][count++]!
    );
    const { reply, waits } = asking(server.url);
    expect(await reply).toMatchObject({
      response: { status: 200, body: "fine" },
      attempts: 3,
      duration: 3500,
    });
    expect(waits).toEqual([500, 3000]);
  });

  test("gives up after the retries, with the last answer", async () => {
    await using server = standIn(() => llmError(500, "api_error", "Oops"));
    const { reply } = asking(server.url);
    expect(await reply).toMatchObject({
      response: { status: 500 },
      isTemporary: true,
      attempts: 3,
    });
  });

  test.each([400, 401, 402, 403, 404, 413])("does not ask again after %s", async (status) => {
    await using server = standIn(() => llmError(status, "some_error", "No"));
    const { reply, waits } = asking(server.url);
    expect(await reply).toMatchObject({ response: { status }, isTemporary: false, attempts: 1 });
    expect(waits).toEqual([]);
  });

  test("leaves a long wait to whoever retries later", async () => {
    await using server = standIn(() =>
      llmError(429, "rate_limit_error", "Tomorrow", { "retry-after": "3600" })
    );
    const { reply, waits } = asking(server.url);
    expect(await reply).toMatchObject({
      response: { status: 429 },
      isTemporary: true,
      attempts: 1,
    });
    expect(waits).toEqual([]);
  });

  test.each([301, 302, 307, 308])("does not follow a %s: the key stays here", async (status) => {
    await using elsewhere = standIn(() => new Response("thank you"));
    await using server = standIn(() =>
      new Response(null, { status, headers: { location: elsewhere.url.href } })
    );
    const { reply } = asking(server.url);
    expect(await reply).toMatchObject({ response: { status }, attempts: 1 });
    expect(elsewhere.requests).toEqual([]);
  });

  test("each attempt has its own time limit", async () => {
    const late = Promise.withResolvers<Response>();
    await using server = standIn(() => late.promise);
    const { reply } = asking(server.url, { timeout: 30, retries: 1 });
    expect(await reply).toMatchObject({ failure: "timeout", isTemporary: true, attempts: 2 });
    late.resolve(new Response());
  });

  test("also while the body comes", async () => {
    await using server = standIn(() =>
      new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([123])) }))
    );
    const { reply } = asking(server.url, { timeout: 50, retries: 0 });
    expect(await reply).toMatchObject({ failure: "timeout", attempts: 1 });
  });

  test("reads no more than it should", async () => {
    await using server = standIn(() => new Response("x".repeat(2000)));
    const { reply } = asking(server.url, { maxBytes: 1999 });
    expect(await reply).toMatchObject({ failure: "too_large", isTemporary: false, attempts: 1 });
    const { reply: fits } = asking(server.url, { maxBytes: 2000 });
    expect((await fits).response?.body).toHaveLength(2000);
  });

  test("puts characters together that come in pieces", async () => {
    const bytes = new TextEncoder().encode("ä€");
    await using server = standIn(() =>
      new Response(
        new ReadableStream({
          async start(body) {
            for (const byte of bytes) {
              body.enqueue(new Uint8Array([byte]));
              await Promise.resolve();
            }
            body.close();
          },
        }),
      )
    );
    expect((await asking(server.url).reply).response?.body).toBe("ä€");
  });

  test("tells why there is no answer", async () => {
    const refused = asking(new URL("http://127.0.0.1:1/"), { retries: 1 });
    expect(await refused.reply).toMatchObject({
      failure: "network_econnrefused",
      isTemporary: true,
      attempts: 2,
    });
    await using broken = startRawServer(() => "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{");
    const lost = asking(broken.url, { retries: 0 });
    expect((await lost.reply).failure).toMatch(/^network_[a-z_]+$/);
  });

  test("ends when it is told to, before, during and between attempts", async () => {
    await using server = startLlm({
      key: "other",
      answer: () => ({ text: "" }),
    });
    const gone = AbortSignal.abort();
    expect(await asking(server.url, { signal: gone }).reply)
      .toMatchObject({ failure: "aborted", isTemporary: true });

    const late = Promise.withResolvers<Response>(), stop = new AbortController();
    await using slow = standIn(() => {
      stop.abort();
      return late.promise;
    });
    expect(await asking(slow.url, { signal: stop.signal }).reply)
      .toMatchObject({ failure: "aborted", attempts: 1 });
    late.resolve(new Response());

    const pause = new AbortController();
    await using busy = standIn(() => {
      return llmError(529, "overloaded_error", "Overloaded");
    });
    const reply = ask(llmEndpoint(busy.url, { apiKey }), "{}", { signal: pause.signal }, {
      now: Date.now,
      random: () => 0,
      wait: (_, signal) => {
        pause.abort();
        return Promise.reject(signal.reason);
      },
    });
    expect(await reply).toMatchObject({ failure: "aborted", attempts: 1 });
  });
});
