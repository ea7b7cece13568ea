import { basename, dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openCassettes } from "../../../replay/cassette/cassettes.ts";
import type { RecordedRequest, Recording } from "../../../replay/cassette/recording.ts";
import { sealRecording } from "../../../replay/cassette/recording.ts";
import { reply } from "../checks/planted.ts";

const root = await Deno.makeTempDir({ prefix: "wattbook-cassettes-" });
afterAll(() => Deno.remove(root, { recursive: true }));

let folder = "";
beforeEach(async () => {
  folder = await Deno.makeTempDir({ dir: root });
});

const DOCUMENT = JSON.stringify({ alert: { name: "Down" }, context: { L1: { data: ["a", "b"] } } });

const request = (sample = 0, body: object = {}): RecordedRequest => ({
  v: 1,
  kind: "analysis",
  provider: "aggregator",
  endpoint: "https://llm.example/v1/messages",
  body: JSON.stringify({ model: "maker/model-1", max_tokens: 100, text: DOCUMENT, ...body }),
  sample,
});

const recording = (asked = request(), text = '{"summary":"It is down"}'): Recording =>
  sealRecording({
    origin: "recorded",
    recordedAt: "2026-03-04T05:06:07.089Z",
    request: asked,
    response: reply(text),
    timing: { latency: 1234, attempts: 2 },
  });

describe("a cassette", () => {
  test("gives back what was written, and nothing for what was not", async () => {
    const cassettes = openCassettes(folder);
    const written = recording();
    await cassettes.write(written);
    expect(await cassettes.read(request())).toEqual(written);
    expect(await cassettes.read(request(1))).toBeNull();
    expect(await cassettes.read(request(0, { max_tokens: 101 }))).toBeNull();
  });

  test("keeps repeats apart", async () => {
    const cassettes = openCassettes(folder);
    for (const sample of [0, 1, 2]) {
      await cassettes.write(recording(request(sample), `{"summary":"answer ${sample}"}`));
    }
    const bodies = await Promise.all([0, 1, 2].map((one) => cassettes.read(request(one))));
    expect(new Set(bodies.map((one) => one?.response.body)).size).toBe(3);
  });

  test("is a file per answer, for people and version controls", async () => {
    const cassettes = openCassettes(folder);
    const written = recording();
    await cassettes.write(written);
    const path = cassettes.pathOf(written.request);
    expect(path).toBe(
      join(folder, "maker_model-1", written.key.slice(0, 2), `${written.key}.json`),
    );
    const text = await Deno.readTextFile(path);
    expect(text).toContain('   "max_tokens": 100,\n');
    expect(text).toContain('"name": "Down"');
    expect(text).toContain('"summary": "It is down"');
    // No half-written file is left beside it.
    expect((await Array.fromAsync(Deno.readDir(dirname(path)))).map(({ name }) => name))
      .toEqual([basename(path)]);
  });

  test("may be written anew, and by several at once", async () => {
    const cassettes = openCassettes(folder);
    const texts = Array.from({ length: 10 }, (_, at) => `{"summary":"${at}"}`);
    await Promise.all(texts.map((text) => cassettes.write(recording(request(), text))));
    const { content } = JSON.parse((await cassettes.read(request()))!.response.body);
    expect(texts).toContain(content[1].text);
  });

  test("may be formatted and its fields reordered", async () => {
    const cassettes = openCassettes(folder);
    await cassettes.write(recording());
    const path = cassettes.pathOf(request());
    const { seal, ...rest } = JSON.parse(await Deno.readTextFile(path));
    await Deno.writeTextFile(path, JSON.stringify({ seal, ...rest }));
    expect(await cassettes.read(request())).toEqual(recording());
  });
});

