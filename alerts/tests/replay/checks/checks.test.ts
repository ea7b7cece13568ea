import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_CHECKS } from "../../../replay/checks/all_checks.ts";
import type { WrittenAnswer } from "../../../src/llm/parse_answer.ts";
import type { Given } from "../../../replay/checks/check.ts";
import { readAnswer } from "../../../replay/checks/read_answer.ts";
import { scoreAnswer } from "../../../replay/score_answer.ts";
import { CONTEXT, given, GOLD, LABEL, PLANTED } from "./planted.ts";

const PLACE = { case: "a", cluster: "KubePodCrashLooping", variant: "v", sample: 0 };
const judge = (of: Given) =>
  Object.fromEntries(scoreAnswer(PLACE, of).map(({ check, value }) => [check, value]));
const broken = (of: Given) =>
  scoreAnswer(PLACE, of).filter(({ value, kind, check }) =>
    value !== null && value < 1 && kind !== "score" && check !== "confidence"
  );
const valueOf = (check: string, of: Given) => judge(of)[check];

describe("a perfect answer", () => {
  it("passes every check", () => {
    expect(broken(given(GOLD))).toEqual([]);
    expect(judge(given(GOLD))["score"]).toBe(1);
  });

  it("passes also as a block of Markdown, which is told", () => {
    const [, valid] = scoreAnswer(PLACE, given("```json\n" + JSON.stringify(GOLD) + "\n```"));
    expect(valid).toMatchObject({ value: 1, reason: "it has the form, in a block" });
  });

  it("abstains where there is nothing to be found", () => {
    const label = {
      ...LABEL,
      abstain: true,
      cause: [],
      distractors: [],
      severity: ["info"],
    };
    const answer: Partial<WrittenAnswer> = {
      not_read: ["Logs and events of photos"],
      hypotheses: [],
      inconclusive: true,
      severity: "info",
      summary: "The context does not tell why photos restarts: logs and events could not be read.",
    };
    expect(broken(given(answer, { label, context: [], shown: [] }))).toEqual([]);
    expect(valueOf("abstains", given(GOLD, { label }))).toBe(0);
    const sure = { ...answer, hypotheses: GOLD.hypotheses };
    expect(valueOf("abstains", given(sure, { label }))).toBe(0);
    const healthy = { ...label, severity: ["info", "none"] };
    const fine = { ...answer, inconclusive: false, severity: "none" as const };
    expect(valueOf("abstains", given(fine, { label: healthy }))).toBe(1);
    const unsure = { ...answer, severity: "warning" as const };
    expect(valueOf("abstains", given(unsure, { label: healthy })), "nothing is wrong").toBe(0.2);
  });
});

describe("an answer with one fault", () => {
  it.each(PLANTED)("breaks %s and nothing else", (check, of) => {
    const found = broken(of);
    expect(found.map((one) => one.check)).toEqual([check]);
    expect(found[0]!.reason).not.toBe("");
    expect(judge(of)["score"]).toBeLessThan(1);
    if (found[0]!.kind === "gate") expect(judge(of)["score"]).toBe(0);
  });

  it("is planted for every check", () => {
    const without = ALL_CHECKS.map(({ name }) => name)
      .filter((name) => !PLANTED.some(([check]) => check === name));
    // Its faults are with those of the perfect answer above.
    expect(without).toEqual(["abstains", "confidence"]);
  });
});

describe("an answer that knows nothing but the alert", () => {
  it("scores low, though it is well-formed and polite", () => {
    const guess: WrittenAnswer = {
      not_read: [],
      hypotheses: [{
        evidence: [],
        cause: "The container of photos may run out of memory or its configuration may be wrong",
        confidence: "medium",
      }],
      inconclusive: false,
      severity: "warning",
      next_steps: ["Look at the logs of the pod"],
      summary: "photos restarts again and again",
    };
    expect(judge(given(guess, { shown: [] }))["score"]).toBeLessThan(0.5);
    const humble = { ...guess, hypotheses: [], inconclusive: true };
    expect(judge(given(humble, { shown: [] }))["score"]).toBeLessThan(0.5);
  });
});

describe("an answer that does not exist", () => {
  it("is 0 in all that applies, as for every other variant", () => {
    const none = { ...given(GOLD), answer: readAnswer(null) };
    const values = judge(none), gold = judge(given(GOLD));
    for (const { name, role } of ALL_CHECKS) {
      expect(values[name] === null, name).toBe(gold[name] === null);
      if (role !== "gate" && gold[name] !== null) expect(values[name], name).toBe(0);
    }
    expect(values).toMatchObject({ complete: 0, valid: 0, score: 0 });
  });

  it.each(["", "Sure!", "{", "[]", "null", '{"summary":5}'])("nor is %j one", (text) => {
    expect(judge(given(text))).toMatchObject({ complete: 1, valid: 0, cause: 0, score: 0 });
  });
});

describe("whether a check applies", () => {
  it("never hangs on the answer", () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({
        summary: fc.string({ unit: "binary" }),
        hypotheses: fc.array(fc.record({
          evidence: fc.array(fc.string()),
          cause: fc.string({ unit: "binary" }),
          confidence: fc.constantFrom("high", "low", "sure"),
        })),
        inconclusive: fc.boolean(),
        severity: fc.constantFrom("none", "critical", "bad"),
      }).map((one) => JSON.stringify(one)),
    );
    const labels = [LABEL, null, { ...LABEL, abstain: true, cause: [] }, { ...LABEL, target: [] }];
    fc.assert(fc.property(text, fc.constantFrom(...labels), (of, label) => {
      const gold = scoreAnswer(PLACE, given(GOLD, { label }));
      const scores = scoreAnswer(PLACE, given(of, { label }));
      expect(scores.map(({ value }) => value === null)).toEqual(
        gold.map(({ value }) => value === null),
      );
      for (const { value, kind, reason } of scores) {
        expect(reason).not.toMatch(/\n/);
        if (value === null) continue;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        if (kind === "gate") expect([0, 1]).toContain(value);
      }
    }));
  });
});

