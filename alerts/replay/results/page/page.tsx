import type { VNode } from "preact";
import { dollars, percent, score, UNKNOWN } from "../figures.ts";
import type { RunResults } from "../run_results.ts";
import { summarize } from "../summary.ts";
import { CaseSection } from "./case_section.tsx";
import { ComparisonTable } from "./comparison_table.tsx";
import { JudgeSection } from "./judge_section.tsx";
import { pickAnswers } from "./pick_answers.ts";

/** Properties of {@linkcode Page}. */
export interface PageProps {
  /** The run. */
  readonly results: RunResults;
}

/** A run: verdicts first, then figures, then every alert with the answers side by side. */
export function Page({ results }: PageProps): VNode {
  const { run, baseline, comparisons, isSample } = results;
  const byCandidate = Map.groupBy(comparisons, ({ candidate }) => candidate);
  const cases = new Map(results.cases.map((one) => [one.id, one]));
  const shown = pickAnswers(results);
  return (
    <>
      <header>
        <h1>Replay: {run}</h1>
        <p class="lead">
          {results.cases.length} alerts of{" "}
          {new Set(results.cases.map(({ cluster }) => cluster)).size} names, compared by{" "}
          {results.primary}
        </p>
        {isSample && (
          <p class="sample">
            The answers were written for the demonstration. No model gave them, and nothing is said
            of any.
          </p>
        )}
      </header>
      <main>
        <VariantTable results={results} />
        {[...byCandidate].map(([candidate, own]) => (
          <ComparisonTable comparisons={own} candidate={candidate} baseline={baseline} />
        ))}
        {results.judge && (
          <JudgeSection
            judge={results.judge}
            summaries={summarize(results.rows, results.scores)}
          />
        )}
        <section>
          <h2>Answers side by side</h2>
          <p class="note">
            The alerts at which a candidate loses most come first. <del>Words of the baseline</del>
            {" "}
            that the candidate has not, <ins>words of the candidate</ins> that the baseline has not.
          </p>
          {shown.map((one, at) => (
            <CaseSection
              one={cases.get(one.id)!}
              shown={one}
              baseline={baseline}
              isOpen={at === 0}
            />
          ))}
        </section>
      </main>
    </>
  );
}

function VariantTable({ results }: PageProps): VNode {
  const shown = new Map(results.variants.map((one) => [one.name, one]));
  return (
    <section>
      <h2>Variants</h2>
      <div class="wide" tabIndex={0} role="region" aria-label="Variants">
        <table>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">Model</th>
              <th scope="col">Prompts</th>
              <th scope="col" class="figure">Score</th>
              <th scope="col" class="figure">Gates passed</th>
              <th scope="col" class="figure">Answers</th>
              <th scope="col" class="figure">Errors</th>
              <th scope="col" class="figure">Missing</th>
              <th scope="col" class="figure">Cost</th>
              <th scope="col" class="figure">Median</th>
            </tr>
          </thead>
          <tbody>
            {summarize(results.rows, results.scores).map((one) => (
              <tr>
                <th scope="row">{one.variant}</th>
                <td>{shown.get(one.variant)?.model ?? UNKNOWN}</td>
                <td>{shown.get(one.variant)?.prompts.join(", ") ?? UNKNOWN}</td>
                <td class="figure">{score(one.score)}</td>
                <td class="figure">{percent(one.passed)}</td>
                <td class="figure">{one.answered}</td>
                <td class="figure">{one.errors}</td>
                <td class="figure">{one.missing}</td>
                <td class="figure">{dollars(one.usd)}</td>
                <td class="figure">
                  {one.latency === null ? UNKNOWN : `${(one.latency / 1000).toFixed(1)} s`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
