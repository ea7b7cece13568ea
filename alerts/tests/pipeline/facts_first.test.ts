import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { WattbookError } from "../../src/errors.ts";
import type { Opinion } from "../../src/llm/analyst.ts";
import { Pipeline } from "../../src/pipeline/pipeline.ts";
import type { PipelineOptions } from "../../src/pipeline/surroundings.ts";
import { isSealIntact } from "../../src/seal_case.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { incident } from "../incidents.ts";
import { OPINION, QUICK, type TestParts, testParts } from "../parts.ts";
import { casesIn, settledStore } from "./store_state.ts";

let store: Store, pipeline: Pipeline, model: PromiseWithResolvers<Opinion>;
beforeEach(() => {
  store = openStore();
  model = Promise.withResolvers();
});
afterEach(async () => {
  await pipeline.stop(0);
  store[Symbol.dispose]();
});

/** People wait no longer than this for facts; a hanging model is given up an hour later. [ms] */
const SOON: PipelineOptions = { ...QUICK, factsAfter: 30, limit: 3_600_000 };

function start(
  given: Parameters<typeof testParts>[1] = {},
  options: PipelineOptions = SOON,
): TestParts {
  const parts = testParts(store, { analyse: () => model.promise, ...given });
  pipeline = new Pipeline(parts, options);
  pipeline.start();
  return parts;
}

const cases = () => casesIn(store);
const settled = () => settledStore(store);
const pushed = ({ published }: TestParts, count: number) =>
  vi.waitFor(() => expect(published.length).toBeGreaterThanOrEqual(count), {
    interval: 2,
    timeout: 10_000,
  });
const { analysis: _, exchange: __, ...NONE } = OPINION;
const HANGS: Opinion = { ...NONE, failure: "model_hangs", isRetryable: true };

describe("a model that does not answer", () => {
  test("holds up no facts, and its analysis is an update of the same push", async () => {
    const parts = start();
    await pipeline.accept([incident("A")]);
    await pushed(parts, 1);
    expect(parts.published[0]!.message).toMatch(/^No analysis: deadline/);
    expect(parts.published[0]!.id).toMatch(/^[-\w]{1,64}$/);
    expect(cases()).toEqual([]);

    model.resolve(OPINION);
    await settled();
    expect(parts.published).toHaveLength(2);
    const [facts, update] = parts.published;
    expect(update!.message).toMatch(/^\(update\) It is down/);
    expect(update!.id).toBe(facts!.id);
    expect(cases()).toMatchObject([{
      outcome: "analysed",
      facts: { message: facts!.message, publishedAt: expect.any(Number) },
      push: { message: update!.message, publishedAt: expect.any(Number) },
    }]);
    expect(cases().every(isSealIntact)).toBe(true);
  });

  test("holds up nobody: of 25 alerts people know, though five workers hang", async () => {
    const parts = start();
    const names = Array.from({ length: 25 }, (_, at) => `Alert ${at}`);
    await pipeline.accept(names.slice(0, 5).map((name) => incident(name)));
    await vi.waitFor(() => expect(store.queue.counts().running).toBe(5));
    expect(await pipeline.accept(names.slice(5).map((name) => incident(name))))
      .toMatchObject({ accepted: 20 });
    await pushed(parts, 25);
    expect(new Set(parts.published.map(({ title }) => title))).toEqual(new Set(names));
    // Nor does it keep new alerts out.
    expect(await pipeline.accept([incident("New")])).toMatchObject({ accepted: 1 });
    model.resolve(OPINION);
    await settled();
    expect(cases()).toHaveLength(26);
    expect(cases().every(({ outcome }) => outcome === "analysed")).toBe(true);
    for (const name of names) {
      const ids = parts.published.filter(({ title }) => title === name).map(({ id }) => id);
      expect(new Set(ids).size).toBe(1);
    }
  });

  test("and never does: people have the facts once, and the case says why", async () => {
    const parts = start({ analyse: () => Promise.resolve(HANGS) }, QUICK);
    await pipeline.accept([incident("A")]);
    await settled();
    expect(parts.published).toHaveLength(1);
    expect(cases()).toMatchObject([{
      outcome: "facts",
      reason: "model_hangs",
      push: { message: parts.published[0]!.message },
    }]);
    expect(cases()[0]).not.toHaveProperty("facts");
    expect(parts.events.filter(({ kind }) => kind === "finished")).toHaveLength(1);
  });

  test("that a breaker knows to hang is not waited for", async () => {
    const parts = start({ analyse: () => Promise.resolve(HANGS) }, {
      ...QUICK,
      analysisRetries: [3_600_000],
    });
    await pipeline.accept([incident("A")]);
    await pushed(parts, 1);
  });

  test("is not tried again before people know, where that would be too late", async () => {
    const late: Opinion = { ...NONE, failure: "http_529", isRetryable: true };
    const parts = start({ analyse: () => Promise.resolve(late) }, {
      ...QUICK,
      analysisRetries: [60_000],
      factsAfter: 60_000,
    });
    await pipeline.accept([incident("A")]);
    await pushed(parts, 1);
  });
});

describe("sources that do not answer", () => {
  test("hold up no facts either, even if they do not listen", async () => {
    const parts = start({ gather: () => new Promise(() => {}) });
    await pipeline.accept([incident("A")]);
    await pushed(parts, 1);
    expect(parts.asked).toEqual([]);
  });
});

describe("between facts and analysis", () => {
  test("a stop loses nothing, and the update keeps its identity", async () => {
    const parts = start();
    await pipeline.accept([incident("A")]);
    await pushed(parts, 1);
    await pipeline.stop(0);
    model.resolve(OPINION);
    const next = start();
    await settled();
    expect(next.published).toMatchObject([{ id: parts.published[0]!.id }]);
    expect(next.published[0]!.message).toMatch(/^\(update\)/);
    expect(cases()).toMatchObject([{ outcome: "analysed" }]);
  });

  test("a crash after the facts were sent makes a repeat with a mark and the same identity", async () => {
    const sending = Promise.withResolvers<void>(), ids: (string | undefined)[] = [];
    start({
      publish({ id }) {
        ids.push(id);
        sending.resolve();
        return new Promise(() => {});
      },
    });
    await pipeline.accept([incident("A")]);
    await sending.promise;
    await pipeline.stop(0);
    model.resolve(OPINION);
    const parts = start();
    await settled();
    expect(parts.published.map(({ message }) => message.slice(0, 17))).toEqual([
      "(may be a repeat)",
      "(update) It is do",
    ]);
    expect(parts.published.map(({ id }) => id)).toEqual([ids[0], ids[0]]);
  });

  test("an update that nobody takes leaves the facts, and is sent at the next start", async () => {
    const parts = start({
      publish: ({ message }) =>
        message.startsWith("(update)")
          ? Promise.reject(new WattbookError("PUSH_REFUSED", "No", { hint: "", status: 403 }))
          : Promise.resolve(),
    });
    await pipeline.accept([incident("A")]);
    await pushed(parts, 1);
    model.resolve(OPINION);
    await settled();
    expect(cases()).toMatchObject([{ outcome: "facts", reason: "push_refused" }]);
    await pipeline.stop(0);
    const next = start();
    await settled();
    expect(next.published).toMatchObject([{ id: parts.published[0]!.id }]);
  });

  test("the same episode is not accepted anew", async () => {
    const parts = start();
    await pipeline.accept([incident("A")]);
    await pushed(parts, 1);
    expect(await pipeline.accept([incident("A")])).toMatchObject({ skipped: { pending: 1 } });
  });
});
