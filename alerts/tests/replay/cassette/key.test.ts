import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ContextItem } from "../../../src/context/context_item.ts";
import type { Incident } from "../../../src/incident.ts";
import { promptOf } from "../../../src/llm/prompt.ts";
import { keyOf } from "../../../replay/cassette/recording.ts";
import type { RecordedRequest } from "../../../replay/cassette/recording.ts";
import { requestOf } from "../../../replay/request_of.ts";
import type { Variant } from "../../../replay/config/read_config.ts";
import { CONTEXT, INCIDENT } from "../checks/planted.ts";

const TEXT = "Say why.\nUse {{ braces }}, ümlauts, \u200bzero widths and 🔥.\n";

const VARIANT: Variant = {
  name: "own",
  prompts: { alertmanager: promptOf("own", TEXT) },
  url: new URL("https://api.anthropic.com/v1/messages"),
  apiVersion: "2023-06-01",
  render: { model: "claude-haiku-5-5", maxTokens: 4096, thinking: "disabled", effort: "low" },
  context: "full",
  firstSample: 0,
};

const keyFor = (
  variant: Partial<Variant> = {},
  { incident = INCIDENT, context = CONTEXT, sample = 0 }: {
    incident?: Incident;
    context?: readonly ContextItem[];
    sample?: number;
  } = {},
) => keyOf(requestOf({ file: { incident, context } }, { ...VARIANT, ...variant }, sample));

const OWN = keyFor();
const REQUEST = requestOf({ file: { incident: INCIDENT, context: CONTEXT } }, VARIANT, 0);

/** Every copy of a structure with one leaf changed, with the path of the leaf. */
function* mutations(value: unknown, path = ""): Generator<[path: string, mutated: unknown]> {
  if (typeof value === "string") yield [path, `${value} `];
  else if (typeof value === "number") yield [path, value + 1];
  else if (typeof value === "boolean") yield [path, !value];
  else if (typeof value === "object" && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      for (const [below, mutated] of mutations(one, `${path}/${key}`)) {
        const copy = Array.isArray(value) ? [...value] : { ...value };
        yield [below, Object.assign(copy, { [key]: mutated })];
      }
      if (!Array.isArray(value)) {
        const { [key as keyof object]: _, ...rest } = value;
        yield [`${path}/${key} taken away`, rest];
      }
    }
  }
}

describe("keyOf()", () => {
  test("changes with every leaf of the request", () => {
    const paths: string[] = [];
    for (const [path, mutated] of mutations(REQUEST)) {
      expect(keyOf(mutated as RecordedRequest), path).not.toBe(OWN);
      paths.push(path);
    }
    expect(paths).toEqual(expect.arrayContaining([
      "/v",
      "/kind",
      "/provider",
      "/endpoint",
      "/apiVersion",
      "/body",
      "/sample",
    ]));
  });

  test("changes with every leaf of the body, also where it is sent to nobody we know", () => {
    const keys = new Set<string>();
    let count = 0;
    for (const [, mutated] of mutations(JSON.parse(REQUEST.body))) {
      keys.add(keyOf({ ...REQUEST, body: JSON.stringify(mutated) }));
      count++;
    }
    expect(count).toBeGreaterThan(100);
    expect(keys.size).toBe(count);
    expect(keys.has(OWN)).toBe(false);
  });

  test("changes with every byte of the prompt", () => {
    for (let at = 0; at < TEXT.length; at++) {
      const changed = TEXT.slice(0, at) + (TEXT[at] === "x" ? "y" : "x") + TEXT.slice(at + 1);
      const shorter = TEXT.slice(0, at) + TEXT.slice(at + 1);
      for (const text of [changed, shorter, `${TEXT.slice(0, at)} ${TEXT.slice(at)}`]) {
        expect(keyFor({ prompts: { alertmanager: promptOf("own", text) } }), text).not.toBe(OWN);
      }
    }
  });

  test("changes with every leaf of alert and context that the model is shown", () => {
    // Ours: they tell nothing about the cause, and are not sent.
    const unseen =
      /^\/(?:incident\/(?:source|fingerprint|episode|links)|context\/\d+\/(?:duration|kind))/;
    let seen = 0;
    for (const [path, mutated] of mutations({ incident: INCIDENT, context: CONTEXT })) {
      if (path.includes("taken away") || path === "/incident/source") continue;
      const key = keyFor({}, mutated as { incident: Incident; context: ContextItem[] });
      if (unseen.test(path)) expect(key, path).toBe(OWN);
      else expect(key, path).not.toBe(OWN);
      seen += Number(!unseen.test(path));
    }
    expect(seen).toBeGreaterThan(25);
    expect(keyFor({}, { context: CONTEXT.slice(1) })).not.toBe(OWN);
    expect(keyFor({}, { context: [{ ...CONTEXT[0]!, error: "403" }, ...CONTEXT.slice(1)] }))
      .not.toBe(OWN);
  });

  test.each<[string, Partial<Variant>]>([
    ["model", { render: { ...VARIANT.render, model: "claude-haiku-5-6" } }],
    ["length", { render: { ...VARIANT.render, maxTokens: 4097 } }],
    ["thinking", { render: { ...VARIANT.render, thinking: "adaptive" } }],
    ["effort", { render: { ...VARIANT.render, effort: "medium" } }],
    ["no effort", { render: { model: "claude-haiku-5-5", maxTokens: 4096, thinking: "disabled" } }],
    ["context", { context: "none" }],
    ["version", { apiVersion: "2026-10-21" }],
    ["host", { url: new URL("https://llm.example/v1/messages") }],
    ["path", { url: new URL("https://api.anthropic.com/v2/messages") }],
    ["first repeat", { firstSample: 1 }],
  ])("changes with the %s", (_, variant) => {
    expect(keyFor(variant)).not.toBe(OWN);
  });

  test("does not change with names: they are labels", () => {
    const renamed = promptOf("another name", TEXT);
    expect(keyFor({ name: "other", prompts: { alertmanager: renamed } })).toBe(OWN);
  });

  test("is another one for each repeat, and the same for the same", () => {
    const keys = Array.from({ length: 20 }, (_, sample) => keyFor({}, { sample }));
    expect(new Set(keys).size).toBe(20);
    expect(keyFor({ firstSample: 5 }, { sample: 2 })).toBe(keys[7]);
  });

  test("does not hang on the order of fields", () => {
    fc.assert(fc.property(
      fc.shuffledSubarray(Object.entries(REQUEST), { minLength: Object.keys(REQUEST).length }),
      (entries) => keyOf(Object.fromEntries(entries) as never) === OWN,
    ));
  });
});
