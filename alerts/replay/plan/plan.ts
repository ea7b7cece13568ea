import { contentHash } from "../../src/content_hash.ts";
import { ALL_CHECKS } from "../checks/all_checks.ts";
import type { Config } from "../config/read_config.ts";
import { hashOfCases } from "../read_cases.ts";
import type { ReplayCase } from "../replay_case.ts";

/** A plan, by its hashes, with what later plans on the same names are counted by. */
export interface Plan {
  /** SHA-256 over all that is decided. */
  readonly sha256: string;
  /** The same without cases and labels: looks at a growing set of cases have it in common. */
  readonly series: string;
  readonly looks: number;
  readonly names: readonly string[];
  readonly cases: readonly string[];
}

/**
 * The plan of a configuration. It changes with cases, labels, prompts, models and their parameters,
 * repeats, primary checks, margins, weights, gates, the checks' own versions, and what a judge is
 * asked; it does not with who labelled, where files are, or what things are called on the disk.
 */
export function planOf(config: Config, cases: readonly ReplayCase[]): Plan {
  const { baseline, primaries, cap, within, looks, cluster, gate, repeats, weights, judge } =
    config;
  const rules = {
    baseline,
    primaries,
    cap,
    within,
    looks,
    cluster,
    gate,
    repeats,
    weights,
    endpoint: config.endpoint.href,
    ...(config.ownChecks && { ownChecks: config.ownChecks.sha256 }),
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
    variants: config.variants.map(({ name, prompts, render, context, firstSample = 0 }) => ({
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
