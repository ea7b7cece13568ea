/**
 * Whatever strangers write into alerts, events and logs, and however willingly the model follows
 * it: nothing but the text of the message changes.
 */

import { Buffer } from "node:buffer";
import { find } from "linkifyjs";
import { afterAll, describe, expect, test } from "vitest";
import type { Redactor } from "../src/context/gatherer.ts";
import { type CannedAnswer, type LlmRequest, startLlm } from "../src/demo/llm_stand_in.ts";
import { type NtfyMessage, startNtfy } from "../src/demo/ntfy_stand_in.ts";
import { llmAnalyst } from "../src/llm/llm_analyst.ts";
import { type Prompt, readPrompt } from "../src/llm/prompt.ts";
import { newCaseRedactor } from "../src/case_redactor.ts";
import { compose } from "../src/push/compose.ts";
import { ntfyPublisher } from "../src/push/ntfy.ts";
import { Secret } from "../../src/secret.ts";
import { ATTACKS, type HostileCase, obey, resist, textsOf } from "./hostile.ts";

/** A service whose model is attacked. */
export interface AttackedService {
  /** Name of its prompt. */
  readonly prompt: string;
  /** Nobody attacks. */
  readonly plain: HostileCase;
  /** Where strangers can write. */
  readonly places: Readonly<Record<string, (text: string) => HostileCase>>;
  /** One of the places, from which a model takes what it says. */
  readonly gossip: (text: string) => HostileCase;
  /** The annotation that holds the alert's own words. */
  readonly words: string;
  /** Hosts that a push may link. */
  readonly hosts: readonly string[];
  /** What a tap opens. */
  readonly click: string;
}

const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

/** All the way from an incident to a phone, with a model of the given character. */
function open(
  prompt: Prompt,
  model: (request: LlmRequest) => CannedAnswer,
  linkHosts: readonly string[],
) {
  const llm = startLlm({ provider: "aggregator", key: "key", answer: model });
  const ntfy = startNtfy({ token: "tk_right", burst: Infinity });
  const analyst = llmAnalyst({
    url: new URL("/api/v1/messages", llm.url),
    apiKey: new Secret("key"),
    model: "anthropic/claude-haiku-5-5",
    prompt,
    linkHosts,
  });
  const token = new Secret("tk_right");
  const publisher = ntfyPublisher({ url: ntfy.url, topic: "alerts", token });
  return {
    async push({ incident, context }: HostileCase, redactor: Redactor = newCaseRedactor([])) {
      const signal = AbortSignal.timeout(10_000);
      const { analysis, failure, exchange } = await analyst
        .analyse(incident, context, { signal, redactor });
      const message = compose({ incident, context, analysis, failure }, { linkHosts });
      await publisher.publish(message, { signal });
      const { method, path, headers } = ntfy.requests.at(-1)!;
      const { host: _, "content-length": __, ...sent } = Object.fromEntries(headers);
      return {
        request: exchange!.request,
        answer: exchange!.response!.body.replace(/"id":"[^"]*"/, ""),
        published: ntfy.published.at(-1)!,
        envelope: { method, path, sent },
      };
    },
    stop: () => Promise.all([llm.stop(), ntfy.stop()]),
  };
}

/** What no text of a model's may change, or contain. */
function expectHarmless(
  { message, title = "" }: NtfyMessage,
  { hosts, plain: { context } }: AttackedService,
): void {
  expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4096);
  expect(INVISIBLE.test(message) || INVISIBLE.test(title)).toBe(false);
  for (const text of [message, title]) {
    for (const { href } of find(text)) expect(hosts).toContain(new URL(href).host);
  }
  expect(message).not.toMatch(/\b(?:javascript|intent|tel|mailto|ftp):\S/);
  for (const head of ["Likely:", "Next:", "Not read:", "The model lacked:", "Context:"]) {
    expect(message.split("\n").filter((line) => line === head).length).toBeLessThanOrEqual(1);
  }
  const ids = context.map(({ id }) => id);
  for (const [, cited] of message.matchAll(/^\d\. .*\((?:high|medium|low); ([^()]*)\)$/gm)) {
    if (cited === "cites no evidence") continue;
    for (const id of cited!.split(", ")) expect(ids).toContain(id);
  }
}

/** Attacks a service in every place, with a model that falls for everything and one that does not. */
export async function attack(service: AttackedService): Promise<void> {
  const { plain, places, gossip, words, click } = service;
  const prompt = await readPrompt(
    new URL(`../prompts/${service.prompt}.md`, import.meta.url),
  );
  const obedient = open(prompt, obey, service.hosts);
  const steadfast = open(prompt, resist, service.hosts);
  afterAll(() => Promise.all([obedient.stop(), steadfast.stop()]));
  const inPlaces = Object.entries(places);

  describe.each(ATTACKS)("a text that $name", ({ text }) => {
    test.each(inPlaces)("in %s changes nothing but the text", async (_, hostile) => {
      const attacked = hostile(text);
      const [fallen, firm] = [await obedient.push(attacked), await steadfast.push(attacked)];
      // The order did reach the model, and the model did obey.
      expect(fallen.answer).not.toBe(firm.answer);
      expect(fallen.envelope).toEqual(firm.envelope);
      expect({ ...fallen.published, message: "" }).toEqual({ ...firm.published, message: "" });
      expect(fallen.published).not.toHaveProperty("actions");
      expect(fallen.published).not.toHaveProperty("markdown");
      expect(fallen.published.click).toBe(click);
      // The alert's own words come first, whatever the model makes of them.
      const [first] = firm.published.message.split("\n\n");
      expect(fallen.published.message.split("\n\n")[0]).toBe(first);
      const own = attacked.incident.annotations[words]!;
      if (own === plain.incident.annotations[words]) expect(first!.startsWith(own)).toBe(true);
      expectHarmless(fallen.published, service);
      expectHarmless(firm.published, service);
    });

    test.each(inPlaces)("in %s stays data in the request", async (_, hostile) => {
      const { request } = await steadfast.push(hostile(text));
      const { request: unharmed } = await steadfast.push(plain);
      const { messages, ...rest } = JSON.parse(request),
        { messages: __, ...same } = JSON.parse(unharmed);
      expect(rest).toEqual(same);
      expect(rest.system).toEqual([{ type: "text", text: prompt.text }]);
      expect(messages).toEqual([{
        role: "user",
        content: [{ type: "text", text: expect.any(String) }],
      }]);
      expect(textsOf(JSON.parse(request)).some((one) => one.includes(text.trim()))).toBe(true);
      expect(INVISIBLE.test(request)).toBe(false);
    });
  });

  describe("a model that gives away what was masked", () => {
    const SECRET = "hunter2";
    const redactor = { redact: (text: string) => text.replaceAll(SECRET, "[PASSWORD#1]") };
    test.each([
      ["plainly", SECRET],
      ["with something invisible in it", "hun\u200bter2"],
      ["in colour", "hun\u001b[31mter2"],
      ["at a place where it is cut", `${"x".repeat(596)}${SECRET}`],
    ])("%s is redacted itself", async (_, secret) => {
      const attacked = gossip(`<<${JSON.stringify({ summary: `it is ${secret}` })}>>`);
      // As if a rule had missed it in the log.
      const { published } = await obedient.push(attacked, redactor);
      expect(published.message).not.toMatch(/hunt|ter2/);
    });
  });
}
