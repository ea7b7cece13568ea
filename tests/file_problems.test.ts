import { expect, test } from "vitest";
import { z } from "zod";
import { problemsOf } from "../src/file_problems.ts";
import { householdSchema } from "../src/household_schema.ts";

test("problemsOf() names the key, the limit and the value", () => {
  const file = { latitude: 99 };
  expect(problemsOf(householdSchema.safeParse(file).error!, file)).toEqual([
    "latitude: must be at most 90, not 99",
  ]);
});

const schema = z.strictObject({
  text: z.string().min(1).optional(),
  count: z.int().positive().optional(),
  share: z.number().min(0).optional(),
  list: z.array(z.number()).min(2).optional(),
  pair: z.tuple([z.string(), z.string()]).optional(),
});

test.each<[object, string]>([
  // Each value is named once.
  [{ text: null }, "text: must be a text, not null"],
  [{ text: "" }, 'text: must not be empty, not ""'],
  [{ count: "2" }, 'count: must be a number, not "2"'],
  [{ count: 1.5 }, "count: must be a whole number, not 1.5"],
  [{ count: 0 }, "count: must be above 0, not 0"],
  [{ share: -1 }, "share: must be at least 0, not -1"],
  [{ list: 7 }, "list: must be a list, not 7"],
  [{ list: [1] }, "list: must have at least 2 entries, not [1]"],
  [{ pair: ["a", 2] }, "pair[1]: must be a text, not 2"],
  [{ other: 1 }, "other: there is no such key"],
])("%j", (file, problem) => {
  expect(problemsOf(schema.safeParse(file).error!, file)).toEqual([problem]);
});
