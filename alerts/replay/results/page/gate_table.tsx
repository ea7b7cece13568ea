import type { VNode } from "preact";
import type { Comparison } from "../../compare.ts";
import { interval, probability, shares } from "../figures.ts";

/** Properties of {@linkcode GateTable}. */
export interface GateTableProps {
  /** Comparisons of one candidate, of all checks. */
  readonly comparisons: readonly Comparison[];
  /** Name of the candidate. */
  readonly candidate: string;
  /** Name of the baseline. */
  readonly baseline: string;
}

/** How many alerts pass each gate, of a candidate and of the baseline. */
export function GateTable({ comparisons, candidate, baseline }: GateTableProps): VNode | null {
  const gates = comparisons.filter(({ passRates }) => passRates);
  if (gates.length === 0) return null;
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={`Gates of ${candidate}`}>
      <table>
        <caption>
          Alerts of which every answer passes. Intervals are Wilson's and Newcombe's, p is of the
          exact McNemar test; all three take alerts for independent.
        </caption>
        <thead>
          <tr>
            <th scope="col">Gate</th>
            <th scope="col" class="figure">{baseline}</th>
            <th scope="col" class="figure">{candidate}</th>
            <th scope="col" class="figure">{candidate}, 95 %</th>
            <th scope="col">Difference, 95 %</th>
            <th scope="col" class="figure">Gained</th>
            <th scope="col" class="figure">Lost</th>
            <th scope="col" class="figure">p</th>
          </tr>
        </thead>
        <tbody>
          {gates.map(({ check, alerts, passRates }) => {
            const { counts: { both, gained, lost }, p } = passRates!;
            return (
              <tr>
                <th scope="row">{check}</th>
                <td class="figure">{both + lost} of {alerts}</td>
                <td class="figure">{both + gained} of {alerts}</td>
                <td class="figure">{shares(passRates!.candidate)}</td>
                <td>{interval(passRates!.difference)}</td>
                <td class="figure">{gained}</td>
                <td class="figure">{lost}</td>
                <td class="figure">{probability(p)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
