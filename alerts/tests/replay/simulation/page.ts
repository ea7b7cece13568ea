/**
 * `alerts/docs/replay-statistics.md`: how replays are compared, and how often that is right.
 *
 * @module
 */

import type { Measured } from "./measure.ts";
import { type Scenario, SECTIONS } from "./scenarios.ts";

/** Where the page is. */
export const PAGE: URL = new URL("../../../docs/replay-statistics.md", import.meta.url);

/** Runs of each row on the page. */
export const RUNS = 1000;

/** A row as a line of the page. */
export function lineOf({ scenario, former, ours }: Measured): string {
  const percent = (rate: number | null) => rate === null ? "–" : (100 * rate).toFixed(1);
  return `| ${scenario.what} | ${wantedOf(scenario)} | ${percent(former)} | ${percent(ours)} |`;
}

function wantedOf({ wanted }: Scenario): string {
  if (!wanted) return "";
  return "atLeast" in wanted ? `≥ ${100 * wanted.atLeast}` : `≤ ${100 * wanted.atMost}`;
}

/** Renders the page. */
export function page(measured: readonly (readonly Measured[])[]): string {
  const tables = measured.map((rows, at) =>
    `### ${SECTIONS[at]!.title}

| scenario | wanted % | before % | now % |
| --- | ---: | ---: | ---: |
${rows.map(lineOf).join("\n")}
`
  );
  const sizes = [6, 10, 20, 43, 60, 100, 200, 400];
  const row = (name: string, of: (names: number) => string) =>
    `| ${name} | ${sizes.map(of).join(" | ")} |`;
  return `# How replays are compared

\`deno task replay\` gives each candidate a verdict: better than the baseline, worse, as good as it, or
undecided. This page explains the method and shows how often its verdicts are right.
\`deno task accuracy\` generates the page; a test recomputes some of the rows and compares them.

## The method

1. **The unit is the name of an alert.** For each alert, repeats are averaged, and the baseline's score
   is subtracted from the candidate's. The differences of a name's alerts are averaged. The result is the
   plain mean over names, which is the expected difference at a randomly chosen name. A name that fired
   sixty times counts once. The mean over alerts is reported without an interval. For example, if one name
   has 60 of 102 alerts, all of them are worth only \`(Σn)² / Σn²\` = 2.9 names
   (\`alerts/replay/statistics/by_name.ts\`).
2. **Mean.** Each difference gets a random weight (flat Dirichlet), and so does one unseen name with the
   worst possible value. p is the probability that the weighted mean lies on the other side of the tested
   value. The 95 % interval contains every mean for which both one-sided p are above 2.5 %. This is
   Gaffke's bound. It needs no variance and no degrees of freedom, and is computed exactly (\`gaffke.ts\`).
   For differences of zero and one it equals the interval of Clopper and Pearson. For distributions with
   two values the bound is proven. For other bounded distributions it is conjectured, and no
   counterexample is known.
3. **Typical difference.** The same as step 2, but with each name's difference limited to ±\`cap\` (0.3), so
   that no single name dominates.
4. **Tail.** The report lists the worst names and how many lose more than \`cap\`. It gives the
   Clopper–Pearson upper bound (95 %) of the share of such names.
5. **As good as.** Two one-sided tests check that the mean is less than \`within\` away from zero.
6. **All verdicts together.** Holm's method corrects all p of steps 2, 3 and 5, over all candidates and
   primary checks. A mean cannot be zero and \`within\` away from zero at once, so at most two of the three
   hypotheses count (Shaffer). At most 5 % of runs contain a wrong verdict.
7. **Plans.** Only answers that are newer than the plan get a verdict. The plan is a hash over cases,
   labels, prompts, parameters, repeats, primary checks and margins. The first plan for a set of names may
   be wrong in 5 % of runs. The i-th plan that shares a name with it gets 5 % / (i (i − 1)), so all later
   plans together get another 5 %. If the set of cases grows in several looks, these looks share the error
   rate of their plan. All other results are marked exploratory.
8. **Margin.** The run fails if the mean is certainly below \`−margin\` (one-sided test at 2.5 % divided by
   the number of decisions). Otherwise it passes. The report states whether the mean is certainly above
   \`−margin\` or whether nothing is proven.
9. **Gates** are tested on the stored alerts only, not on a wider population. If both prompts are equally
   good, the answers to an alert are exchangeable, even if alerts depend on each other. With t failures
   among n answers to an alert, the number of failures of the candidate is hypergeometric. Convolved over
   the alerts this gives an exact p (\`exact_gate.ts\`). Gates that could not reach significance are not
   counted in the correction (Tarone). Steps 8 and 9 may each be wrong in 2.5 % of runs. Answers with the
   same words (temperature 0) count as one. A \`hard\` gate fails at a single miss, and the report states
   how often this happens by chance.
10. **A failed call** is not a failed answer. The intervals allow for every answer that the call could
    have given, so a variant gains nothing if its calls fail at hard alerts.

## How often it is right

Each row has ${RUNS} simulated runs (500 for some gates) with a known true difference
(\`tests/replay/simulation/\`).

- "Before" is the former method: a cluster-robust t interval over alerts with sign flips, and a gate that
  fails at the first miss.
- "10×5": ten names with five alerts each.
- "In between": scores between 0 and 1, made of six checks. Alerts and names differ in difficulty, and a
  prompt may be better at some names only.
- "Ceiling 99 → 97": 99 % of the baseline's and 97 % of the candidate's answers score 1, the others 0.
- "A/A": both variants are the same.
- "Held back": scenarios that were not used to develop the method.

With ${RUNS} runs, a rate of 5 % is known to ±1.4 percentage points, and a rate of 2.5 % to ±1.0 (95 %).

${tables.join("\n")}
## Limits of every method

Take any test that is wrong in at most 2.5 % of runs for every distribution. It finds a mean gain of μ at
G names in at most \`0.025 · (1 + μ)^G\` of runs. The reason: a loss of 1 at a few names would make the mean
0, and the sample misses all of these names with probability \`(1 + μ)^−G\`.

${row("names", String)}
| --- |${sizes.map(() => " ---: |").join("")}
${row("smallest difference found in 80 % of runs", (names) => (32 ** (1 / names) - 1).toFixed(3))}
${
    row("if nothing differs: interval of the mean, ±", (names) =>
      (1 - 0.025 ** (1 / names)).toFixed(3))
  }
${
    row("unseen names with a large loss, at most % of names", (names) =>
      (100 * (1 - 0.05 ** (1 / names))).toFixed(1))
  }

- Names count as independent draws. If one outage fires alerts with many names, group them by a label of
  the incident (\`cluster\` in \`replay.yaml\`).
- If one name has most of the alerts, its effect on the mean over alerts is observed only once.
- A gate can fail if the candidate's failures only moved to other alerts, because those alerts did get
  worse.
- \`replay plan\` simulates how many names and repeats are needed to detect a loss. A pilot of 40 names is
  small: depending on the pilot, the true share of detected losses lies between 57 and 99 %.

## Sources

Gaffke, *Three test statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative
variable*; Learned-Miller and Thomas, *A New Confidence Interval for the Mean of a Bounded Random
Variable*; Holm, *A simple sequentially rejective multiple test procedure*; Shaffer, *Modified
sequentially rejective multiple test procedures*; Tarone, *A modified Bonferroni method for discrete
data*; Clopper and Pearson, *The use of confidence or fiducial limits illustrated in the case of the
binomial*.
`;
}
