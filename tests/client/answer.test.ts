import { expect, test } from "vitest";
import { readEnvelope, readLabelSets, readTexts } from "../../src/client/answer.ts";

test("readEnvelope() passes on the server's warnings", () => {
  const { ok, notices } = readEnvelope({ status: "success", warnings: ["results truncated"] });
  expect(ok).toBe(true);
  expect(notices[0]).toBe("results truncated");
});

test("readLabelSets() gives the label sets", () => {
  const { items } = readLabelSets('{"status":"success","data":[{"__name__":"up"}]}');
  expect(items[0]?.__name__).toBe("up");
});

test("readTexts() gives the texts", () => {
  expect(readTexts('{"status":"success","data":["job"]}').items[0]).toBe("job");
});
