import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AcceptOptions, AlertQueue, Job } from "../../../src/analyzer/store/alert_queue.ts";
import { openStore, type Store } from "../../../src/analyzer/store/open_store.ts";
import { draftOf, PUSH, sealedCase } from "../cases.ts";
import { incident } from "../incidents.ts";

const LIMITS: AcceptOptions = { cooldown: 300, capacity: 20 };
const NOTHING = { cooldown: 0, pending: 0, known: 0 };

let store: Store, queue: AlertQueue, cases: number;

beforeEach(() => {
  store = openStore({ retention: 10_000 });
  queue = store.queue;
  cases = 0;
});
afterEach(() => store[Symbol.dispose]());

function take(now: number): Job {
  const job = queue.take(now);
  if (!job) throw new Error("No alert is due");
  return job;
}

const A = incident("A"), LATER = incident("A", { startsAt: A.startsAt + 60_000 });

/** Brings an alert to its end. */
function finish(now: number, how: "deliver" | "fail" = "deliver", given = A): void {
  const { id } = take(now);
  queue.draft(id, { message: PUSH, draft: draftOf(given) });
  queue.sending(id);
  const sealed = sealedCase(`case ${++cases}`, given, now);
  if (how === "deliver") queue.deliver(id, sealed);
  else queue.fail(id, "ready", sealed);
}

describe("accept()", () => {
  test("begins the cooldown of the fingerprint, whatever the episode", () => {
    expect(queue.accept([A], LIMITS, 0).accepted).toBe(1);
    expect(queue.accept([LATER], LIMITS, 299).skipped).toEqual({ ...NOTHING, cooldown: 1 });
    expect(queue.accept([LATER], LIMITS, 300).accepted).toBe(1);
  });

  test("works on an episode once at a time, longer than any cooldown", () => {
    queue.accept([A], LIMITS, 0);
    expect(queue.accept([A], LIMITS, 9_000).skipped).toEqual({ ...NOTHING, pending: 1 });
    take(9_000);
    expect(queue.accept([A], LIMITS, 9_000).skipped).toEqual({ ...NOTHING, pending: 1 });
  });

  test("tells of an episode again only if the sender may mean it", () => {
    queue.accept([A], LIMITS, 0);
    finish(0);
    const known = queue.accept([A], { ...LIMITS, isRepeat: false }, 1_000);
    expect(known).toEqual({ accepted: 0, refused: 0, skipped: { ...NOTHING, known: 1 } });
    expect(queue.accept([A], LIMITS, 299).skipped.cooldown).toBe(1);
    expect(queue.accept([A], { ...LIMITS, isRepeat: true }, 1_000).accepted).toBe(1);
    expect(take(1_000).repeats).toBe("yes");
  });

  test("a resolved alert is another one than the firing one", () => {
    queue.accept([A], LIMITS, 0);
    finish(0);
    const over = incident("A", { status: "resolved" });
    expect(queue.accept([over], { ...LIMITS, isRepeat: false }, 300).accepted).toBe(1);
  });

  test("has places for as many as wait, not for those that are worked on", () => {
    const many = Array.from({ length: 22 }, (_, at) => incident(`${at}`));
    expect(queue.accept(many, LIMITS, 0)).toEqual({ accepted: 20, refused: 2, skipped: NOTHING });
    take(0);
    expect(queue.accept(many, LIMITS, 0)).toMatchObject({ accepted: 1, refused: 1 });
    queue.postpone(take(0).id, 5_000);
    expect(queue.accept(many, LIMITS, 0)).toMatchObject({ accepted: 0, refused: 1 });
  });

  test("what is skipped takes no place and is not refused when all are taken", () => {
    const many = Array.from({ length: 20 }, (_, at) => incident(`${at}`));
    queue.accept(many, LIMITS, 0);
    expect(queue.accept(many, LIMITS, 0)).toMatchObject({ accepted: 0, refused: 0 });
  });
});

describe("take()", () => {
  test("gives the oldest, as it was accepted, and each only once", () => {
    queue.accept([A, incident("B")], LIMITS, 7);
    expect(take(7)).toEqual({
      id: 1,
      fingerprint: "A",
      acceptedAt: 7,
      failures: 0,
      crashes: 0,
      repeats: "no",
      work: { incident: A },
    });
    expect(take(7).fingerprint).toBe("B");
    expect(queue.take(7)).toBeUndefined();
  });

  test("gives what waits only when it is due", () => {
    queue.accept([A], LIMITS, 0);
    queue.postpone(take(0).id, 50);
    expect(queue.nextDue()).toBe(50);
    expect(queue.take(49)).toBeUndefined();
    expect(take(50)).toMatchObject({ failures: 1, work: { incident: A } });
    expect(queue.nextDue()).toBeUndefined();
  });
});

