import { expect, test } from "vitest";
import { DEMO_ANSWERS, type DemoAnswers } from "../../src/house/demo.ts";
import { describePrometheus } from "./each_server.ts";

const { exchanges }: DemoAnswers = JSON.parse(await Deno.readTextFile(DEMO_ANSWERS));

describePrometheus((url) => {
  test("answers as it did when the notebooks' questions were recorded", async () => {
    expect(exchanges).not.toEqual([]);
    for (const { path, form, body } of exchanges) {
      const answer = await fetch(new URL(path, url), {
        method: "POST",
        body: new URLSearchParams(form.map(([name, value]) => [name, value])),
      });
      expect(withoutOrder(await answer.json()), JSON.stringify(form))
        .toEqual(withoutOrder(JSON.parse(body)));
    }
  });
});

/** Series come in any order. */
function withoutOrder(answer: { data: { result: { metric: unknown }[] } }): unknown {
  const key = ({ metric }: { metric: unknown }) => JSON.stringify(metric);
  return { ...answer, data: answer.data.result.toSorted((a, b) => key(a) < key(b) ? -1 : 1) };
}
