import type { VNode } from "preact";
import { type Comparison, verdictInWords } from "../../compare.ts";
import { difference, interval, probability, score } from "../figures.ts";
import { GateTable } from "./gate_table.tsx";
import { IntervalBar } from "./interval_bar.tsx";

/** Properties of {@linkcode ComparisonTable}. */
export interface ComparisonTableProps {
  /** Comparisons of one candidate, of all checks. */
  readonly comparisons: readonly Comparison[];
  /** Name of the candidate. */
  readonly candidate: string;
  /** Name of the baseline. */
  readonly baseline: string;
}

/** A candidate against the baseline, check by check; the verdict is on the primary one alone. */
export function ComparisonTable({ comparisons, candidate, baseline }: ComparisonTableProps): VNode {
  const reach = Math.max(
    0.01,
    ...comparisons.flatMap(({ interval, difference }) =>
      [interval?.low ?? difference, interval?.high ?? difference].map(Math.abs)
    ),
  );
  const judged = comparisons.find(({ verdict }) => verdict);
  // The one that counts first.
  const ordered = comparisons.toSorted((a, b) => Number(!!b.verdict) - Number(!!a.verdict));
  return (
    <section>
      <h2>{candidate} against {baseline}</h2>
      {judged?.verdict && (
        <p>
          <span class={judged.verdict.finding.replace(" ", "-")}>{verdictInWords(judged)}</span>
          : {judged.alerts} alerts of {judged.clusters} names, {judged.repeats}{" "}
          {judged.repeats === 1 ? "answer" : "answers"} each
        </p>
      )}
      <div class="wide" tabIndex={0} role="region" aria-label={`${candidate} by check`}>
        <table>
          <caption>Difference and 95 % interval: right of the dashed line is better</caption>
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col" class="figure">{baseline}</th>
              <th scope="col" class="figure">{candidate}</th>
              <th scope="col" class="figure">Difference</th>
              <th scope="col">95 % interval</th>
              <th scope="col">
                <span class="note">drawn</span>
              </th>
              <th scope="col" class="figure">p</th>
            </tr>
          </thead>
          <tbody>
            {ordered.map((one) => (
              <tr>
                <th scope="row">{one.check}</th>
                <td class="figure">{score(one.baselineMean)}</td>
                <td class="figure">{score(one.candidateMean)}</td>
                <td class="figure">{difference(one.difference)}</td>
                <td>{interval(one.interval)}</td>
                <td>
                  <IntervalBar mean={one.difference} interval={one.interval} reach={reach} />
                </td>
                <td class="figure">{probability(one.verdict?.p ?? one.p)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <GateTable comparisons={comparisons} candidate={candidate} baseline={baseline} />
    </section>
  );
}
