import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hostmonDoor } from "../../src/door/hostmon.ts";
import type { DoorOptions } from "../../src/door/webhook_door.ts";
import type { AnalyzerEvent } from "../../src/events.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { Secret } from "../../../src/secret.ts";
import { payload } from "../incidents.ts";
import { hostNotification, hostPayload, serviceNotification } from "../notifications.ts";

let store: Store, server: Deno.HttpServer<Deno.NetAddr> | undefined, events: AnalyzerEvent[];

beforeEach(() => {
  store = openStore();
  events = [];
});
afterEach(async () => {
  await server?.shutdown();
  store[Symbol.dispose]();
});

/** Opens a door over HTTP, behind which nobody works, and gives a way to post to it. */
function open(given: Partial<DoorOptions> = {}) {
  const door = hostmonDoor({
    secret: new Secret("s3cret"),
    accept: (incidents, options) =>
      store.commit(() =>
        store.intake.accept(incidents, { ...options, cooldown: 300_000, capacity: 20 }, 0)
      ),
    report: (event) => void events.push(event),
    ...given,
  });
  server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, door.fetch);
  const url = `http://127.0.0.1:${server.addr.port}/webhook`;
  return async (body: unknown, secret = "s3cret") => {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return [response.status, await response.json()];
  };
}

const batch = (count: number) =>
  hostPayload(
    Array.from({ length: count }, (_, at) => serviceNotification({ SERVICEDESC: `CPU ${at}` })),
  );

describe("POST /webhook of the notification script", () => {
  test("takes notifications in, and says what it skipped", async () => {
    const post = open();
    expect(await post(hostPayload([serviceNotification()]))).toEqual([200, { accepted: 1 }]);
    const more = [
      serviceNotification(),
      serviceNotification({ SERVICEPROBLEMID: "9" }),
      hostNotification(),
      hostNotification({ NOTIFICATIONTYPE: "RECOVERY", HOSTSTATE: "UP" }),
      hostNotification({ NOTIFICATIONTYPE: "ACKNOWLEDGEMENT" }),
      hostNotification({ NOTIFICATIONTYPE: "DOWNTIMESTART" }),
      hostNotification({ NOTIFICATIONTYPE: "DOWNTIMEEND" }),
      {},
    ];
    const skipped = {
      pending: 1,
      cooldown: 1,
      resolved: 1,
      acknowledgement: 1,
      downtime: 2,
      malformed: 1,
    };
    expect(await post(hostPayload(more))).toEqual([200, { accepted: 1, skipped }]);
    expect(events).toContainEqual({ kind: "webhook", accepted: 1, skipped, refused: 0 });
  });

  test("a skipped notification is a delivered one: the script must not send it again", async () => {
    const ack = serviceNotification({ NOTIFICATIONTYPE: "ACKNOWLEDGEMENT" });
    expect(await open()(hostPayload([ack]))).toEqual([200, {
      accepted: 0,
      skipped: { acknowledgement: 1 },
    }]);
  });

  test("takes recoveries if told to", async () => {
    const post = open({ skipsResolved: false });
    const up = hostNotification({ NOTIFICATIONTYPE: "RECOVERY", HOSTSTATE: "UP" });
    expect(await post(hostPayload([up]))).toEqual([200, { accepted: 1 }]);
  });

  test("a problem that gets worse waits for no cooldown", async () => {
    const post = open();
    await post(hostPayload([serviceNotification({ SERVICESTATE: "WARNING" })]));
    expect(await post(hostPayload([serviceNotification({ SERVICESTATE: "CRITICAL" })])))
      .toEqual([200, { accepted: 1 }]);
  });

  test("refuses strangers", async () => {
    expect(await open()(batch(1), "wrong")).toEqual([401, { error: "unauthorized" }]);
    expect(store.queue.counts().queued).toBe(0);
  });

  test.each([
    ["no JSON", "{", "not JSON"],
    ["Alertmanager's payload", payload([]), "not a payload of the notification script"],
    ["no notifications", { notifications: "hunter2" }, "'notifications' is not a list"],
  ])("refuses %s", async (_, body, why) => {
    const [status, answer] = await open()(body);
    expect([status, answer.error]).toEqual([400, expect.stringContaining(why)]);
    expect(answer.error).not.toContain("hunter2");
  });

  test("refuses a body that is longer than a script may send", async () => {
    const long = hostPayload([serviceNotification({ LONGSERVICEOUTPUT: "x".repeat(2 ** 20) })]);
    expect((await open()(long))[0]).toBe(413);
    expect(store.queue.counts().queued).toBe(0);
  });

  test("takes what fits of a long batch; a retry of the same batch is harmless", async () => {
    const post = open();
    expect(await post(batch(30))).toEqual([503, {
      error: "queue full",
      refused: 10,
      accepted: 20,
    }]);
    for (let taken = 0; taken < 15; taken++) store.queue.take(0);
    expect(await post(batch(30))).toEqual([200, { accepted: 10, skipped: { pending: 20 } }]);
  });

  test("says that it stops", async () => {
    expect(await open({ accept: () => null })(batch(1))).toEqual([503, { error: "stopping" }]);
  });
});
