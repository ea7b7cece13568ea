import { expect, test } from "vitest";
import { repeatedAnswers } from "../../replay/gates.ts";
import type { Row } from "../../replay/row.ts";
import { reply } from "./checks/planted.ts";

const row = (variant: string, sample: number, text: string, usage = 1): Row => {
  const response = reply(text);
  const body = JSON.stringify({ ...JSON.parse(response.body), usage: { output_tokens: usage } });
  return {
    case: "a",
    cluster: "A",
    variant,
    sample,
    key: "k",
    status: "answered",
    answer: { response: { ...response, body } } as NonNullable<Row["answer"]>,
  };
};

test("answers of the same words are found, whatever else the provider said", () => {
  const isRepeated = repeatedAnswers([
    row("cold", 0, "It is DNS.", 1),
    row("cold", 1, "It is DNS.", 2),
    row("warm", 0, "It is DNS."),
    row("warm", 1, "It may be DNS."),
    row("once", 0, "It is DNS."),
  ]);
  expect(["cold", "warm", "once", "none"].map((name) => isRepeated(name, "a")))
    .toEqual([true, false, false, false]);
});
