/**
 * `alerts/docs/replay-statistics.md`: how replays are compared, and how often that is right.
 *
 * @module
 */

import { expectedDetectable, measure, type Measured, shiftFor } from "./measure.ts";
import { trueDifference } from "./simulate.ts";

/** Where the page is. */
export const PAGE: URL = new URL("../../../docs/replay-statistics.md", import.meta.url);

/** Runs of each row. Four standard errors of a rate of 0.95 are 0.028. */
export const RUNS = 1000;

/** Shapes of runs: kinds of alerts, alerts of each kind, repeats. */
export const SHAPES: readonly (readonly [number, number, number])[] = [
  [10, 1, 3],
  [20, 1, 3],
  [50, 1, 3],
  [5, 8, 3],
  [10, 5, 3],
  [20, 3, 3],
  [28, 2, 1],
  [28, 2, 3],
];

/** A shape, measured without a difference and with the detectable one. */
export interface Row {
  /** Two candidates as good as the baseline. */
  readonly none: Measured;
  /** One candidate that is better by the detectable difference. */
  readonly some: Measured;
  /** That difference. */
  readonly difference: number;
}

/** Measures all shapes. */
export function measureAll(): Row[] {
  return SHAPES.map(([clusters, size, repeats]) => {
    const shape = { clusters, size, repeats };
    const shift = shiftFor(expectedDetectable(shape));
    return {
      none: measure({ ...shape, candidates: 2, shift: 0 }, RUNS, 1),
      some: measure({ ...shape, candidates: 1, shift }, RUNS, 50_000),
      difference: trueDifference(shift),
    };
  });
}

/** Renders the page. */
export function page(rows: readonly Row[]): string {
  const percent = (rate: number) => `${(100 * rate).toFixed(1)} %`;
  const lines = rows.map(({ none, some, difference }) => {
    const { clusters, size, repeats } = none.scenario;
    return [
      `${clusters} x ${size}`,
      repeats,
      percent((none.coverage + some.coverage) / 2),
      percent((none.naiveCoverage + some.naiveCoverage) / 2),
      percent(none.verdicts),
      difference.toFixed(3),
      percent(some.verdicts),
      percent(some.wrongWay),
    ].join(" | ");
  });
  return `# How replays are compared

\`deno task replay\` says of each candidate whether it is better than the baseline, worse, or whether
there is no evidence. This page says how, and how often that is right. It is made by
\`deno task accuracy\`; a test makes it again and compares.

## The method

1. **One alert is one observation.** The repeats of a variant at an alert are averaged first, then the
   difference candidate minus baseline is taken at each alert. Hard alerts are hard for both: pairing
   takes that out.
2. **Alerts of one name are not independent.** An alert that fired forty times is not forty alerts. The
   interval is cluster-robust: its error is made of the sums per name, \`se² = C / (C - 1) · Σ (Σ (d - mean))² / n²\`,
   with Student's t at \`C - 1\` degrees of freedom (\`alerts/replay/statistics/cluster_mean.ts\`).
3. **A permutation test beside it.** If the variants are equally good, each name's difference could have
   had the other sign. All sign flips are tried up to 16 names, 10,000 are drawn beyond, seeded, and the
   one that was seen counts as one of them (\`sign_flip.ts\`). With several candidates Holm's method
   corrects p for their number (\`holm.ts\`).
4. **The verdict** is \`better\` or \`worse\` only if the interval leaves out zero and the corrected p is at
   most 0.05, and only for the one check that \`replay.yaml\` names before the run. Otherwise it is
   \`no evidence (could have seen ≥ x)\`: x is the smallest true difference that a run as large and as
   noisy would have found four times out of five. Below six names of alerts nothing can be found.
5. **Gates** pass or fail: an alert passes if all its repeats do. Their rates have Wilson's interval, the
   difference has Newcombe's paired one and the exact McNemar test (\`rates.ts\`). These three take alerts
   for independent.
6. **Nothing is dropped.** An answer that failed counts as 0 and is shown; all variants are compared at
   the same alerts.

## How often it is right

Simulated runs, ${RUNS} of each row: each alert has its difficulty, each name of alerts has one, each
variant is better or worse at some of them by chance (\`tests/replay/simulation/\`), six checks make the
score. The true difference is known.

- **interval**: how often the 95 % interval holds the true difference. Wanted: 95 %.
- **naive**: the same of an interval that takes every alert for independent.
- **false verdicts**: how often at least one of two candidates that are as good as the baseline is
  called better or worse. Wanted: at most 5 %.
- **difference**: the one that such a run is said to be able to see; **seen**: how often it is. Wanted:
  80 %.
- **wrong way**: how often the better candidate is called worse.

| names x alerts | repeats | interval | naive | false verdicts | difference | seen | wrong way |
| --- | --- | --- | --- | --- | --- | --- | --- |
${lines.map((line) => `| ${line} |`).join("\n")}

With five names of alerts no verdict is possible: the least p of five sign flips is 0.0625.
`;
}
