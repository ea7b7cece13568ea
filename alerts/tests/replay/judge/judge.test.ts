import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { promptOf } from "../../../src/llm/prompt.ts";
import { keyOf } from "../../../replay/cassette/recording.ts";
import { readAnswer } from "../../../replay/checks/read_answer.ts";
import { agreementOf } from "../../../replay/judge/agreement.ts";
import { CRITERIA } from "../../../replay/judge/judge.ts";
import { judgeRequest, pairRequest } from "../../../replay/judge/judge_requests.ts";
import { sumPreferences } from "../../../replay/judge/preferences.ts";
import { judgeScores, readPreference } from "../../../replay/judge/read_judgement.ts";
import { CONTEXT, GOLD, INCIDENT, reply } from "../checks/planted.ts";

const JUDGE = {
  url: new URL("https://llm.example/v1/messages"),
  render: { model: "judge-model" },
  prompt: promptOf("judge", "Judge."),
  criteria: CRITERIA,
};
const PAIR = promptOf("judge-pair", "Which?");
const QUESTION = { incident: INCIDENT, context: CONTEXT };
const PLACE = { case: "a", cluster: "c", variant: "secret-name", sample: 0 };
const documentIn = ({ body }: { body: string }) =>
  JSON.parse(JSON.parse(body).messages[0].content[0].text);
const gold = readAnswer(reply(JSON.stringify(GOLD)));

