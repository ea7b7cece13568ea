import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ask } from "../../src/context/ask.ts";

const QUESTION = { kind: "pods", title: "Pods", query: "GET /pods", timeout: 20 } as const;
const redactor = { redact: (text: string) => text.replaceAll("hunter2", "[KEY#1]") };
const open = () => ({ signal: new AbortController().signal, redactor });

describe("ask()", () => {
  test("gives the answer with what was asked and how long it took", async () => {
    const times = [1000, 1250];
    const finding = await ask(QUESTION, () => Promise.resolve([1]), open(), () => times.shift()!);
    expect(finding).toEqual({
      kind: "pods",
      title: "Pods",
      query: "GET /pods",
      time: 1000,
      duration: 250,
      data: [1],
    });
  });

  test("tells a source that its time is over", async () => {
    let told: AbortSignal | undefined;
    const finding = await ask(QUESTION, (signal) => {
      told = signal;
      return new Promise((_, reject) => signal.onabort = () => reject(new Error("ABORTED")));
    }, open());
    expect(finding.error).toBe("timed out after 0.02 s");
    expect(finding).not.toHaveProperty("data");
    expect(told?.aborted).toBe(true);
  });

  test("does not wait for a source that heeds no signal, nor fail when it fails later", async () => {
    const late = Promise.withResolvers<never>();
    const finding = await ask(QUESTION, () => late.promise, open());
    expect(finding.error).toBe("timed out after 0.02 s");
    late.reject(new Error("much later"));
    // An unhandled rejection would fail the test run.
    await new Promise((resolve) => setTimeout(resolve));
  });

  test("ends with the gathering", async () => {
    const whole = new AbortController();
    const finding = ask({ ...QUESTION, timeout: 60_000 }, () => new Promise(() => {}), {
      signal: whole.signal,
      redactor,
    });
    whole.abort();
    expect((await finding).error).toBe("ended before there was an answer");
  });

  test("asks nothing when the gathering is over already", async () => {
    let asked = 0;
    const { error } = await ask(QUESTION, () => Promise.resolve(asked++), {
      signal: AbortSignal.abort(),
      redactor,
    });
    expect([asked, error]).toEqual([0, "ended before there was an answer"]);
  });

  test("redacts failures and keeps them short", async () => {
    const fail = () => Promise.reject(new Error(`hunter2 ${"x".repeat(1000)}`));
    const { error } = await ask(QUESTION, fail, open());
    expect(error).toMatch(/^\[KEY#1\] x+…$/);
    expect(error).toHaveLength(300);
  });

  test("describes even what is no text", async () => {
    const { error } = await ask(QUESTION, () => Promise.reject({ toString: {} }), open());
    expect(error).toBe("a failure without a description");
  });

  test("never rejects, whatever is thrown", async () => {
    await fc.assert(fc.asyncProperty(fc.anything(), fc.boolean(), async (thrown, atOnce) => {
      const { error } = await ask(QUESTION, () => {
        if (atOnce) throw thrown;
        return Promise.reject(thrown);
      }, open());
      expect(error).toBeTypeOf("string");
    }));
  });
});