describe("what is not as it was written", () => {
  /** Writes a recording, spoils its file, and reads it. */
  async function spoilt(spoil: (text: string) => string): Promise<unknown> {
    const cassettes = openCassettes(folder);
    await cassettes.write(recording());
    const path = cassettes.pathOf(request());
    await Deno.writeTextFile(path, spoil(await Deno.readTextFile(path)));
    return await cassettes.read(request());
  }

  /** Sets one field. */
  const edited = (path: string, value: unknown) => (text: string) => {
    const parsed = JSON.parse(text), names = path.split("."), last = names.pop()!;
    names.reduce((inner, name) => inner[name], parsed)[last] = value;
    return JSON.stringify(parsed);
  };

  test.each<[string, (text: string) => string, RegExp]>([
    ["is empty", () => "", /is not whole/],
    ["is cut off", (text) => text.slice(0, -100), /is not whole/],
    ["is something else", () => '{"version":1}', /is no recording/],
    ["is a list", () => "[]", /is no recording/],
    ["has more in it", edited("more", 1), /is no recording/],
    ["is of a later format", edited("v", 2), /is no recording/],
    [
      "has another answer",
      edited("response.body.content.1.text.$json.summary", "x"),
      /its seal/,
    ],
    ["has another status", edited("response.status", 201), /its seal/],
    [
      "has another date",
      edited("recordedAt", "2026-03-04T05:06:08.089Z"),
      /its seal/,
    ],
    ["has another origin", edited("origin", "synthetic"), /its seal/],
    ["has another latency", edited("timing.latency", 1), /its seal/],
    ["has another seal", edited("seal", "0".repeat(64)), /its seal/],
    [
      "has another question",
      edited("request.body.max_tokens", 99),
      /does not have its key/,
    ],
    [
      "has another document",
      edited("request.body.text.$json.alert.name", "Up"),
      /does not have its key/,
    ],
    ["has another repeat", edited("request.sample", 1), /does not have its key/],
    ["has another key", edited("key", "0".repeat(64)), /does not have its key/],
  ])("and %s is an error, never a miss", async (_, spoil, message) => {
    await expect(spoilt(spoil)).rejects.toMatchObject({
      code: "BAD_RECORDING",
      message: expect.stringMatching(message),
    });
  });

  test("and is the copy of another one is an error, never an answer", async () => {
    const cassettes = openCassettes(folder);
    await cassettes.write(recording());
    const other = cassettes.pathOf(request(1));
    await Deno.mkdir(dirname(other), { recursive: true });
    await Deno.copyFile(cassettes.pathOf(request()), other);
    await expect(cassettes.read(request(1))).rejects.toThrow("has the name of another one");
    const found = await Array.fromAsync(cassettes.all());
    expect(found.filter(({ content }) => content instanceof Error)).toHaveLength(1);
  });

  test("is told of the others when all are read", async () => {
    const cassettes = openCassettes(folder);
    await cassettes.write(recording());
    await cassettes.write(recording(request(1)));
    await Deno.writeTextFile(cassettes.pathOf(request(1)), "{");
    await Deno.writeTextFile(join(folder, "README.md"), "What these are");
    const kinds = (await Array.fromAsync(cassettes.all()))
      .map(({ content }) => content instanceof Error);
    expect(kinds.sort()).toEqual([false, true]);
  });
});

describe("a secret", () => {
  const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

  test.each<[string, Recording, RegExp]>([
    [
      "in the prompt",
      recording(request(0, { system: [{ text: "mail ada@example.org" }] })),
      /^The request holds a secret: the rule 'email' finds one at \/system\/0\/text$/,
    ],
    [
      "in the document",
      recording(
        request(0, { text: JSON.stringify({ alert: { labels: { password: "hunter2-x" } } }) }),
      ),
      /^The request holds a secret: the rule 'password' finds one at \/text\/alert\/labels\/password$/,
    ],
    [
      "in the answer",
      recording(request(), `{"summary":"It uses ${token}"}`),
      /^The answer holds a secret: the rule '\w+' finds one at \/content\/1\/text\/summary$/,
    ],
    [
      "in what is no JSON",
      sealRecording({ ...recording(), response: { status: 200, body: "ask ada@example.org" } }),
      /^The answer holds a secret/,
    ],
  ])("%s is not written, and the rule is named", async (_, one, message) => {
    const cassettes = openCassettes(folder);
    const error = await cassettes.write(one).catch((error) => error);
    expect(error).toMatchObject({ code: "SECRET_FOUND" });
    expect(error.message).toMatch(message);
    expect(`${error.message} ${error.hint}`).not.toContain("hunter2");
    expect(await Array.fromAsync(Deno.readDir(folder))).toEqual([]);
  });

  test("that is redacted is none, nor are the provider's own words", async () => {
    const cassettes = openCassettes(folder);
    const asked = request(0, { system: [{ text: "Masks such as [EMAIL#1]" }], max_tokens: 8192 });
    await cassettes.write(recording(asked, '{"summary":"[PASSWORD#2] is refused"}'));
    expect(await cassettes.read(asked)).not.toBeNull();
  });
});
