/**
 * What the model is asked to answer, and what is taken of it.
 *
 * @module
 */

import { z } from "zod";

/** The form of an answer; lengths are ours to hold, providers do not. */
export const analysisSchema = z.object({
  summary: z.string().min(1).max(600).describe("What is wrong, in one or two plain sentences"),
  hypotheses: z.array(
    z.object({
      cause: z.string().min(1).max(600).describe("A possible cause"),
      confidence: z.enum(["high", "medium", "low"]),
      evidence: z.array(z.string().max(16)).max(12)
        .describe("Ids of context items that support it, such as M1"),
    }),
  ).max(3).describe("One to three causes, the likeliest first; none if inconclusive"),
  inconclusive: z.boolean().describe("Whether the context does not tell the cause"),
  next_steps: z.array(z.string().min(1).max(300)).max(5)
    .describe("What a person should look at or do next"),
  not_read: z.array(z.string().max(200)).max(10)
    .describe("Context that was missing or could not be read"),
});

/** An answer that has the form. */
export type Analysis = z.infer<typeof analysisSchema>;
