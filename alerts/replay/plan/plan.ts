import { z } from "zod";
import { contentHash } from "../../src/content_hash.ts";
import { ALL_CHECKS } from "../checks/all_checks.ts";
import type { Config } from "../config/read_config.ts";
import { hashOfCases, type ReplayCase } from "../read_cases.ts";

/** The hashes of a plan, and what later plans are counted by. */
export const planForm = z.strictObject({
  sha256: z.string(),
  /** Hash without cases and labels. All looks at a growing set of cases share it. */
  series: z.string(),
  looks: z.int().min(1),
  names: z.array(z.string()).readonly(),
  cases: z.array(z.string()).readonly(),
});
export type Plan = z.infer<typeof planForm>;

/**
 * The plan of a configuration. It changes with everything that can change a verdict: cases, labels,
 * prompts, models, parameters, repeats, primaries, margins, weights, gates, versions of checks, and
 * the judge's questions. It does not change with file names or with who wrote a label.
 */
export function planOf(config: Config, cases: readonly ReplayCase[]): Plan {
  const { baseline, primaries, cap, within, looks, cluster, gate, repeats, weights } = config;
  const verdicts = { baseline, primaries, cap, within, looks, cluster, gate, repeats, weights };
  const { ownChecks, judge } = config;
  const rules = {
    ...verdicts,
    endpoint: config.endpoint.href,
    ...(ownChecks && { ownChecks: ownChecks.sha256 }),
    ...(judge && {
      judge: {
        criteria: judge.criteria,
        prompt: judge.prompt.sha256,
        render: judge.render,
        cases: judge.cases ?? [],
        repeats: judge.repeats ?? 0,
      },
    }),
    checks: ALL_CHECKS.map(({ name, version }) => `${name} ${version}`),
    variants: config.variants.map(({ name, prompts, render, context, firstSample }) => ({
      name,
      prompts: Object.values(prompts).map(({ sha256 }) => sha256),
      render,
      context,
      firstSample,
    })),
  };
  const labels = cases.flatMap(({ label }) => {
    if (!label) return [];
    const { by: _by, at: _at, note: _note, tags: _tags, ...truth } = label;
    return [truth];
  });
  return {
    sha256: contentHash({ ...rules, cases: hashOfCases(cases), labels }),
    series: contentHash(rules),
    looks,
    names: [...new Set(cases.map(({ cluster }) => cluster))].sort(),
    cases: cases.map(({ id }) => id).sort(),
  };
}
