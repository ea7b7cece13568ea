import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Opinion } from "../../src/llm/analyst.ts";
import { Pipeline } from "../../src/pipeline/pipeline.ts";
import type { PipelineOptions } from "../../src/pipeline/surroundings.ts";
import { isSealIntact } from "../../src/seal_case.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { type ErrorCode, WattbookError } from "../../src/errors.ts";
import { incident } from "../incidents.ts";
import { OPINION, QUICK, type TestParts, testParts } from "../parts.ts";
import { casesIn, settledStore } from "./store_state.ts";

let store: Store, pipeline: Pipeline;
beforeEach(() => void (store = openStore()));
afterEach(async () => {
  await pipeline.stop(0);
  store[Symbol.dispose]();
});

const A = incident("A", { labels: { alertname: "A" }, annotations: { summary: "hunter2" } });

function start(
  given: Parameters<typeof testParts>[1] = {},
  options: PipelineOptions = QUICK,
): TestParts {
  const parts = testParts(store, given);
  pipeline = new Pipeline(parts, options);
  pipeline.start();
  return parts;
}

const cases = () => casesIn(store);
const settled = () => settledStore(store);

const pushError = (code: ErrorCode) => new WattbookError(code, "No", { hint: "" });
const failed = (failure: string, isRetryable = true): Opinion => {
  const { analysis: _, exchange: __, ...rest } = OPINION;
  return { ...rest, failure, isRetryable };
};

describe("an alert", () => {
  test("is analysed, pushed and sealed", async () => {
    const parts = start();
    await pipeline.accept([A]);
    await settled();
    expect(parts.published).toHaveLength(1);
    const [one] = cases();
    expect(isSealIntact(one)).toBe(true);
    expect(one).toMatchObject({
      version: 1,
      incident: { fingerprint: "A", annotations: { summary: "[PASSWORD#1]" } },
      context: [{ id: "L1", kind: "logs", data: ["login with [PASSWORD#1]"] }],
      prompt: OPINION.prompt,
      llm: OPINION.exchange,
      analysis: OPINION.analysis,
      push: { topic: "topic", title: "A", priority: 3, publishedAt: expect.any(Number) },
      outcome: "analysed",
      redactions: { password: 2 },
    });
    const { accepted, started, gathered, answered, finished } = one!.times;
    const stations = [accepted, started, gathered, answered, finished];
    expect(stations).toEqual([...stations].sort((a, b) => a! - b!));
    expect(parts.events.map(({ kind }) => kind)).toEqual(["analysis", "push", "finished"]);
  });

  test("with an annotation of megabytes makes no prompt of megabytes", async () => {
    const parts = start();
    const annotations = { description: `${"long ".repeat(800_000)} hunter2` };
    await pipeline.accept([incident("A", { annotations, labels: { a: "b".repeat(1_000_000) } })]);
    await settled();
    const [known] = parts.asked[0]!;
    expect(JSON.stringify(known).length).toBeLessThan(8_000);
    expect(JSON.stringify(cases()).length).toBeLessThan(20_000);
  });

  test("lets no secret get further than the redactor", async () => {
    const parts = start();
    await pipeline.accept([A]);
    await settled();
    const outside = [
      parts.asked.map((one) => one.slice(0, 2)),
      parts.published,
      cases(),
      parts.events,
    ];
    expect(JSON.stringify(outside)).not.toContain("hunter2");
  });

  test("is worked on by five at a time", async () => {
    let busy = 0, most = 0;
    const parts = start({
      async gather() {
        most = Math.max(most, ++busy);
        await new Promise((resolve) => setTimeout(resolve, 2));
        busy--;
        return [];
      },
    });
    await pipeline.accept(Array.from({ length: 20 }, (_, at) => incident(`${at}`)));
    await settled();
    expect([most, parts.published.length]).toEqual([5, 20]);
  });
});

