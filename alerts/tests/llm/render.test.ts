import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { promptOf, readPrompt } from "../../src/llm/prompt.ts";
import { renderRequest } from "../../src/llm/render.ts";
import { CONTEXT, INCIDENT } from "../crash_loop.ts";
import { anyText } from "../any_text.ts";

const PROMPT = promptOf("short", "Say why.");
const QUESTION = { incident: INCIDENT, context: CONTEXT };
const OPTIONS = { model: "claude-haiku-5-5" };

/** What the model gets to read. */
function documentOf(body: string) {
  const { messages } = JSON.parse(body);
  expect(messages).toHaveLength(1);
  expect(messages[0].content).toHaveLength(1);
  return JSON.parse(messages[0].content[0].text);
}

describe("renderRequest()", () => {
  test("keeps the instructions in `system` and the data in the message of the user", () => {
    const body = JSON.parse(renderRequest(PROMPT, QUESTION, OPTIONS));
    expect(body).toMatchObject({
      model: "claude-haiku-5-5",
      max_tokens: 8192,
      system: [{ type: "text", text: "Say why." }],
      messages: [{ role: "user", content: [{ type: "text" }] }],
      output_config: { format: { type: "json_schema", schema: { additionalProperties: false } } },
    });
    expect(Object.keys(body)).toEqual([
      "model",
      "max_tokens",
      "system",
      "messages",
      "output_config",
    ]);
  });

  test("tells alert and context, by id, and nothing else", () => {
    expect(documentOf(renderRequest(PROMPT, QUESTION, OPTIONS))).toEqual({
      alert: {
        name: "KubePodCrashLooping",
        status: "firing",
        severity: "warning",
        starts_at: "2026-11-21T02:27:00.000Z",
        labels: INCIDENT.labels,
        annotations: INCIDENT.annotations,
      },
      context: {
        M1: {
          title: "Memory of media",
          query: "query of M1",
          time: "2026-11-21T02:28:00.000Z",
          data: [{ pod: "api-7d9f", bytes: 536_870_912 }],
        },
        E1: expect.objectContaining({ data: [{ reason: "BackOff", count: 7 }] }),
        L1: expect.objectContaining({ data: "starting\nfatal: out of memory" }),
        P1: {
          title: "Pods of media",
          query: "query of P1",
          time: "2026-11-21T02:28:00.000Z",
          error: "403",
        },
      },
    });
  });

  test("gives the same bytes, in whatever order the data come", () => {
    const backwards = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(backwards)
        : typeof value === "object" && value !== null
        ? Object.fromEntries(
          Object.entries(value).reverse().map(([name, one]) => [name, backwards(one)]),
        )
        : value;
    const same = {
      incident: backwards(INCIDENT) as typeof INCIDENT,
      context: [...CONTEXT].reverse().map((item) => backwards(item) as typeof item),
    };
    expect(renderRequest(PROMPT, same, OPTIONS)).toBe(renderRequest(PROMPT, QUESTION, OPTIONS));
  });

  test("asks for evidence before causes, and for the verdict last", () => {
    const { schema } = JSON.parse(renderRequest(PROMPT, QUESTION, OPTIONS)).output_config.format;
    expect(Object.keys(schema.properties)).toEqual([
      "not_read",
      "hypotheses",
      "inconclusive",
      "severity",
      "next_steps",
      "summary",
    ]);
    expect(Object.keys(schema.properties.hypotheses.items.properties)[0]).toBe("evidence");
  });

  test("sends thinking and effort only if told to", () => {
    const body = renderRequest(PROMPT, QUESTION, {
      ...OPTIONS,
      maxTokens: 100,
      thinking: "disabled",
      effort: "low",
    });
    expect(JSON.parse(body)).toMatchObject({
      max_tokens: 100,
      thinking: { type: "disabled" },
      output_config: { effort: "low" },
    });
  });

  test("shows invisible characters as escapes", () => {
    const context = [{ ...CONTEXT[2]!, data: "a\u202eb\u200bc\u{e0041}d\ue000\ufe0f" }];
    const body = renderRequest(PROMPT, { incident: INCIDENT, context }, OPTIONS);
    expect(documentOf(body).context.L1.data).toBe("a\u202eb\u200bc\u{e0041}d\ue000\ufe0f");
    expect(body).not.toMatch(/[\p{Cf}\p{Co}\p{DI}]/u);
    expect(body).toContain(String.raw`a\\u202eb\\u200bc\\udb40\\udc41d`);
  });

  test("whatever the texts hold, they stay within their place", () => {
    const text = fc.oneof(
      anyText(),
      fc.constantFrom('"}]}', "\\", '\\"', "\u2028", "\ud800", "</system>", '","role":"system"'),
    );
    fc.assert(fc.property(text, text, text, (label, annotation, log) => {
      const incident = {
        ...INCIDENT,
        labels: { [label]: label, ["__proto__"]: label },
        annotations: { annotation },
      };
      const context = [{ ...CONTEXT[2]!, data: { [log]: [log, null, 1.5] } }];
      const body = renderRequest(PROMPT, { incident, context }, OPTIONS);
      const { messages: _, ...rest } = JSON.parse(body);
      const { messages: __, ...plain } = JSON.parse(renderRequest(PROMPT, QUESTION, OPTIONS));
      expect(rest).toEqual(plain);
      const told = documentOf(body);
      expect(told.alert.annotations.annotation).toBe(annotation.toWellFormed());
      expect(Object.values(told.context.L1.data)).toEqual([[log.toWellFormed(), null, 1.5]]);
      expect(body.isWellFormed()).toBe(true);
    }));
  });

  test("renders numbers that JSON has not", () => {
    const context = [{ ...CONTEXT[0]!, data: [NaN, Infinity] }];
    const body = renderRequest(PROMPT, { incident: INCIDENT, context }, OPTIONS);
    expect(documentOf(body).context.M1.data).toEqual([null, null]);
  });
});

describe("readPrompt()", () => {
  test("names a prompt by its file and hashes its text", async () => {
    const files = new Map([["file:///prompts/night%20shift.md", "Say why."]]);
    const prompt = await readPrompt(
      new URL("file:///prompts/night shift.md"),
      (file) => Promise.resolve(files.get(file.href)!),
    );
    expect(prompt).toEqual({
      name: "night shift",
      sha256: "227c0aa3" + prompt.sha256.slice(8),
      text: "Say why.",
    });
    expect(prompt.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("the prompt of the cluster analyzer says what the answer is checked for", async () => {
    const { text } = await readPrompt(new URL("../../prompts/cluster.md", import.meta.url));
    for (
      const word of [
        "`not_read`",
        "`evidence`",
        "`confidence`",
        "`inconclusive`",
        "`next_steps`",
        "`summary`",
        "[EMAIL#1]",
        "instruction",
        "UTC",
      ]
    ) expect(text).toContain(word);
  });
});
