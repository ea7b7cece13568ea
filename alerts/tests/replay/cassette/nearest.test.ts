import { describe, expect, test } from "vitest";
import { promptOf } from "../../../src/llm/prompt.ts";
import { openCassettes } from "../../../replay/cassette/cassettes.ts";
import { nearestTo } from "../../../replay/cassette/nearest.ts";
import { sealRecording } from "../../../replay/cassette/recording.ts";
import { requestOf } from "../../../replay/request_of.ts";
import type { Variant } from "../../../replay/config/read_config.ts";
import { CONTEXT, INCIDENT, reply } from "../checks/planted.ts";

const LINES = Array.from({ length: 30 }, (_, at) => `This is rule number ${at} of the prompt.`);
const variantOf = (text: string, model = "model-1"): Variant => ({
  name: "own",
  prompts: { alertmanager: promptOf("own", text) },
  url: new URL("https://llm.example/v1/messages"),
  render: { model },
  context: "full",
  firstSample: 0,
});
const OWN = variantOf(LINES.join("\n"));
const titled = (title: string, context = CONTEXT) => ({
  file: { incident: { ...INCIDENT, title }, context },
});

/** Recordings of three alerts, two repeats each. */
async function* recorded() {
  for (const title of ["DiskFull", "NodeDown", "PodCrash"]) {
    for (const sample of [0, 1]) {
      const content = sealRecording({
        origin: "recorded",
        recordedAt: "2026-03-04T05:06:07Z",
        request: requestOf(titled(title), OWN, sample),
        response: reply("{}"),
        timing: { latency: 1, attempts: 1 },
      });
      yield { path: content.key, content };
    }
  }
}

const nearest = async (request: Parameters<typeof nearestTo>[0][number]) =>
  (await nearestTo([request], { all: recorded }))[0];

describe("nearestTo()", () => {
  test("finds the same question with another prompt, and the line that was changed", async () => {
    const lines = LINES.with(14, LINES[14]!.replace("rule", "law"));
    const found = await nearest(requestOf(titled("NodeDown"), variantOf(lines.join("\n")), 1));
    expect(found).toMatchObject({
      differences: 1,
      first: {
        pointer: "/body/system/0/text",
        line: 15,
        recorded: "This is rule number 14 of the prompt.",
        now: "This is law number 14 of the prompt.",
      },
    });
  });

  test("finds the same question to another model", async () => {
    const found = await nearest(
      requestOf(titled("DiskFull"), variantOf(LINES.join("\n"), "model-2"), 0),
    );
    expect(found).toMatchObject({
      differences: 1,
      first: { pointer: "/body/model", recorded: "model-1", now: "model-2" },
    });
  });

  test("looks into the document for what was changed there", async () => {
    const context = CONTEXT.with(2, { ...CONTEXT[2]!, data: ["connecting", "out of memory"] });
    const found = await nearest(requestOf(titled("PodCrash", context), OWN, 0));
    expect(found?.first.pointer).toBe("/body/messages/0/content/0/text → /context/L1/data/0");
    expect(found?.differences).toBe(2);
  });

  test("tells of what is only on one side", async () => {
    const error = { ...CONTEXT[0]!, error: "403" };
    const found = await nearest(
      requestOf(titled("PodCrash", [error, ...CONTEXT.slice(1)]), OWN, 0),
    );
    expect(found?.first).toEqual({
      pointer: "/body/messages/0/content/0/text → /context/M1/error",
      now: "403",
    });
  });

  test("finds another repeat where only that is missing", async () => {
    const found = await nearest(requestOf(titled("PodCrash"), OWN, 7));
    expect(found).toMatchObject({ differences: 1, first: { pointer: "/sample", now: "7" } });
  });

  test("shortens long lines around the difference", async () => {
    const long = `${"a".repeat(200)}X${"b".repeat(200)}`;
    async function* one() {
      for await (const file of recorded()) {
        const request = requestOf(titled("DiskFull"), variantOf(long), 0);
        yield { ...file, content: sealRecording({ ...file.content, request }) };
      }
    }
    const asked = requestOf(titled("DiskFull"), variantOf(long.replace("X", "Y")), 0);
    const [found] = await nearestTo([asked], { all: one });
    expect(found?.first.now).toBe(`…${"a".repeat(24)}Y${"b".repeat(47)}…`);
  });

  test("does not mind recordings that cannot be read, or that there are none", async () => {
    expect(await nearestTo([requestOf(titled("A"), OWN, 0)], openCassettes("no/such"))).toEqual([
      null,
    ]);
  });
});