describe("the cooldown", () => {
  test("ends when an analysis fails", () => {
    queue.accept([A], LIMITS, 0);
    queue.postpone(take(0).id, 50);
    expect(queue.accept([LATER], LIMITS, 1).accepted).toBe(1);
  });

  test("ends when there is no analysis in the end", () => {
    queue.accept([A], LIMITS, 0);
    const { analysis: _, ...draft } = draftOf(A);
    queue.draft(take(0).id, { message: PUSH, draft: { ...draft, reason: "refusal" } });
    expect(queue.accept([LATER], LIMITS, 1).accepted).toBe(1);
  });

  test("ends when a push fails, and stays when one succeeds", () => {
    queue.accept([A], LIMITS, 0);
    const { id } = take(0);
    queue.draft(id, { message: PUSH, draft: draftOf(A) });
    expect(queue.accept([LATER], LIMITS, 1).skipped.cooldown).toBe(1);
    queue.postponePush(id, { due: 2, delivery: "ready" });
    expect(queue.accept([LATER], LIMITS, 1).accepted).toBe(1);
  });

  test("of a newer alert is not ended by an older one", () => {
    queue.accept([A], LIMITS, 0);
    const { id } = take(0);
    queue.accept([LATER], LIMITS, 300);
    queue.postpone(id, 400);
    const latest = incident("A", { startsAt: A.startsAt + 120_000 });
    expect(queue.accept([latest], LIMITS, 301).skipped.cooldown).toBe(1);
  });
});

describe("the outbox", () => {
  test("is taken from where it stood; the alert's own text is gone", () => {
    queue.accept([A], LIMITS, 0);
    const { id } = take(0);
    const push = queue.draft(id, { message: PUSH, draft: draftOf(A) });
    expect(push).toEqual({ message: PUSH, draft: draftOf(A), delivery: "ready", attempts: 0 });
    queue.sending(id);
    queue.postponePush(id, { due: 5, delivery: "unsure" });
    expect(take(5).work).toEqual({ push: { ...push, delivery: "unsure", attempts: 1 } });
  });

  test("keeps what could not be delivered for the next start", () => {
    queue.accept([A], LIMITS, 0);
    finish(0, "fail");
    expect(queue.counts()).toMatchObject({ failed: 1, waiting: 0 });
    expect(queue.take(9_000)).toBeUndefined();
    expect(queue.recover(9_000)).toEqual({ alerts: 0, pushes: 1 });
    expect(take(9_000).work).toMatchObject({ push: { attempts: 0, delivery: "ready" } });
  });

  test("leaves it to the newer alert, if the same episode came again", () => {
    queue.accept([A], LIMITS, 0);
    finish(0, "fail");
    expect(queue.accept([A], { ...LIMITS, isRepeat: false }, 1).accepted).toBe(1);
    expect(take(1).repeats).toBe("no");
    expect(queue.recover(2)).toEqual({ alerts: 1, pushes: 0 });
  });

  test("remembers for the newer alert that the older may have arrived", () => {
    queue.accept([A], LIMITS, 0);
    const { id } = take(0);
    queue.draft(id, { message: PUSH, draft: draftOf(A) });
    queue.fail(id, "unsure", sealedCase("case", A));
    queue.accept([A], LIMITS, 1);
    const next = take(1);
    expect(next.repeats).toBe("maybe");
    queue.draft(next.id, { message: PUSH, draft: draftOf(A) });
    queue.fail(next.id, "ready", sealedCase("other", A));
    queue.accept([A], LIMITS, 2);
    expect(take(2).repeats).toBe("maybe");
  });

  test("does not bring back what is older than a day", () => {
    queue.accept([A], LIMITS, 0);
    finish(0, "fail");
    expect(queue.recover(86_400_001).pushes).toBe(0);
  });
});

describe("recover()", () => {
  test("takes up what ran, and counts the crash", () => {
    queue.accept([A], LIMITS, 0);
    take(0);
    expect(queue.recover(1)).toEqual({ alerts: 1, pushes: 0 });
    expect(take(1)).toMatchObject({ crashes: 1, work: { incident: A } });
  });

  test("knows which pushes may have arrived", () => {
    queue.accept([A, incident("B")], LIMITS, 0);
    for (const name of ["A", "B"]) {
      const { id } = take(0);
      queue.draft(id, { message: PUSH, draft: draftOf(incident(name)) });
      if (name === "A") queue.sending(id);
    }
    queue.recover(1);
    const deliveries = [take(1), take(1)].map(({ work }) => "push" in work && work.push.delivery);
    expect(deliveries).toEqual(["unsure", "ready"]);
  });

  test("what was handed back did not crash", () => {
    queue.accept([A], LIMITS, 0);
    queue.handBack(take(0).id);
    expect(queue.recover(1)).toEqual({ alerts: 0, pushes: 0 });
    expect(take(1)).toMatchObject({ crashes: 0, failures: 0 });
  });
});

test("what is finished is forgotten after its time, what waits is not", () => {
  queue.accept([A], LIMITS, 0);
  finish(0);
  queue.accept([incident("B")], LIMITS, 0);
  queue.accept([incident("C")], LIMITS, 10_001);
  const { id } = take(10_001);
  expect(id).toBe(2);
  finish(10_001, "deliver", incident("C"));
  expect(queue.counts()).toMatchObject({ done: 1, running: 1 });
  expect([...store.cases.texts()].map((text) => JSON.parse(text).id)).toEqual(["case 2"]);
  expect(queue.accept([A], { ...LIMITS, isRepeat: false }, 10_001).accepted).toBe(1);
});
