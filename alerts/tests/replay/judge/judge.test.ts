import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { promptOf } from "../../../src/llm/prompt.ts";
import { keyOf } from "../../../replay/cassette/recording.ts";
import { readAnswer } from "../../../replay/checks/read_answer.ts";
import { agreementOf } from "../../../replay/judge/agreement.ts";
import { CRITERIA } from "../../../replay/judge/criteria.ts";
import { judgeRequest, judgeScores } from "../../../replay/judge/judge_rows.ts";
import { CONTEXT, GOLD, INCIDENT, reply } from "../checks/planted.ts";

const JUDGE = {
  url: new URL("https://llm.example/v1/messages"),
  render: { model: "judge-model" },
  prompt: promptOf("judge", "Judge."),
  criteria: CRITERIA,
};
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

  it("has another key for another answer and another prompt", () => {
    const other = { text: "x" };
    const keys = [
      judgeRequest(JUDGE, QUESTION, gold),
      judgeRequest(JUDGE, QUESTION, other),
      judgeRequest({ ...JUDGE, prompt: promptOf("judge", "Judge!") }, QUESTION, gold),
    ].map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("a judgement", () => {
  const all = (verdict: string) =>
    Object.fromEntries(CRITERIA.map(({ name }) => [name, { reason: "so\nit is", verdict }]));
  const scores = (text: string) => judgeScores(PLACE, reply(text), CRITERIA);

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

  it("is missing where a question was left out, whatever its name", () => {
    const own = [{ name: "constructor", question: "Is it built well?" }];
    expect(judgeScores(PLACE, reply("{}"), own)).toMatchObject([{ value: null }]);
  });

  it("is missing where the judge failed, and 0 where there was nothing to judge", () => {
    const values = (response: Parameters<typeof judgeScores>[1]) => [
      ...new Set(judgeScores(PLACE, response, CRITERIA).map(({ value }) => value)),
    ];
    expect(values(null)).toEqual([null]);
    expect(values({ status: 529, body: "" })).toEqual([null]);
    expect(values(reply(JSON.stringify(all("yes")), "max_tokens"))).toEqual([null]);
    expect(values(undefined)).toEqual([0]);
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
