import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { alertmanagerDoor } from "../../src/door/alertmanager.ts";
import type { DoorOptions } from "../../src/door/webhook_door.ts";
import type { AnalyzerEvent } from "../../src/events.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { Secret } from "../../../src/secret.ts";
import { alert, payload } from "../incidents.ts";

const AUTHORIZATION = { authorization: "Bearer s3cret" };

let store: Store, server: Deno.HttpServer<Deno.NetAddr> | undefined, events: AnalyzerEvent[];
let time: number;

beforeEach(() => {
  store = openStore();
  events = [];
  time = 0;
});
afterEach(async () => {
  await server?.shutdown();
  store[Symbol.dispose]();
});

/** Opens a door over HTTP, behind which nobody works. */
function open(
  given: Partial<DoorOptions> = {},
): (init?: RequestInit, path?: string) => Promise<Response> {
  const door = alertmanagerDoor({
    secret: new Secret("s3cret"),
    accept: (incidents, options) =>
      store.commit(() =>
        store.intake.accept(incidents, { ...options, cooldown: 300_000, capacity: 20 }, time)
      ),
    report: (event) => void events.push(event),
    ...given,
  });
  server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, door.fetch);
  const base = `http://127.0.0.1:${server.addr.port}`;
  return (init = {}, path = "/webhook") =>
    fetch(base + path, { method: "POST", headers: AUTHORIZATION, ...init });
}

const body = (...names: string[]) => JSON.stringify(payload(names.map((name) => alert(name))));
const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `A${from + at}`);

describe("GET /health", () => {
  test("answers without a secret", async () => {
    const response = await open()({ method: "GET", headers: {} }, "/health");
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });
});