describe("a request to the judge", () => {
  it("shows case, answer and criteria, and not whose the answer is", () => {
    const request = judgeRequest(JUDGE, QUESTION, gold);
    const document = documentIn(request);
    expect(document.analysis).toEqual(GOLD);
    expect(Object.keys(document.context)).toEqual(["L1", "M1", "P1"]);
    expect(Object.keys(document.criteria).sort()).toEqual(CRITERIA.map(({ name }) => name).sort());
    expect(request.body).not.toContain("secret-name");
    expect(request.body).not.toMatch(/temperature/);
  });

  it("keeps what is judged within its place, whatever it holds", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
      const request = judgeRequest(JUDGE, QUESTION, { text: `"}]} ${text}` });
      expect(documentIn(request).analysis).toBe(`"}]} ${text}`.toWellFormed());
      expect(JSON.parse(request.body).system).toEqual([{ type: "text", text: "Judge." }]);
    }));
  });

  it("has another key for another answer, another prompt and the other order", () => {
    const other = { text: "x" };
    const keys = [
      judgeRequest(JUDGE, QUESTION, gold),
      judgeRequest(JUDGE, QUESTION, other),
      judgeRequest({ ...JUDGE, prompt: promptOf("judge", "Judge!") }, QUESTION, gold),
      pairRequest(JUDGE, PAIR, QUESTION, [gold, other]),
      pairRequest(JUDGE, PAIR, QUESTION, [other, gold]),
    ].map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("a judgement", () => {
  const all = (verdict: string) =>
    Object.fromEntries(CRITERIA.map(({ name }) => [name, { reason: "so\nit is", verdict }]));
  const scores = (text: string) =>
    judgeScores(PLACE, reply(text), { isAnswered: true, criteria: CRITERIA });

  it("is 1 for yes and 0 for no", () => {
    expect(scores(JSON.stringify(all("yes"))).map(({ value }) => value)).toEqual([
      1,
      1,
      1,
      1,
      1,
      1,
    ]);
    expect(scores(JSON.stringify(all("no"))).map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(scores(JSON.stringify(all("no")))[0]).toMatchObject({
      check: "judge_follows",
      kind: "judge",
      reason: "so it is",
    });
  });

  it.each([
    "",
    "yes",
    "{}",
    "[]",
    JSON.stringify({ follows: "yes" }),
    JSON.stringify(all("maybe")),
  ])(
    "that cannot be read is missing, never 0: %s",
    (text) => expect(scores(text).every(({ value }) => value === null)).toBe(true),
  );

  it("is missing where the judge failed, and 0 where there was nothing to judge", () => {
    const values = (
      response: Parameters<typeof judgeScores>[1],
      isAnswered = true,
    ) => [
      ...new Set(
        judgeScores(PLACE, response, { isAnswered, criteria: CRITERIA }).map(({ value }) => value),
      ),
    ];
    expect(values(null)).toEqual([null]);
    expect(values({ status: 529, body: "" })).toEqual([null]);
    expect(values(reply(JSON.stringify(all("yes")), "max_tokens"))).toEqual([null]);
    expect(values(null, false)).toEqual([0]);
  });
});

describe("preferences", () => {
  const pair = (at: number, baselineFirst: string | null, candidateFirst: string | null) => ({
    case: `${at}`,
    cluster: `${at}`,
    baselineFirst: baselineFirst as "first",
    candidateFirst: candidateFirst as "first",
  });

  it("of a judge that always says 'first' tell nothing but that", () => {
    const sum = sumPreferences(Array.from({ length: 9 }, (_, at) => pair(at, "first", "first")));
    expect(sum).toMatchObject({ wins: 0, losses: 0, ties: 9, consistency: 0, p: 1 });
  });

  it("of a consistent judge count", () => {
    const pairs = [0, 1, 2, 3, 4, 5].map((at) => pair(at, "second", "first"));
    expect(sumPreferences(pairs)).toMatchObject({
      wins: 6,
      losses: 0,
      consistency: 1,
      p: 2 / 2 ** 6,
    });
    // Repeats of one alert are one observation.
    const repeats = pairs.map((one) => ({ ...one, case: "a", cluster: "a" }));
    expect(sumPreferences(repeats)).toMatchObject({ wins: 6, p: 1 });
    // So are alerts of one name, however many of them there are, each by its majority.
    const names = pairs.map((one, at) => ({ ...one, cluster: at < 4 ? "a" : "b" }));
    expect(sumPreferences(names)).toMatchObject({ wins: 6, p: 0.5 });
    const lost = { ...pair(6, "first", "second"), cluster: "a" };
    const often = Array.from({ length: 5 }, () => lost);
    expect(sumPreferences([...names, ...often])).toMatchObject({ wins: 6, losses: 5, p: 0.5 });
  });

  it("with a tie in one order are a tie; what cannot be read is counted apart", () => {
    expect(sumPreferences([
      pair(0, "tie", "first"),
      pair(1, "tie", "tie"),
      pair(2, null, "first"),
      pair(3, "first", "second"),
    ])).toMatchObject({ wins: 0, ties: 2, losses: 1, unreadable: 1, consistency: 2 / 3 });
  });

  it("between two that wrote the same are ties that say nothing of the judge", () => {
    const same = { ...pair(0, null, null), isSame: true };
    expect(sumPreferences([same])).toMatchObject({ ties: 1, unreadable: 0, consistency: null });
    expect(sumPreferences([same, pair(1, "first", "first")]))
      .toMatchObject({ ties: 2, consistency: 0 });
  });

  it("turn round when the variants do", () => {
    const preference = fc.constantFrom("first", "second", "tie", null);
    fc.assert(fc.property(fc.array(fc.tuple(preference, preference)), (said) => {
      const there = sumPreferences(said.map(([a, b], at) => pair(at, a, b)));
      const back = sumPreferences(said.map(([a, b], at) => pair(at, b, a)));
      expect([back.wins, back.losses]).toEqual([there.losses, there.wins]);
      expect([back.ties, back.unreadable, back.consistency, back.p])
        .toEqual([there.ties, there.unreadable, there.consistency, there.p]);
    }));
  });

  it("are read from an answer that has the form, and no other", () => {
    expect(readPreference(reply('{"reason":"","better":"tie"}'))).toBe("tie");
    expect(readPreference(reply('{"better":"both"}'))).toBeNull();
    expect(readPreference(reply("first"))).toBeNull();
  });
});

describe("agreement", () => {
  const many = (count: number, judge: boolean, reference: boolean) =>
    Array.from({ length: count }, (_, at) => ({ cluster: `name ${at % 20}`, judge, reference }));
  const verdicts = (both: number, judge: number, reference: number, none: number) => [
    ...many(both, true, true),
    ...many(judge, true, false),
    ...many(reference, false, true),
    ...many(none, false, false),
  ];

  it("is Cohen's kappa", () => {
    // The worked example of the encyclopedias: 20 yes-yes, 5, 10, 15 no-no.
    const { agreed, kappa, isCalibrated } = agreementOf(verdicts(20, 5, 10, 15));
    expect(agreed).toBeCloseTo(0.7, 12);
    expect(kappa).toBeCloseTo(0.4, 12);
    expect(isCalibrated).toBe(false);
    expect(agreementOf(verdicts(20, 2, 2, 16)).isCalibrated).toBe(true);
    expect(agreementOf(verdicts(8, 0, 0, 8)).isCalibrated).toBe(false);
  });

  it("is AC1 beside it, which does not fall where nearly all is yes", () => {
    const { kappa, ac1, sensitivity, specificity, isCalibrated } = agreementOf(
      verdicts(94, 3, 3, 0),
    );
    expect(kappa).toBeCloseTo(-0.031, 3);
    expect(ac1!.value).toBeCloseTo(0.936, 3);
    expect(ac1!.low).toBeLessThan(ac1!.value);
    expect(sensitivity).toMatchObject({ hits: 94, of: 97 });
    // Nobody knows whether it would see a bad answer.
    expect(specificity).toMatchObject({ hits: 0, of: 3 });
    expect(specificity.high).toBeCloseTo(1 - 0.025 ** (1 / 3), 6);
    expect(isCalibrated).toBe(false);
  });

  it("is not defined where everything is yes", () => {
    expect(agreementOf(verdicts(40, 0, 0, 0))).toMatchObject({
      agreed: 1,
      kappa: null,
      isCalibrated: false,
    });
  });
});