describe("when the model fails", () => {
  test("it is asked again, and the cooldown ends", async () => {
    const answers = [failed("http_529"), OPINION];
    const parts = start({ analyse: () => Promise.resolve(answers.shift()!) });
    await pipeline.accept([A]);
    await settled();
    expect(cases().map(({ outcome }) => outcome)).toEqual(["analysed"]);
    expect(parts.events[0]).toMatchObject({ failure: "http_529", retryAt: expect.any(Number) });
    expect((await pipeline.accept([incident("A", { startsAt: 1 })]))?.accepted).toBe(1);
    await settled();
  });

  test("people get the facts at the end of the retries", async () => {
    const parts = start({ analyse: () => Promise.resolve(failed("timeout")) });
    await pipeline.accept([A]);
    await settled();
    expect(parts.asked).toHaveLength(3);
    expect(parts.published.map(({ message }) => message)).toEqual([
      expect.stringMatching(/No analysis: timeout .*PASSWORD#1/),
    ]);
    expect(cases()).toMatchObject([{ outcome: "facts", reason: "timeout" }]);
    expect(cases()[0]).not.toHaveProperty("analysis");
  });

  test("people get the facts at once where to ask again is useless", async () => {
    const parts = start({ analyse: () => Promise.resolve(failed("refusal", false)) });
    await pipeline.accept([A]);
    await settled();
    expect(parts.asked).toHaveLength(1);
    expect(cases()).toMatchObject([{ outcome: "facts", reason: "refusal" }]);
  });
});

describe("when our own code fails", () => {
  test.each([
    ["gather", "No analysis: internal_error"],
    ["analyse", "No analysis: internal_error"],
    ["compose", "fingerprint A"],
    ["redactor", "fingerprint A"],
  ])(
    "in %s, people are told of the alert all the same, without what was not redacted",
    async (where, words) => {
      const parts = start({
        [where]: () => {
          throw new Error("A mistake");
        },
      });
      await pipeline.accept([A]);
      await settled();
      expect(parts.published).toHaveLength(1);
      expect(parts.published[0]!.message).toContain(words);
      expect(JSON.stringify([parts.published, cases()])).not.toContain("hunter2");
      expect(cases()).toMatchObject([{ outcome: "facts", reason: "internal_error" }]);
      expect(parts.events.filter(({ kind }) => kind === "fault")).toHaveLength(3);
    },
  );

  test("in whoever only listens, nothing changes", async () => {
    const parts = testParts(store);
    const broken = () => {
      throw new TypeError("It's not possible to decrease a counter");
    };
    pipeline = new Pipeline({ ...parts, report: broken }, QUICK);
    pipeline.start();
    await pipeline.accept([A]);
    await settled();
    expect(parts.published).toHaveLength(1);
    expect(cases()).toMatchObject([{ outcome: "analysed" }]);
  });

  test("in a place that nobody foresaw, the alert is taken up again", async () => {
    const parts = testParts(store);
    let calls = 0;
    pipeline = new Pipeline(parts, QUICK, {
      now: Date.now,
      random: () => 0,
      id() {
        if (++calls === 1) throw new Error("No entropy");
        return `id-${calls}`;
      },
    });
    pipeline.start();
    await pipeline.accept([A]);
    await settled();
    expect(parts.published).toHaveLength(1);
    expect(parts.events).toContainEqual(
      expect.objectContaining({ kind: "fault", where: "worker" }),
    );
  });

  test("work that hangs is given up", async () => {
    const parts = start({ gather: () => new Promise(() => {}) }, { ...QUICK, limit: 5 });
    await pipeline.accept([A]);
    await settled();
    expect(parts.published).toHaveLength(1);
  });

  test("an alert that kills the process again and again is told without work", async () => {
    store.intake.accept([A], { cooldown: 1, capacity: 1 }, Date.now());
    for (let crash = 0; crash < 5; crash++) {
      store.queue.take(Date.now());
      store.queue.recover(Date.now());
    }
    store.queue.take(Date.now());
    const parts = start();
    await settled();
    expect(parts.asked).toEqual([]);
    expect(cases()).toMatchObject([{ outcome: "facts", reason: "crashed" }]);
  });
});

describe("when the push fails", () => {
  const failing = (codes: (ErrorCode | Error)[]) => ({
    publish: () => {
      const code = codes.shift();
      if (code === undefined) return Promise.resolve();
      return Promise.reject(typeof code === "string" ? pushError(code) : code);
    },
  });

  test("it is sent again as it was, without another analysis", async () => {
    const parts = start(failing(["PUSH_FAILED", "PUSH_FAILED"]));
    await pipeline.accept([A]);
    await settled();
    expect(parts.asked).toHaveLength(1);
    expect(parts.published.map(({ message }) => message.startsWith("It is down"))).toEqual([true]);
    expect(cases()).toMatchObject([{ outcome: "analysed" }]);
  });

  test.each([["PUSH_UNCERTAIN" as const], [new Error("Something else")]])(
    "it is marked once it may have arrived: %s",
    async (error) => {
      const parts = start(failing([error, "PUSH_FAILED"]));
      await pipeline.accept([A]);
      await settled();
      expect(parts.published.map(({ message }) => message.slice(0, 17))).toEqual([
        "(may be a repeat)",
      ]);
      expect(cases()[0]!.push!.message).toBe(parts.published[0]!.message);
    },
  );

  test("for ever, the case says so, and the alert may come again", async () => {
    start({ publish: () => Promise.reject(pushError("PUSH_FAILED")) });
    await pipeline.accept([A]);
    await settled();
    expect(cases()).toMatchObject([{
      outcome: "unpublished",
      reason: "push_failed",
      push: { failure: "push_failed" },
    }]);
    expect(store.queue.counts().failed).toBe(1);
    expect((await pipeline.accept([A]))?.accepted).toBe(1);
    await settled();
  });

  test("for good, it is not tried again before the next start", async () => {
    let attempts = 0;
    start({
      publish: () => {
        attempts++;
        return Promise.reject(pushError("PUSH_REFUSED"));
      },
    });
    await pipeline.accept([A]);
    await settled();
    expect(attempts).toBe(1);
    await pipeline.stop(0);

    const parts = start();
    await settled();
    expect(parts.published).toHaveLength(1);
    expect(parts.asked).toEqual([]);
    expect(cases().map(({ outcome }) => outcome)).toEqual(["unpublished", "analysed"]);
    expect(cases().every(isSealIntact)).toBe(true);
  });
});

describe("a push that was refused", () => {
  test.each([[403, "It is down"], [200, "(may be a repeat)"]])(
    "with status %s begins with '%s' after the next start",
    async (status, beginning) => {
      start({
        publish: () =>
          Promise.reject(new WattbookError("PUSH_REFUSED", "No", { hint: "", status })),
      });
      await pipeline.accept([A]);
      await settled();
      await pipeline.stop(0);
      const parts = start();
      await settled();
      expect(parts.published[0]!.message.startsWith(beginning)).toBe(true);
    },
  );
});

describe("an episode that people were told of", () => {
  test("is marked when it comes again", async () => {
    const parts = start({}, { ...QUICK, cooldown: 0 });
    await pipeline.accept([A]);
    await settled();
    await pipeline.accept([A], { isRepeat: true });
    await settled();
    expect(parts.published.map(({ message }) => message.slice(0, 7))).toEqual([
      "It is d",
      "(again)",
    ]);
  });
});

describe("stop()", () => {
  test("accepts no more and finishes what runs", async () => {
    const go = Promise.withResolvers<void>();
    const parts = start({ gather: () => go.promise.then(() => []) });
    await pipeline.accept(Array.from({ length: 8 }, (_, at) => incident(`${at}`)));
    await vi.waitFor(() => expect(store.queue.counts().running).toBe(5));
    const stopped = pipeline.stop(10_000);
    expect(await pipeline.accept([A])).toBeNull();
    go.resolve();
    await stopped;
    expect(parts.published).toHaveLength(5);
    expect(store.queue.counts()).toMatchObject({ queued: 3, running: 0, done: 5 });
  });

  test("hands back what does not end in time, even if it does not listen", async () => {
    start({ gather: () => new Promise(() => {}) });
    await pipeline.accept([A]);
    await vi.waitFor(() => expect(store.queue.counts().running).toBe(1));
    await pipeline.stop(1);
    expect(store.queue.counts()).toMatchObject({ queued: 1, running: 0 });

    const parts = start();
    await settled();
    expect(parts.published[0]!.message).toMatch(/^It is down/);
  });

  test("does not wait for its limit if it is told to hurry", async () => {
    start({ gather: () => new Promise(() => {}) });
    await pipeline.accept([A]);
    await vi.waitFor(() => expect(store.queue.counts().running).toBe(1));
    const hurry = new AbortController();
    const stopped = pipeline.stop(3_600_000, hurry.signal);
    hurry.abort();
    await stopped;
    expect(store.queue.counts()).toMatchObject({ queued: 1, running: 0 });
  });

  test("a push that it cuts short is sent again with a mark", async () => {
    const sending = Promise.withResolvers<void>();
    start({
      publish() {
        sending.resolve();
        return new Promise(() => {});
      },
    });
    await pipeline.accept([A]);
    await sending.promise;
    await pipeline.stop(5);
    const parts = start();
    await settled();
    expect(parts.published[0]!.message).toMatch(/^\(may be a repeat\)/);
    expect(parts.asked).toEqual([]);
  });
});

describe("when the store fails", () => {
  test("a push that was sent is not forgotten", async () => {
    const deliver = vi.spyOn(store.outbox, "deliver").mockImplementationOnce(() => {
      throw new Error("database or disk is full");
    });
    const parts = start();
    await pipeline.accept([A]);
    await settled();
    expect(deliver).toHaveBeenCalledTimes(2);
    expect(parts.published).toHaveLength(1);
    expect(parts.events).toContainEqual(expect.objectContaining({ kind: "fault", where: "store" }));
  });

  test("workers come back", async () => {
    vi.spyOn(store.queue, "take").mockImplementationOnce(() => {
      throw new Error("database is locked");
    });
    const parts = start();
    await pipeline.accept([A]);
    await settled();
    expect(parts.published).toHaveLength(1);
  });
});
