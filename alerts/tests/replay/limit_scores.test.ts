import { expect, test } from "vitest";
import { decide } from "../../replay/gates.ts";
import { limitScores } from "../../replay/score_answer.ts";
import type { Row } from "../../replay/row.ts";

const rows = ["old", "new"].flatMap((variant) =>
  Array.from({ length: 12 }, (_, at): Row => ({
    case: `${at}`,
    cluster: `${at}`,
    variant,
    sample: 0,
    key: "k",
    status: "answered",
    latency: variant === "new" ? 30_000 : 2000,
    ...at > 0 && { usd: variant === "new" ? 0.01 : 0.03 },
  }))
);

test("what costs or takes too much fails a gate, decided as all gates are", () => {
  const scores = limitScores(rows, { usd: 0.02, seconds: 20 });
  const [cost, latency] = decide(scores, [], { baseline: "old" });
  expect(cost).toMatchObject({ check: "cost", fails: false, own: { failed: 0, answers: 11 } });
  expect(latency).toMatchObject({ check: "latency", fails: true, own: { failed: 12 } });
  expect(latency!.p).toBe(1 / 2 ** 12);
  expect(scores.find(({ check, value }) => check === "latency" && value === 0)!.reason)
    .toBe("30 s, allowed are 20");
});

test("what is not known, or not limited, fails nothing", () => {
  expect(limitScores(rows, {})).toEqual([]);
  const [first] = limitScores(rows, { usd: 0.02 });
  expect(first).toMatchObject({ value: null, reason: "not known" });
  const failed = limitScores([{ ...rows[0]!, status: "error" }], { seconds: 1 });
  expect(failed).toMatchObject([{ value: null, isFailedCall: true }]);
});
