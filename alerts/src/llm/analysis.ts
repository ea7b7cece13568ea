/**
 * What the model is asked to answer, and what is taken of it.
 *
 * @module
 */

import { z } from "zod";

/** Longest texts [characters] and lists. Providers do not hold them: what is longer is cut here. */
export const ANALYSIS_LIMITS = {
  summary: 600,
  cause: 600,
  step: 300,
  gap: 200,
  hypotheses: 3,
  evidence: 12,
  next_steps: 5,
  not_read: 10,
} as const;

/** The form of an answer. Its order is that of the writing: evidence first, the verdict last. */
export const analysisSchema = z.object({
  not_read: z.array(z.string().max(ANALYSIS_LIMITS.gap)).max(ANALYSIS_LIMITS.not_read)
    .describe("Context that would have helped but is missing or could not be read"),
  hypotheses: z.array(
    z.object({
      evidence: z.array(z.string().max(16)).max(ANALYSIS_LIMITS.evidence)
        .describe("Ids of the context items that support the cause, such as M1"),
      cause: z.string().min(1).max(ANALYSIS_LIMITS.cause)
        .describe("A possible cause, and what in the evidence speaks for it"),
      confidence: z.enum(["high", "medium", "low"]),
    }),
  ).max(ANALYSIS_LIMITS.hypotheses)
    .describe("One to three causes, the likeliest first; none if inconclusive"),
  inconclusive: z.boolean().describe("Whether the context does not tell the cause"),
  severity: z.enum(["critical", "warning", "info", "none"])
    .describe("How bad it is by the evidence, whatever the alert's label says"),
  next_steps: z.array(z.string().min(1).max(ANALYSIS_LIMITS.step)).max(ANALYSIS_LIMITS.next_steps)
    .describe("What a person should look at or do next"),
  summary: z.string().min(1).max(ANALYSIS_LIMITS.summary)
    .describe("What is wrong, in one or two plain sentences"),
});

type Asked = z.infer<typeof analysisSchema>;

/**
 * An answer that has the form. A hypothesis without evidence is an uncited claim. The severity is for
 * whoever compares prompts: it decides nothing about the push, so an answer without it is taken too.
 */
export type Analysis = Omit<Asked, "severity"> & Partial<Pick<Asked, "severity">>;
