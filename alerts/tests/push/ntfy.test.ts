import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { startNtfy } from "../../src/demo/ntfy_stand_in.ts";
import { standIn } from "../../src/demo/stand_in.ts";
import { type NtfyOptions, ntfyPublisher } from "../../src/push/ntfy.ts";
import type { PushMessage } from "../../src/push/publisher.ts";
import { Secret } from "../../../src/secret.ts";
import { startRawServer } from "../../../tests/standins/raw_server.ts";

const MESSAGE: PushMessage = {
  title: "Störung",
  message: "Der Knoten ist weg",
  priority: 5,
  tags: ["rotating_light", "media"],
  click: "https://runbooks.example/a?b=c",
};

/** Publishes without waiting; the error, if there is one. */
async function publish(
  url: URL,
  options: Partial<NtfyOptions> = {},
  message = MESSAGE,
  signal = new AbortController().signal,
) {
  const waits: number[] = [];
  const publisher = ntfyPublisher({ url, topic: "alerts", ...options }, {
    now: Date.now,
    random: () => 0,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  const error = await publisher.publish(message, { signal }).then(
    () => undefined,
    (error) => error,
  );
  return { error, waits };
}

/** A server that answers one after the other. */
const answering = (...answers: (() => Response)[]) => {
  let count = 0;
  return standIn(() => answers[Math.min(count++, answers.length - 1)]!());
};
const taken = () => Response.json({ id: "x", event: "message" });
const refused = (code: number, error = "no") => () =>
  Response.json({ code, http: Math.floor(code / 100), error }, { status: Math.floor(code / 100) });

describe("ntfyPublisher()", () => {
  test("publishes a message with all that belongs to it", async () => {
    await using ntfy = startNtfy({ token: "tk_secret" });
    expect((await publish(ntfy.url, { token: new Secret("tk_secret") })).error).toBeUndefined();
    expect(ntfy.published).toEqual([{ topic: "alerts", ...MESSAGE }]);
    const [request] = ntfy.requests;
    expect([request?.method, request?.path]).toEqual(["POST", "/alerts"]);
    expect(request?.headers.get("x-title")).toBe("=?UTF-8?B?U3TDtnJ1bmc=?=");
    expect(request?.headers.has("x-markdown")).toBe(false);
    expect(request?.headers.has("x-actions")).toBe(false);
  });

  test("keeps a path of the server, and sends no token where there is none", async () => {
    await using server = answering(taken);
    await publish(new URL("/push/", server.url));
    expect(server.requests[0]?.path).toBe("/push/alerts");
    expect(server.requests[0]?.headers.has("authorization")).toBe(false);
  });

  test("a text that is too long stays a message: it is cut, not attached", async () => {
    await using ntfy = startNtfy({ attachments: true });
    await publish(ntfy.url, {}, { ...MESSAGE, message: "ä".repeat(3000) });
    const { message } = ntfy.published[0]!;
    expect(message).toMatch(/^ä+…$/);
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4096);
    expect(Buffer.byteLength(message)).toBeGreaterThan(4090);
  });

  test.each(["", "a b", "a/b", "x".repeat(65), "../x", "docs", "v1", "ä"])(
    "%j is no topic",
    (topic) => {
      expect(() => ntfyPublisher({ url: new URL("http://127.0.0.1"), topic }))
        .toThrow(expect.objectContaining({ code: "BAD_SETTING" }));
    },
  );

  test.each([40007, 40009, 40014, 40101, 40301, 40401, 41301, 41303])(
    "%s is final",
    async (code) => {
      await using server = answering(refused(code, "because"));
      const { error, waits } = await publish(server.url);
      expect(error).toMatchObject({
        code: "PUSH_REFUSED",
        status: Math.floor(code / 100),
        message: `The push service at ${server.url.host} answered ${code}: because`,
      });
      expect(waits).toEqual([]);
    },
  );

  test("a wrong token is final, and not in the message", async () => {
    await using ntfy = startNtfy({ token: "tk_right", readers: ["tk_reader"] });
    const wrong = await publish(ntfy.url, { token: new Secret("tk_wrong") });
    expect(wrong.error).toMatchObject({ code: "PUSH_REFUSED", status: 401 });
    const reader = await publish(ntfy.url, { token: new Secret("tk_reader") });
    expect(reader.error).toMatchObject({ code: "PUSH_REFUSED", status: 403 });
    expect(Deno.inspect([wrong.error, reader.error])).not.toMatch(/tk_/);
    expect(ntfy.published).toEqual([]);
  });

  test("waits a little for the limit of requests", async () => {
    await using server = answering(refused(42901), refused(42901), taken);
    const { error, waits } = await publish(server.url);
    expect(error).toBeUndefined();
    expect(waits).toEqual([500, 1000]);
  });

  test.each([
    ["the limit of the day", refused(42908)],
    ["too many failed logins", refused(42909)],
  ])("leaves %s to whoever tries later", async (_, answer) => {
    await using server = answering(answer);
    const { error, waits } = await publish(server.url);
    expect(error).toMatchObject({ code: "PUSH_FAILED" });
    expect(waits).toEqual([]);
  });

  test.each([408, 500, 502, 503, 504, 599])(
    "a message that was there when the server said %d may have been published",
    async (status) => {
      await using server = answering(() => new Response("", { status }), taken);
      const { error, waits } = await publish(server.url);
      expect(error).toMatchObject({ code: "PUSH_UNCERTAIN", status });
      expect(waits).toEqual([]);
    },
  );

  test("gives up after the retries", async () => {
    await using server = answering(refused(42901));
    expect((await publish(server.url)).error).toMatchObject({ code: "PUSH_FAILED" });
    expect(server.requests).toHaveLength(3);
  });

  test("nobody listens: surely not taken", async () => {
    const { error, waits } = await publish(new URL("http://127.0.0.1:1/"));
    expect(error).toMatchObject({ code: "PUSH_FAILED" });
    expect(error.message).toContain("127.0.0.1:1 cannot be reached (ECONNREFUSED)");
    expect(waits).toHaveLength(2);
  });

  test.each([502, 504])(
    "a proxy's %s: perhaps taken, so not sent twice unmarked",
    async (status) => {
      await using server = answering(() => new Response("<html>", { status }));
      const { error, waits } = await publish(server.url);
      expect(error).toMatchObject({ code: "PUSH_UNCERTAIN", status });
      expect(waits).toEqual([]);
      expect(server.requests).toHaveLength(1);
    },
  );

  test("no answer in time, or a lost connection: perhaps taken", async () => {
    const late = Promise.withResolvers<Response>();
    await using slow = standIn(() => late.promise);
    expect((await publish(slow.url, { timeout: 50 })).error)
      .toMatchObject({ code: "PUSH_UNCERTAIN" });
    expect(slow.requests).toHaveLength(1);
    late.resolve(taken());
    await using broken = startRawServer(() => "");
    expect((await publish(broken.url)).error).toMatchObject({ code: "PUSH_UNCERTAIN" });
    expect(broken.requests).toBe(1);
  });

  test("ends when it is told to", async () => {
    const late = Promise.withResolvers<Response>(), stop = new AbortController();
    await using slow = standIn(() => {
      stop.abort();
      return late.promise;
    });
    expect((await publish(slow.url, {}, MESSAGE, stop.signal)).error)
      .toMatchObject({ code: "PUSH_UNCERTAIN" });
    late.resolve(taken());
  });

  test("follows no redirect: text and token stay here", async () => {
    await using elsewhere = answering(taken);
    await using server = answering(() =>
      new Response(null, { status: 307, headers: { location: elsewhere.url.href } })
    );
    const { error } = await publish(server.url, { token: new Secret("tk_secret") });
    expect(error).toMatchObject({ code: "PUSH_REFUSED", status: 307 });
    expect(elsewhere.requests).toEqual([]);
  });

  test("a page that says 200 is not the push service", async () => {
    await using server = answering(() => new Response("<html>Login</html>"));
    expect((await publish(server.url)).error).toMatchObject({ code: "PUSH_REFUSED", status: 200 });
  });
});
