import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AcceptOptions, Intake } from "../../src/store/intake.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { draftOf, PUSH } from "../cases.ts";
import { incident } from "../incidents.ts";
import { finish, LIMITS, NOTHING, take } from "./life.ts";

let store: Store, intake: Intake;

beforeEach(() => {
  store = openStore();
  intake = store.intake;
});
afterEach(() => store[Symbol.dispose]());

const A = incident("A"), LATER = incident("A", { startsAt: A.startsAt + 60_000 });
const incidents = (count: number) => Array.from({ length: count }, (_, at) => incident(`${at}`));

describe("accept()", () => {
  test("begins the cooldown of the fingerprint, whatever the episode", () => {
    expect(intake.accept([A], LIMITS, 0).accepted).toBe(1);
    expect(intake.accept([LATER], LIMITS, 299).skipped).toEqual({ ...NOTHING, cooldown: 1 });
    expect(intake.accept([LATER], LIMITS, 300).accepted).toBe(1);
  });

  test("works on an episode once at a time, longer than any cooldown", () => {
    intake.accept([A], LIMITS, 0);
    expect(intake.accept([A], LIMITS, 9_000).skipped).toEqual({ ...NOTHING, pending: 1 });
    take(store, 9_000);
    expect(intake.accept([A], LIMITS, 9_000).skipped).toEqual({ ...NOTHING, pending: 1 });
  });

  test("tells of an episode again only if the sender may mean it", () => {
    intake.accept([A], LIMITS, 0);
    finish(store, A);
    const known = intake.accept([A], { ...LIMITS, isRepeat: false }, 1_000);
    expect(known).toEqual({ accepted: 0, refused: 0, skipped: { ...NOTHING, known: 1 } });
    expect(intake.accept([A], LIMITS, 299).skipped.cooldown).toBe(1);
    expect(intake.accept([A], { ...LIMITS, isRepeat: true }, 1_000).accepted).toBe(1);
    expect(take(store, 1_000).repeats).toBe("yes");
  });

  test("a resolved alert is another one than the firing one", () => {
    intake.accept([A], LIMITS, 0);
    finish(store, A);
    const over = incident("A", { status: "resolved" });
    expect(intake.accept([over], { ...LIMITS, isRepeat: false }, 300).accepted).toBe(1);
  });

  test("has places for as many as wait, not for those that are worked on", () => {
    const many = incidents(22);
    expect(intake.accept(many, LIMITS, 0)).toEqual({ accepted: 20, refused: 2, skipped: NOTHING });
    take(store, 0);
    expect(intake.accept(many, LIMITS, 0)).toMatchObject({ accepted: 1, refused: 1 });
    store.queue.postpone(take(store, 0).id, 5_000);
    expect(intake.accept(many, LIMITS, 0)).toMatchObject({ accepted: 0, refused: 1 });
  });

  test("what is skipped takes no place and is not refused when all are taken", () => {
    const many = incidents(20);
    intake.accept(many, LIMITS, 0);
    expect(intake.accept(many, LIMITS, 0)).toMatchObject({ accepted: 0, refused: 0 });
  });
});

describe("webhooks that are committed together", () => {
  test("fill the places in their order, to the last one", async () => {
    const names = Array.from({ length: 24 }, (_, at) => `A${at}`);
    const webhooks = [names.slice(0, 8), names.slice(4, 19), names.slice(17, 23), ["A0", "A23"]];
    const answers = await Promise.all(
      webhooks.map((names) =>
        store.commit(() => intake.accept(names.map((name) => incident(name)), LIMITS, 0))
      ),
    );
    expect(answers.map(({ accepted, refused, skipped }) => [accepted, refused, skipped.pending]))
      .toEqual([[8, 0, 0], [11, 0, 4], [1, 3, 2], [0, 1, 1]]);
    expect(store.queue.counts().queued).toBe(20);
    const order = Array.from({ length: 20 }, () => take(store, 0).fingerprint);
    expect(order).toEqual(names.slice(0, 20));
  });

  test("are answered as if they had come one after the other", async () => {
    const webhook = fc.record({
      names: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 6 }),
      episode: fc.integer({ min: 0, max: 1 }),
      isRepeat: fc.option(fc.boolean(), { nil: undefined }),
    });
    const turn = fc.record({
      webhooks: fc.array(webhook, { maxLength: 5 }),
      finished: fc.nat(4),
      wait: fc.nat(400),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 8 }), async (turns) => {
        using together = openStore();
        using apart = openStore();
        let now = 0;
        for (const { webhooks, finished, wait } of turns) {
          const asked = webhooks.map(({ names, episode, isRepeat }) => {
            const options: AcceptOptions = {
              cooldown: 300,
              capacity: 4,
              ...(isRepeat !== undefined && { isRepeat }),
            };
            const given = names.map((name) => incident(`${name}`, { startsAt: episode }));
            return (store: Store) => store.intake.accept(given, options, now);
          });
          const answers = await Promise.all(
            asked.map((ask) => together.commit(() => ask(together))),
          );
          expect(answers).toEqual(asked.map((ask) => ask(apart)));
          expect(together.queue.counts().queued).toBeLessThanOrEqual(4);
          for (const store of [together, apart]) {
            for (let left = Math.min(finished, store.queue.counts().queued); left > 0; left--) {
              finish(store, A, { now });
            }
          }
          expect(together.queue.counts()).toEqual(apart.queue.counts());
          now += wait;
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("the cooldown", () => {
  test("ends when an analysis fails", () => {
    intake.accept([A], LIMITS, 0);
    store.queue.postpone(take(store, 0).id, 50);
    expect(intake.accept([LATER], LIMITS, 1).accepted).toBe(1);
  });

  test("ends when there is no analysis in the end", () => {
    intake.accept([A], LIMITS, 0);
    const { analysis: _, ...draft } = draftOf(A);
    store.outbox.add(take(store, 0).id, { message: PUSH, draft: { ...draft, reason: "refusal" } });
    expect(intake.accept([LATER], LIMITS, 1).accepted).toBe(1);
  });

  test("ends when a push fails, and stays when one succeeds", () => {
    intake.accept([A], LIMITS, 0);
    const { id } = take(store, 0);
    store.outbox.add(id, { message: PUSH, draft: draftOf(A) });
    expect(intake.accept([LATER], LIMITS, 1).skipped.cooldown).toBe(1);
    store.outbox.postpone(id, { due: 2, delivery: "ready" });
    expect(intake.accept([LATER], LIMITS, 1).accepted).toBe(1);
  });

  test("of a newer alert is not ended by an older one", () => {
    intake.accept([A], LIMITS, 0);
    const { id } = take(store, 0);
    intake.accept([LATER], LIMITS, 300);
    store.queue.postpone(id, 400);
    const latest = incident("A", { startsAt: A.startsAt + 120_000 });
    expect(intake.accept([latest], LIMITS, 301).skipped.cooldown).toBe(1);
  });
});
