/**
 * The form of an answer as providers take it.
 *
 * @module
 */

import { z } from "zod";

/** Limits that providers refuse or ignore. The prompt states them in words instead. */
const IN_WORDS: Readonly<Record<string, (limit: unknown) => string>> = {
  maxLength: (limit) => `at most ${limit} characters`,
  maxItems: (limit) => `at most ${limit}`,
  minLength: () => "not empty",
};

/**
 * JSON schema of a zod schema, with what structured outputs support: every object closed and all of
 * its properties required, no limits of length.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { z } from "zod";
 * import { answerSchema } from "./answer_schema.ts";
 *
 * assert.deepEqual(answerSchema(z.object({ name: z.string().max(9).describe("Name") })), {
 *   type: "object",
 *   properties: { name: { description: "Name (at most 9 characters)", type: "string" } },
 *   required: ["name"],
 *   additionalProperties: false,
 * });
 * ```
 */
export function answerSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return withoutLimits(rest) as Record<string, unknown>;
}

function withoutLimits(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutLimits);
  if (typeof node !== "object" || node === null) return node;
  const words: string[] = [], kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(node)) {
    // Below `properties` the keys are names, not keywords.
    if (key === "properties") {
      kept.push([
        key,
        Object.fromEntries(
          Object.entries(value as object).map(([name, one]) => [name, withoutLimits(one)]),
        ),
      ]);
    } else if (key in IN_WORDS) words.push(IN_WORDS[key]!(value));
    else kept.push([key, withoutLimits(value)]);
  }
  if (words.length === 0) return Object.fromEntries(kept);
  const { description, ...others } = Object.fromEntries(kept);
  const limits = words.join(", ");
  return {
    description: description === undefined ? limits : `${description} (${limits})`,
    ...others,
  };
}
