import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sealRecording } from "../../../replay/cassette/recording.ts";
import type { Row } from "../../../replay/row.ts";
import type { Manifest } from "../../../replay/run/manifest.ts";
import { openRun, readRows } from "../../../replay/run/run_folder.ts";
import { reply } from "../checks/planted.ts";

const root = await Deno.makeTempDir({ prefix: "wattbook-runs-" });
afterAll(() => Deno.remove(root, { recursive: true }));

const MANIFEST: Manifest = {
  v: 1,
  id: "nights-0123456789",
  config: "../nights.yaml",
  cases: { ids: [], sha256: "" },
  variants: [],
  endpoint: "https://llm.example/",
  repeats: 2,
};

function answered(sample: number, text = "answer ü🔥"): Row {
  const { request: _, ...answer } = sealRecording({
    origin: "recorded",
    recordedAt: "2026-03-04T05:06:07Z",
    request: {
      v: 1,
      kind: "analysis",
      provider: "native",
      endpoint: "https://llm.example/",
      body: "{}",
      sample,
    },
    response: reply(text),
    timing: { latency: 1, attempts: 1 },
  });
  const place = { case: "a", cluster: "Down", variant: "short", sample };
  return { ...place, key: answer.key, status: "answered", from: "call", answer };
}

let runs = "", folder = "", file = "";
beforeEach(async () => {
  runs = await Deno.makeTempDir({ dir: root });
  folder = join(runs, MANIFEST.id);
  file = join(folder, "rows.jsonl");
});

const rows = () => Array.fromAsync(readRows(folder));
const { answer: _, key, from: __, ...PLACE } = answered(0);

describe("a run", () => {
  test("keeps rows in order, and the last one of a place counts", async () => {
    {
      using run = await openRun(runs, MANIFEST);
      run.add({ ...PLACE, key, status: "missing" });
      run.add(answered(1));
      run.add({ ...PLACE, key, status: "error", failure: "http_529" });
      run.add(answered(0));
    }
    expect(await rows()).toEqual([answered(1), answered(0)]);
    expect((await Deno.readTextFile(file)).split("\n").length).toBe(5);
  });

  test("does not repeat what it said, also after it was opened again", async () => {
    for (let time = 0; time < 3; time++) {
      using run = await openRun(runs, MANIFEST);
      run.add(answered(0));
      run.add({ ...answered(0), from: "cassette" });
    }
    expect((await Deno.readTextFile(file)).split("\n").length).toBe(2);
  });

  test("notes that an answer was replaced, and that it is gone", async () => {
    {
      using run = await openRun(runs, MANIFEST);
      run.add(answered(0, "before"));
      run.add(answered(0, "after"));
    }
    expect((await rows())[0]?.answer?.response.body).toContain("after");
    {
      using run = await openRun(runs, MANIFEST);
      expect(run.isAnswered(PLACE)).toBe(true);
      run.add({ ...PLACE, key, status: "missing" });
    }
    expect((await rows())[0]?.status).toBe("missing");
  });

  test("goes on behind a row that a killed process did not finish, wherever it was cut", async () => {
    const whole = new TextEncoder().encode(`${JSON.stringify(answered(1))}\n`);
    for (let length = 1; length < whole.length; length += 17) {
      await Deno.mkdir(folder, { recursive: true });
      const first = new TextEncoder().encode(`${JSON.stringify(answered(0))}\n`);
      await Deno.writeFile(file, new Uint8Array([...first, ...whole.subarray(0, length)]));
      expect(await rows()).toEqual([answered(0)]);
      {
        using run = await openRun(runs, MANIFEST);
        run.add(answered(1));
      }
      expect(await rows()).toEqual([answered(0), answered(1)]);
    }
  });

  test.each<[string, (text: string) => string, RegExp]>([
    [
      "has an answer that was changed",
      (text) => text.replace("answer ü", "answer o"),
      /:1: the answer to 'a' was changed/,
    ],
    [
      "has the answer to something else",
      (text) => text.replace(/"key":"./, '"key":"x'),
      /:1: the answer to 'a' was changed/,
    ],
    ["holds what is no row", (text) => `oops\n${text}`, /:1: it is no row/],
    ["holds null", (text) => `${text}null\n`, /:2: it is no row/],
  ])("that %s is an error", async (_, spoil, message) => {
    {
      using run = await openRun(runs, MANIFEST);
      run.add(answered(0));
    }
    await Deno.writeTextFile(file, spoil(await Deno.readTextFile(file)));
    await expect(rows()).rejects.toMatchObject({
      code: "BAD_RUN",
      message: expect.stringMatching(message),
    });
  });

  test("has one writer at a time", async () => {
    {
      using _run = await openRun(runs, MANIFEST);
      await expect(openRun(runs, MANIFEST)).rejects.toMatchObject({ code: "RUN_IN_USE" });
    }
    using _next = await openRun(runs, MANIFEST);
  });
});
