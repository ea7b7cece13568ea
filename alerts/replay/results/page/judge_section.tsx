import type { VNode } from "preact";
import { agreementInWords } from "../../judge/agreement.ts";
import { CRITERIA } from "../../judge/criteria.ts";
import type { JudgeReport } from "../../judge/judge_rows.ts";
import { preferencesInWords } from "../../judge/preferences.ts";
import { dollars, percent } from "../figures.ts";
import type { VariantSummary } from "../summary.ts";

/** Properties of {@linkcode JudgeSection}. */
export interface JudgeSectionProps {
  /** What the judge said. */
  readonly judge: JudgeReport;
  /** The variants in figures. */
  readonly summaries: readonly VariantSummary[];
}

/** What a judge said, with how far people agree; it is an opinion, and told apart from the checks. */
export function JudgeSection({ judge, summaries }: JudgeSectionProps): VNode {
  const { model, prompt, usd, missing, agreement, preferences } = judge;
  return (
    <section id="judge">
      <h2>What the judge says</h2>
      <p class="note">
        {model}, {prompt}, {dollars(usd)}. Nothing of this is in the score.
      </p>
      <div class="wide" tabIndex={0} role="region" aria-label="What the judge says">
        <table>
          <caption>Answers to which it says yes</caption>
          <thead>
            <tr>
              <th scope="col">Criterion</th>
              {summaries.map(({ variant }) => <th scope="col" class="figure">{variant}</th>)}
              <th scope="col">Agreement with people</th>
            </tr>
          </thead>
          <tbody>
            {CRITERIA.map(({ name, question }) => (
              <tr>
                <th scope="row" title={question}>{name}</th>
                {summaries.map(({ variant, checks }) => {
                  const lost = missing.get(variant)?.get(name) ?? 0;
                  return (
                    <td class="figure">
                      {percent(checks.get(`judge_${name}`) ?? null)}
                      {lost > 0 && <span class="note">, {lost} missing</span>}
                    </td>
                  );
                })}
                <td>{agreementInWords(agreement.criteria.get(name)!)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">all</th>
              {summaries.map(() => <td />)}
              <td>{agreementInWords(agreement.overall)}</td>
            </tr>
          </tbody>
        </table>
      </div>
      {agreement.stray.length > 0 && (
        <p class="note">
          People also judged answers that this run does not have: {agreement.stray.length}.
        </p>
      )}
      {preferences.size > 0 && (
        <ul>
          {[...preferences].map(([candidate, one]) => (
            <li>
              <strong>{candidate}</strong> {preferencesInWords(one)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
