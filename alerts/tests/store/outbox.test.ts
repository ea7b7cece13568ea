import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { draftOf, PUSH, sealedCase } from "../cases.ts";
import { incident } from "../incidents.ts";
import { finish, LIMITS, take } from "./life.ts";

let store: Store;
beforeEach(() => void (store = openStore({ retention: 10_000 })));
afterEach(() => store[Symbol.dispose]());

const A = incident("A");

test("is taken from where it stood; the alert's own text is gone", () => {
  store.intake.accept([A], LIMITS, 0);
  const { id } = take(store, 0);
  const push = store.outbox.add(id, { message: PUSH, draft: draftOf(A) });
  expect(push).toEqual({
    message: PUSH,
    draft: draftOf(A),
    delivery: "ready",
    attempts: 0,
    follows: false,
  });
  store.outbox.sending(id);
  store.outbox.postpone(id, { due: 5, delivery: "unsure" });
  expect(take(store, 5).work).toEqual({ push: { ...push, delivery: "unsure", attempts: 1 } });
});

test("keeps what could not be delivered for the next start", () => {
  store.intake.accept([A], LIMITS, 0);
  finish(store, A, { how: "fail" });
  expect(store.queue.counts()).toMatchObject({ failed: 1, waiting: 0 });
  expect(store.queue.take(9_000)).toBeUndefined();
  expect(store.queue.recover(9_000)).toEqual({ alerts: 0, pushes: 1 });
  expect(take(store, 9_000).work).toMatchObject({ push: { attempts: 0, delivery: "ready" } });
});

test("leaves it to the newer alert, if the same episode came again", () => {
  store.intake.accept([A], LIMITS, 0);
  finish(store, A, { how: "fail" });
  expect(store.intake.accept([A], { ...LIMITS, isRepeat: false }, 1).accepted).toBe(1);
  expect(take(store, 1).repeats).toBe("no");
  expect(store.queue.recover(2)).toEqual({ alerts: 1, pushes: 0 });
});

test("remembers for the newer alert that the older may have arrived", () => {
  store.intake.accept([A], LIMITS, 0);
  const { id } = take(store, 0);
  store.outbox.add(id, { message: PUSH, draft: draftOf(A) });
  store.outbox.fail(id, "unsure", sealedCase("case", A));
  store.intake.accept([A], LIMITS, 1);
  const next = take(store, 1);
  expect(next.repeats).toBe("maybe");
  store.outbox.add(next.id, { message: PUSH, draft: draftOf(A) });
  store.outbox.fail(next.id, "ready", sealedCase("other", A));
  store.intake.accept([A], LIMITS, 2);
  expect(take(store, 2).repeats).toBe("maybe");
});

test("does not bring back what is older than a day", () => {
  store.intake.accept([A], LIMITS, 0);
  finish(store, A, { how: "fail" });
  expect(store.queue.recover(86_400_001).pushes).toBe(0);
});

test("what is finished is forgotten after its time, what waits is not", () => {
  const [B, C] = [incident("B"), incident("C")];
  store.intake.accept([A], LIMITS, 0);
  finish(store, A);
  store.intake.accept([B], LIMITS, 0);
  store.intake.accept([C], LIMITS, 10_001);
  expect(take(store, 10_001).id).toBe(2);
  finish(store, C, { now: 10_001, id: "case of C" });
  expect(store.queue.counts()).toMatchObject({ done: 1, running: 1 });
  expect([...store.cases.texts()].map((text) => JSON.parse(text).id)).toEqual(["case of C"]);
  expect(store.intake.accept([A], { ...LIMITS, isRepeat: false }, 10_001).accepted).toBe(1);
});
