import { expect, test } from "vitest";
import { answerFailure, notJson } from "../../src/client/answer_failure.ts";
import { accessOf } from "../../src/client/route.ts";

test("answerFailure() reads the status", () => {
  const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:9090") });
  expect(answerFailure({ status: 502, headers: {}, body: "" }, access).code).toBe("BAD_GATEWAY");
});

test("notJson() names the title of the page", () => {
  const access = accessOf({ kind: "direct", url: new URL("http://127.0.0.1:9090") });
  const error = notJson({ status: 200, headers: {}, body: "<title>Sign in</title>" }, access);
  expect(error.message).toContain("Sign in");
});
