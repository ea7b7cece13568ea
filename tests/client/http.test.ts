import type { Dispatcher } from "undici";
import { describe, expect, test } from "vitest";
import { dispatch, readBody, readStart, readText } from "../../src/client/http.ts";
import { accessOf } from "../../src/client/route.ts";

/** A connection of which a test says what comes over it; `log` tells what it was told. */
function connection(signal = new AbortController().signal) {
  const log: string[] = [];
  let handler!: Dispatcher.DispatchHandler;
  const controller = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (reason: Error) => void log.push(`abort: ${reason.message}`),
    pause: () => void log.push("pause"),
    resume: () => void log.push("resume"),
  };
  const dispatcher = {
    dispatch: (_: unknown, given: Dispatcher.DispatchHandler) => (handler = given, true),
  };
  const answer = dispatch(dispatcher, { path: "/", method: "GET" }, signal);
  return {
    log,
    answer,
    start: () => handler.onRequestStart!(controller, {}),
    begin: () => handler.onResponseStart!(controller, 200, { "content-type": "text/plain" }),
    send: (bytes: number) => handler.onResponseData!(controller, Buffer.alloc(bytes, 1)),
    end: () => handler.onResponseEnd!(controller, {}),
    fail: (error: Error) => handler.onResponseError!(controller, error),
  };
}

async function lengths(body: AsyncIterable<Uint8Array>): Promise<number[]> {
  const all: number[] = [];
  for await (const { length } of body) all.push(length);
  return all;
}

describe("dispatch()", () => {
  test("gives what came before there was a reader, and what comes while it reads", async () => {
    const one = connection();
    one.start();
    one.begin();
    one.send(1);
    one.send(2);
    const { status, headers, body } = await one.answer;
    const read = lengths(body);
    await Promise.resolve();
    one.send(3);
    one.end();
    expect([status, headers]).toEqual([200, { "content-type": "text/plain" }]);
    expect(await read).toEqual([1, 2, 3]);
    expect(one.log).toEqual([]);
  });

  test("reads the socket no further while its reader is behind", async () => {
    const one = connection();
    one.start();
    one.begin();
    one.send(200_000);
    expect(one.log).toEqual([]);
    one.send(100_000);
    expect(one.log).toEqual(["pause"]);
    const read = (await one.answer).body[Symbol.asyncIterator]();
    await read.next();
    await read.next();
    expect(one.log).toEqual(["pause"]);
    const next = read.next();
    while (one.log.length < 2) await Promise.resolve();
    expect(one.log).toEqual(["pause", "resume"]);
    one.send(5);
    expect((await next).value).toHaveLength(5);
  });

  test("an error in the middle of the body reaches its reader", async () => {
    const one = connection();
    one.start();
    one.begin();
    const read = lengths((await one.answer).body);
    one.fail(new Error("cut"));
    await expect(read).rejects.toThrow("cut");
  });

  test("an error before the answer is that of the answer", async () => {
    const one = connection();
    one.start();
    one.fail(new Error("refused"));
    await expect(one.answer).rejects.toThrow("refused");
  });

  test("a signal ends what waits for a connection, what waits for its answer, and its body", async () => {
    for (const stage of ["before", "waiting", "started", "begun"]) {
      const controller = new AbortController(), stop = () => controller.abort(new Error("enough"));
      if (stage === "before") stop();
      const one = connection(controller.signal);
      if (stage === "begun" || stage === "started") one.start();
      if (stage === "begun") one.begin();
      const outcome = stage === "begun" ? lengths((await one.answer).body) : one.answer;
      stop();
      await expect(outcome, stage).rejects.toThrow("enough");
      if (stage === "waiting") one.start();
      expect(one.log, stage).toEqual(stage === "before" ? [] : ["abort: enough"]);
    }
  });

  test("discarding gives up the rest, and nothing of what has come to its end", async () => {
    for (const isWhole of [false, true]) {
      const one = connection();
      one.start();
      one.begin();
      if (isWhole) one.end();
      (await one.answer).discard();
      expect(one.log).toHaveLength(isWhole ? 0 : 1);
    }
  });
});

test("readBody() passes a good body on", async () => {
  const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:9090") });
  const answer = { status: 200, headers: {}, body: new Blob(["{}"]).stream(), discard() {} };
  let bytes = 0;
  for await (const chunk of readBody(answer, { access, maxBytes: 100 })) bytes += chunk.length;
  expect(bytes).toBe(2);
});

test("readStart() reads a short body whole", async () => {
  const body = new Blob(["Bad Gateway"]).stream();
  expect(await readStart({ status: 502, headers: {}, body, discard() {} })).toBe("Bad Gateway");
});

test("readText() reads to the end", async () => {
  const text = await readText(new Blob(["[1]"]).stream());
  expect(text).toBe("[1]");
});
