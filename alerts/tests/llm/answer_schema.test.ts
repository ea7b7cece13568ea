import { describe, expect, test } from "vitest";
import { z } from "zod";
import { analysisSchema } from "../../src/llm/analysis.ts";
import { answerSchema } from "../../src/llm/answer_schema.ts";

describe("answerSchema()", () => {
  test("holds nothing that structured outputs refuse, and says the limits in words", () => {
    const text = JSON.stringify(answerSchema(analysisSchema));
    expect(text).not.toMatch(/"(?:maxLength|minLength|maxItems|\$schema)"/);
    expect(text).toContain("(not empty, at most 600 characters)");
    expect(text).toContain("none if inconclusive (at most 3)");
  });

  test("closes every object and requires all of its properties", () => {
    const objects: Record<string, unknown>[] = [];
    JSON.stringify(answerSchema(analysisSchema), (_, value) => {
      if (value?.type === "object") objects.push(value);
      return value;
    });
    expect(objects).toHaveLength(2);
    for (const { properties, required, additionalProperties } of objects) {
      expect(additionalProperties).toBe(false);
      expect(required).toEqual(Object.keys(properties as object));
    }
  });

  test("does not take a property for a keyword", () => {
    const schema = z.object({ maxLength: z.number(), list: z.array(z.string().max(2)) });
    expect(answerSchema(schema)).toMatchObject({
      properties: {
        maxLength: { type: "number" },
        list: { items: { description: "at most 2 characters", type: "string" } },
      },
    });
  });
});
