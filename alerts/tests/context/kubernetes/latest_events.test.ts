import { describe, expect, test } from "vitest";
import { latestEvents } from "../../../src/context/kubernetes/latest_events.ts";
import { openCluster } from "../../../src/context/kubernetes/open_cluster.ts";
import { describeFailure } from "../../../src/context/describe_failure.ts";
import { makeCertificate } from "../../../src/demo/certificate.ts";
import type { KubernetesContent } from "../../../src/demo/kubernetes_content.ts";
import { startKubernetes } from "../../../src/demo/kubernetes_stand_in.ts";
import { eventOf } from "./cluster_objects.ts";

const certificate = await makeCertificate();
const redactor = { redact: (text: string) => text.replaceAll("hunter2", "[KEY#1]") };

async function read(content: KubernetesContent) {
  await using api = await startKubernetes(content, { certificate });
  await using cluster = await openCluster(api);
  const core = cluster.core({ signal: AbortSignal.timeout(60_000) });
  const latest = await latestEvents(core, "media", redactor);
  return { ...latest, paths: api.requests.map(({ path }) => path) };
}

const at = (minute: number) => `2026-11-21T02:${String(minute).padStart(2, "0")}:00Z`;
const micro = (minute: number) => `2026-11-21T02:${String(minute).padStart(2, "0")}:00.123456Z`;

describe("latestEvents()", () => {
  test("orders events by the time that counts, whichever field has it", async () => {
    const { events, total } = await read({
      namespaces: {
        media: {
          events: [
            eventOf("created", {
              metadata: { name: "created", creationTimestamp: at(10) },
              lastTimestamp: null,
              eventTime: null,
            }),
            eventOf("last", { lastTimestamp: at(30), count: 7 }),
            eventOf("event", { eventTime: micro(20), lastTimestamp: at(59) }),
            eventOf("series", {
              series: { count: 12, lastObservedTime: micro(40) },
              eventTime: micro(1),
              lastTimestamp: at(1),
            }),
            eventOf("normal", { type: "Normal", lastTimestamp: at(50) }),
            eventOf("broken", { lastTimestamp: "yesterday" }),
          ],
        },
      },
    });
    expect(events.map(({ reason, time, count }) => [reason, time, count])).toEqual([
      ["series", "2026-11-21T02:40:00.123Z", 12],
      ["last", "2026-11-21T02:30:00.000Z", 7],
      ["event", "2026-11-21T02:20:00.123Z", 1],
      ["created", "2026-11-21T02:10:00.000Z", 1],
      ["broken", "1970-01-01T00:00:00.000Z", 1],
    ]);
    expect(total).toBe(5);
  });

  // Names run against time: the first page of the server holds the oldest ones.
  const many = Array.from(
    { length: 1203 },
    (_, index) =>
      eventOf(`event-${String(index).padStart(5, "0")}`, {
        lastTimestamp: new Date(Date.parse(at(0)) + index * 1000).toISOString(),
      }),
  );

  test("finds the last 20 on whatever page they are", async () => {
    const { events, total, paths, note } = await read({ namespaces: { media: { events: many } } });
    expect([total, note]).toEqual([1203, undefined]);
    expect(events.map(({ reason }) => reason)).toEqual(
      many.slice(-20).reverse().map(({ metadata }) => metadata.name),
    );
    expect(paths).toHaveLength(3);
    expect(paths[0]).toBe(
      "/api/v1/namespaces/media/events?fieldSelector=type%3DWarning&limit=500",
    );
    expect(paths[2]).toContain("continue=");
  });

  test("begins anew when the server has forgotten where it was, and counts nothing twice", async () => {
    const { events, total, paths } = await read({
      namespaces: { media: { events: many } },
      expired: 1,
    });
    expect([total, events.length, new Set(events.map(({ reason }) => reason)).size]).toEqual([
      1203,
      20,
      20,
    ]);
    expect(paths).toHaveLength(5);
  });

  test("gives up when it is forgotten again", async () => {
    const failure = await read({ namespaces: { media: { events: many } }, expired: 2 })
      .catch((error) => error);
    expect(describeFailure(failure)).toMatch(/^410: The provided continue parameter is too old/);
  });

  test("redacts messages before it cuts them", async () => {
    const message = `${"-".repeat(497)}hunter2`;
    const { events } = await read({
      namespaces: { media: { events: [eventOf("a", { message })] } },
    });
    expect(events[0]!.message).toBe(`${"-".repeat(497)}[K…`);
  });

  test("looks at no more than twenty pages, and says so", async () => {
    let pages = 0;
    const core = {
      listNamespacedEvent: () => {
        pages++;
        return Promise.resolve({ items: [], metadata: { _continue: "more" } });
      },
    };
    const { note } = await latestEvents(core as never, "media", redactor);
    expect([pages, note]).toEqual([20, "There are more: only the first 0 were looked at"]);
  });
});
