import { expect, test } from "vitest";
import { type DemoAnswers, demoAnswers } from "../../src/house/demo.ts";
import { describePrometheus } from "./each_server.ts";

const { exchanges }: DemoAnswers = JSON.parse(await Deno.readTextFile(demoAnswers()));

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

type Answer = { data: { result: { metric: unknown }[] } | Record<string, string>[] };

/** Series come in any order; a list of series is one itself. */
function withoutOrder(answer: Answer): unknown {
  const rows: unknown[] = Array.isArray(answer.data) ? answer.data : answer.data.result;
  const key = (row: unknown) => JSON.stringify((row as { metric?: unknown }).metric ?? row);
  return { ...answer, data: rows.toSorted((a, b) => key(a) < key(b) ? -1 : 1) };
}
