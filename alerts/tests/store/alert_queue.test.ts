import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AlertQueue } from "../../src/store/alert_queue.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { draftOf, PUSH } from "../cases.ts";
import { incident } from "../incidents.ts";
import { LIMITS, take } from "./life.ts";

let store: Store, queue: AlertQueue;

beforeEach(() => {
  store = openStore();
  queue = store.queue;
});
afterEach(() => store[Symbol.dispose]());

const A = incident("A");

describe("take()", () => {
  test("gives the oldest, as it was accepted, and each only once", () => {
    store.intake.accept([A, incident("B")], LIMITS, 7);
    expect(take(store, 7)).toEqual({
      id: 1,
      fingerprint: "A",
      acceptedAt: 7,
      failures: 0,
      crashes: 0,
      repeats: "no",
      work: { incident: A },
    });
    expect(take(store, 7).fingerprint).toBe("B");
    expect(queue.take(7)).toBeUndefined();
  });

  test("gives what waits only when it is due", () => {
    store.intake.accept([A], LIMITS, 0);
    queue.postpone(take(store, 0).id, 50);
    expect(queue.nextDue()).toBe(50);
    expect(queue.take(49)).toBeUndefined();
    expect(take(store, 50)).toMatchObject({ failures: 1, work: { incident: A } });
    expect(queue.nextDue()).toBeUndefined();
  });
});

describe("recover()", () => {
  test("takes up what ran, and counts the crash", () => {
    store.intake.accept([A], LIMITS, 0);
    take(store, 0);
    expect(queue.recover(1)).toEqual({ alerts: 1, pushes: 0 });
    expect(take(store, 1)).toMatchObject({ crashes: 1, work: { incident: A } });
  });

  test("knows which pushes may have arrived", () => {
    store.intake.accept([A, incident("B")], LIMITS, 0);
    for (const name of ["A", "B"]) {
      const { id } = take(store, 0);
      store.outbox.add(id, { message: PUSH, draft: draftOf(incident(name)) });
      if (name === "A") store.outbox.sending(id);
    }
    queue.recover(1);
    const deliveries = [take(store, 1), take(store, 1)].map(({ work }) =>
      "push" in work && work.push.delivery
    );
    expect(deliveries).toEqual(["unsure", "ready"]);
  });

  test("what was handed back did not crash", () => {
    store.intake.accept([A], LIMITS, 0);
    queue.handBack(take(store, 0).id);
    expect(queue.recover(1)).toEqual({ alerts: 0, pushes: 0 });
    expect(take(store, 1)).toMatchObject({ crashes: 0, failures: 0 });
  });
});
