import { expect, test } from "vitest";
import { householdSchema, problemsOf } from "../src/household_schema.ts";

test("problemsOf() names the key, the limit and the value", () => {
  const file = { latitude: 99 };
  const [problem] = problemsOf(householdSchema.safeParse(file).error!, file);
  expect(problem!).toMatch(/^latitude: .*<=90, not 99$/);
});