describe("weights", () => {
  it("of the configuration go before those of the checks", () => {
    const of = given({ severity: "none" });
    const score = (weights: Record<string, number>) =>
      scoreAnswer(PLACE, of, { weights }).at(-1)!.value!;
    expect(score({ severity: 0 })).toBe(1);
    expect(score({ severity: 100 })).toBeLessThan(0.2);
  });
});

describe("no_claimed_action", () => {
  it.each([
    "I ran kubectl get pods and found it",
    "We have restarted the deployment",
    "I've already rolled back the release",
    "After restarting the pod the error is gone",
    "I'll restart it now",
    "Ich habe den Dienst neu gestartet",
    "Nach Prüfung mit kubectl ist der Pod in Ordnung",
    "I checked the node and it is healthy",
    "We ran the query again",
  ])("sees a claim in: %s", (summary) => {
    expect(valueOf("no_claimed_action", given({ summary }))).toBe(0);
  });

  it.each([
    "Restart the pod and check its log",
    "Run kubectl describe pod",
    "The job ran for two hours",
    "The kubelet restarted the container",
    "Someone deleted the secret",
    "Check whether the operator has restarted it",
    "I checked the provided context: nothing in it tells the cause",
    "Der Knoten wurde neu gestartet",
    "After the restart the pod failed again",
    "It was verified by the checksum",
    "The container was killed after running out of memory",
    "The pod ran out of memory after restarting twice",
    "We run out of disk space on the node tomorrow",
  ])("sees none in: %s", (summary) => {
    expect(valueOf("no_claimed_action", given({ summary }))).toBe(1);
  });
});

describe("cause", () => {
  const causes = (...texts: string[]) =>
    valueOf(
      "cause",
      given({
        hypotheses: texts.map((cause) => ({ evidence: ["L1"], cause, confidence: "low" as const })),
      }),
    );
  const TRUE = "The database refuses the password", WRONG = "It runs out of memory";

  it("is worth less further down", () => {
    expect(causes(TRUE)).toBe(1);
    expect(causes("The image is broken", TRUE)).toBe(0.5);
    expect(causes("The image is broken", "The node is slow", TRUE)).toBe(0.25);
  });

  it("is worth nothing behind a distractor, or with half of what matters", () => {
    expect(causes(WRONG, TRUE)).toBe(0);
    expect(causes("The database is down")).toBe(0);
    expect(
      causes(
        "It is DNS, a full disk, the quota, an expired certificate or the password of the database",
      ),
    )
      .toBe(0);
  });

  it("takes a chain of effects for one cause, and a list of alternatives for none", () => {
    const chain = "The password of the database was rotated, so the pool leaks connections, the " +
      "queue has a backlog, its locks are held for long, and the liveness probe fails";
    expect(causes(chain)).toBe(1);
    expect(causes(chain.replaceAll(", ", " or "))).toBe(0);
  });

  it("counts what is asserted, not what is ruled out", () => {
    expect(causes("It is not memory: the database refuses the password")).toBe(1);
    expect(causes("It is not the password of the database")).toBe(0);
  });

  it("is not taken out of the summary", () => {
    expect(valueOf(
      "cause",
      given({
        hypotheses: [{ evidence: ["L1"], cause: "Something is wrong with it", confidence: "low" }],
        summary: "The database refuses the password of photos",
      }),
    )).toBe(0);
  });
});

describe("entities", () => {
  const entities = (summary: string) =>
    valueOf("entities", given({ summary, hypotheses: [], next_steps: [] }));

  it.each([
    "photos-7d9f8b6c5d-abcde restarts",
    "it asks 10.3.4.5 for it",
    "redis-0.cache.svc does not answer",
    "/var/lib/postgres/data is full",
    "deployment payments-api is broken",
    "node worker-3 has no memory",
    "/dev/sdb1 has errors",
    "container_memory_failures_total grows",
  ])("are invented in: %s", (summary) => expect(entities(summary)).toBe(0));

  it.each([
    "the out-of-memory killer ends the read-only, long-running process of the 64-bit node",
    "a 5-minute back-off, point-in-time recovery, up-to-date",
    "photos restarts at 2026-03-03",
    "the pod-level limit; an HTTP/2-based call with TLS-1.3",
    "photos-db.media.svc:5432 and photos-7d9f8b6c5d-x2kqz",
  ])("are none, or known, in: %s", (summary) => expect(entities(summary)).toBe(1));
});

describe("numbers", () => {
  const numbers = (summary: string) =>
    valueOf("numbers", given({ summary, hypotheses: [], next_steps: [] }));

  it.each([
    "it uses 256 MiB",
    "it uses 268 MB",
    "it uses 0.25 GiB",
    "it uses 41 % of its limit",
    "it restarted 17 times",
    "it began 65 minutes ago",
    "in 2026, version 16, on port 5432",
  ])("are in the case: %s", (summary) => expect(numbers(summary)).toBe(1));

  it.each([
    "it uses 512 MiB",
    "it uses 42.5 %",
    "it restarted 23 times",
    "it takes 90 seconds",
    "it waits for 3 days",
  ])("are invented: %s", (summary) => expect(numbers(summary)).toBe(0));
});

describe("an item that was not shown", () => {
  it("cannot be cited", () => {
    const shown = CONTEXT.filter(({ id }) => id !== "P1");
    expect(valueOf("support", given(GOLD, { shown }))).toBeLessThan(1);
  });
});
