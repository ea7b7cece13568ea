import { expect, test } from "vitest";
import { CRITERIA } from "../../../replay/judge/criteria.ts";
import { stage, stagedAnswer } from "../stage.ts";

const JUDGE = "claude-sonnet-5-5";

test("a judge is asked one's own question too, and only of the part that is named", async () => {
  const names = [...CRITERIA.map(({ name }) => name), "names_team"];
  const said = JSON.stringify(
    Object.fromEntries(names.map((name) => [name, { reason: "so", verdict: "yes" }])),
  );
  await using lab = await stage({
    alerts: 4,
    repeats: 2,
    answer: (request) => request.model === JUDGE ? { text: said } : stagedAnswer(request),
    yaml: `judge: { model: ${JUDGE}, cases: [case-1, case-2], repeats: 1, ` +
      "criteria: { names_team: Does it say which team has to act? } }\n",
  });
  const { out } = await lab.record();
  const asked = lab.llm.requests.map(({ body }) => body).filter((body) => body.includes(JUDGE));
  expect(asked.length).toBe(2 * 2);
  expect(asked.every((body) => body.includes("Does it say which team has to act?"))).toBe(true);
  expect(out).toMatch(/names_team +100 % +100 %/);
  expect((await lab.replay("run", lab.file)).out).toBe(out);
});
