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

\`deno task replay\` says of each candidate whether it is better than the baseline, worse, as good as it,
or whether that is undecided. This page says how, and how often that is right. \`deno task accuracy\`
makes it; a test makes a part of the table again and compares.

## The method

1. **The unit is the name of an alert.** For each alert, repeats are averaged, and the difference
   candidate minus baseline is taken. The differences of a name's alerts are averaged. The figure is the
   plain mean over
   names: the difference at a name drawn at random. A name that fired sixty times counts once. The mean
   over alerts is told without an interval: if one name has 60 of 102 alerts, they are worth
   \`(Σn)² / Σn²\` = 2.9 names (\`alerts/replay/statistics/by_name.ts\`).
2. **Mean.** Each difference, and one unseen name with the worst possible value, gets a random weight
(flat Dirichlet). p is the chance that the weighted mean is on the other side. The 95 % interval holds
every mean for which both one-sided p are above 2.5 %. This is Gaffke's bound. It needs no variance and
   no degrees of freedom, and is computed exactly (\`gaffke.ts\`). With zeros and ones it is the interval of
   Clopper and Pearson. That it holds for every bounded distribution is proven for two values, and
   conjectured for more; nobody knows a counterexample.
3. **Typical difference.** The same with the difference at each name limited to ±\`cap\` (0.3): what happens
   if no name counts more than that.
4. **Tail.** The worst names, how many lose more than \`cap\`, and the Clopper–Pearson bound (95 %) of their
   share among all such names.
5. **As good as.** Two one-sided tests that the mean is less than \`within\` away from zero.
6. **Family.** Holm's method over all p of steps 2, 3 and 5, over all candidates and primary checks. A mean
   cannot be zero and \`within\` away from it at once, so that at most two of three hypotheses count
   (Shaffer). All verdicts of a run together are wrong in at most 5 % of runs.
7. **Plans.** There is a verdict only about answers that are newer than the plan. The plan is a hash
   over cases, labels, prompts, parameters, repeats, primary checks and margins. The first plan on some
   names
   has 5 %, the i-th has 5 % / (i (i − 1)): all later ones together have 5 %. Looks at a growing set of
   cases share what their plan has. Everything else is marked exploratory.
8. **Margin.** The run fails if the mean is below \`−margin\` (one-sided, 2.5 % / decisions). It passes as
   proven if the mean is above it; otherwise it passes, and says that nothing is proven.
9. **Gates** are about these very alerts. If both prompts are alike, the answers to an alert are
   exchangeable, however alerts hang together. With t failures among n answers, the candidate's share is
   hypergeometric. Convolved over alerts that is an exact p (\`exact_gate.ts\`). Gates that could not fail
   cost nothing (Tarone). Steps 8 and 9 have 2.5 % each. Answers of the same words (temperature 0) count as
   one. A gate that is \`hard\` fails at a single miss, and the report says how often that is chance.
10. **A failed call** is no failed answer. Intervals hold whatever its answer would have been, so that a
    variant gains nothing by failing at hard alerts.

## How often it is right

Simulated runs, ${RUNS} of each row (500 of some gates), whose truth is known (\`tests/replay/simulation/\`).
"Before" is a cluster-robust t interval over alerts with sign flips, and a gate that fails at the first
miss. "10×5" are ten names with five alerts each. In between: six checks make the score, alerts and names
differ in difficulty, prompts are better at some names. Ceiling 99 → 97: the share of answers that score
1, the others score 0. "Held back" are scenarios that the method was not made with.

A rate of 5 % over ${RUNS} runs is known to ±1.4 points, one of 2.5 % to ±1.0 points (95 %).

${tables.join("\n")}
## What nothing can do

A test that is wrong in at most 2.5 % of runs, whatever the distribution, finds a mean gain μ at G names
in at most \`0.025 · (1 + μ)^G\` of runs. The reason: a loss of 1 at few names would make the mean 0, and
is unseen with the chance \`(1 + μ)^−G\`.

${row("names", String)}
| --- |${sizes.map(() => " ---: |").join("")}
${row("least difference found in 80 %", (names) => (32 ** (1 / names) - 1).toFixed(3))}
${row("nothing differs: mean within ±", (names) => (1 - 0.025 ** (1 / names)).toFixed(3))}
${row("large loss unseen, % of names", (names) => (100 * (1 - 0.05 ** (1 / names))).toFixed(1))}

- Names count as independent draws. Where one outage fires many, name the alerts by a label of the
  incident (\`cluster\` in \`replay.yaml\`).
- A dominant name's effect on the mean over alerts is observed once.
- Failures that move to other alerts can fail a gate: these alerts did get worse.
- \`replay plan\` simulates how many names and repeats a loss needs. A pilot of 40 names is little: the
  share that is really found lies between 57 and 99 %.

## Sources

Gaffke, *Three test statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative
variable*; Learned-Miller and Thomas, *A New Confidence Interval for the Mean of a Bounded Random
Variable*; Holm, *A simple sequentially rejective multiple test procedure*; Shaffer, *Modified
sequentially rejective multiple test procedures*; Tarone, *A modified Bonferroni method for discrete
data*; Clopper and Pearson, *The use of confidence or fiducial limits illustrated in the case of the
binomial*.
`;
}