describe("POST /webhook", () => {
  test("takes alerts in", async () => {
    const post = open();
    const response = await post({ body: body("A", "B") });
    expect([response.status, await response.json()]).toEqual([200, { accepted: 2 }]);
    expect(store.queue.counts().queued).toBe(2);
  });

  test("says what it skipped", async () => {
    const post = open();
    await (await post({ body: body("A") })).body?.cancel();
    const alerts = [alert("A", { startsAt: "2026-11-21T09:00:00Z" }), alert("A"), "?"];
    const response = await post({
      body: JSON.stringify(payload([...alerts, alert("C", { status: "resolved" }), alert("D")])),
    });
    expect([response.status, await response.json()]).toEqual([
      200,
      { accepted: 1, skipped: { resolved: 1, malformed: 1, cooldown: 1, pending: 1 } },
    ]);
  });

  test("takes resolved alerts if told to", async () => {
    const post = open({ skipsResolved: false });
    const response = await post({
      body: JSON.stringify(payload([alert("C", { status: "resolved" })])),
    });
    expect(await response.json()).toEqual({ accepted: 1 });
  });

  test.each([
    ["no header", {}],
    ["a wrong secret", { authorization: "Bearer s3cre" }],
    ["a longer secret", { authorization: "Bearer s3crets" }],
    ["another scheme", { authorization: "Basic s3cret" }],
    ["no scheme", { authorization: "s3cret" }],
    ["an empty one", { authorization: "Bearer " }],
  ])("refuses %s", async (_, headers) => {
    const response = await open()({ headers: headers as HeadersInit, body: body("A") });
    expect([response.status, await response.json()]).toEqual([401, { error: "unauthorized" }]);
    expect(store.queue.counts().queued).toBe(0);
  });

  test("refuses a stranger before the body is there", async () => {
    const post = open();
    // A body that does not end: whoever waits for it waits for ever.
    let end = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(to) {
        to.enqueue(new TextEncoder().encode("{"));
        end = () => to.close();
      },
    });
    const response = await post({ headers: {}, body });
    expect(response.status).toBe(401);
    await response.body?.cancel();
    end();
  });

  test("a stranger cannot tell which methods and bodies there are", async () => {
    const post = open();
    expect((await post({ method: "GET", headers: {} })).status).toBe(401);
    expect((await post({ headers: {}, body: "nonsense" })).status).toBe(401);
  });

  test.each([
    ["no JSON", "{", "not JSON"],
    ["nothing", "", "not JSON"],
    ["a custom payload", '{"text":"hunter2"}', "custom payloads are not supported"],
  ])("refuses %s", async (_, text, why) => {
    const response = await open()({ body: text });
    const answer = await response.text();
    expect(response.status).toBe(400);
    expect(answer).toContain(why);
    expect(answer).not.toContain("hunter2");
  });

  test("refuses other methods", async () => {
    const response = await open()({ method: "GET" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    await response.body?.cancel();
  });

  test("refuses a long body, announced or not", async () => {
    const post = open({ maxBytes: 1_000 });
    const text = JSON.stringify(payload([alert("A", { annotations: { a: "x".repeat(2_000) } })]));
    expect((await post({ body: text })).status).toBe(413);
    const chunked = new ReadableStream<Uint8Array>({
      start(to) {
        to.enqueue(new TextEncoder().encode(text));
        to.close();
      },
    });
    expect((await post({ body: chunked })).status).toBe(413);
    expect(store.queue.counts().queued).toBe(0);
  });

  test("takes what fits of a long batch; the sender's retry brings the rest", async () => {
    const post = open();
    const batch = body(...names(0, 30));
    const first = await post({ body: batch });
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await first.json()).toEqual({ error: "queue full", refused: 10, accepted: 20 });

    const early = await post({ body: batch });
    expect(early.status).toBe(503);
    expect(await early.json()).toEqual({
      error: "queue full",
      refused: 10,
      accepted: 0,
      skipped: { pending: 20 },
    });

    for (let taken = 0; taken < 15; taken++) store.queue.take(time);
    const late = await post({ body: batch });
    expect([late.status, await late.json()]).toEqual([200, {
      accepted: 10,
      skipped: { pending: 20 },
    }]);
    expect(store.queue.counts()).toMatchObject({ queued: 15, running: 15 });
  });

  test("says that it stops, so that the sender comes back", async () => {
    const response = await open({ accept: () => Promise.resolve(null) })({ body: body("A") });
    expect([response.status, await response.json()]).toEqual([503, { error: "stopping" }]);
  });

  test("a store that fails is answered with 500, so that the sender comes back", async () => {
    const post = open({
      accept: () => {
        throw new Error("disk full");
      },
    });
    const response = await post({ body: body("A") });
    expect([response.status, await response.json()]).toEqual([500, { error: "internal error" }]);
    expect(events).toContainEqual({ kind: "fault", where: "door", error: new Error("disk full") });
  });

  test("webhooks whose common commit fails are all refused, and their retry is accepted", async () => {
    const dir = await mkdtemp(`${tmpdir()}/door-`);
    store[Symbol.dispose]();
    store = openStore({ path: `${dir}/a.db` });
    try {
      const post = open();
      {
        // Somebody else's lock: the store gives up after two seconds.
        using other = new DatabaseSync(`${dir}/a.db`);
        other.exec("BEGIN IMMEDIATE");
        const answers = await Promise.all(names(0, 3).map((name) => post({ body: body(name) })));
        expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
        await Promise.all(answers.map(({ body }) => body?.cancel()));
      }
      expect(store.queue.counts().queued).toBe(0);
      const again = await Promise.all(names(0, 3).map((name) => post({ body: body(name) })));
      expect(await Promise.all(again.map((answer) => answer.json()))).toEqual(
        Array(3).fill({ accepted: 1 }),
      );
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  test("tells what happened without any text of the alerts", async () => {
    const post = open();
    await (await post({ body: body("A") })).body?.cancel();
    await (await post({ headers: {} })).body?.cancel();
    expect(events).toEqual([
      { kind: "webhook", accepted: 1, skipped: {}, refused: 0 },
      { kind: "request", status: 200, duration: expect.any(Number) },
      { kind: "request", status: 401, duration: expect.any(Number) },
    ]);
  });
});

describe("GET /ready", () => {
  test("tries the store, and says no more than that it is not ready", async () => {
    let isFull = false;
    const check = () => isFull ? Promise.reject(new Error("disk full")) : Promise.resolve();
    const get = open({ check });
    const ask = async () => {
      const response = await get({ method: "GET", headers: {} }, "/ready");
      return [response.status, await response.json()];
    };
    expect(await ask()).toEqual([200, { status: "ready" }]);
    isFull = true;
    expect(await ask()).toEqual([503, { status: "not ready" }]);
    expect(events).toContainEqual({ kind: "fault", where: "ready", error: new Error("disk full") });
    const health = await get({ method: "GET", headers: {} }, "/health");
    expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
  });
});

test("other paths do not exist", async () => {
  const response = await open()({}, "/");
  expect(response.status).toBe(404);
  await response.body?.cancel();
});
