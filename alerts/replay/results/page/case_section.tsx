import type { VNode } from "preact";
import { visibleText } from "../../../src/text/visible_text.ts";
import type { ReplayCase } from "../../replay_case.ts";
import { score } from "../figures.ts";
import { AnswerColumn } from "./answer_column.tsx";
import type { ShownAnswer, ShownCase } from "./pick_answers.ts";

export interface CaseSectionProps {
  readonly one: ReplayCase;
  readonly shown: ShownCase;
  readonly baseline: string;
  /** Whether it is open at first. */
  readonly isOpen: boolean;
}

/** An alert, its context, and all answers to it. */
export function CaseSection({ one, shown, baseline, isOpen }: CaseSectionProps): VNode {
  const { incident, context } = one.file;
  const { label } = one;
  return (
    <details class="case" id={one.id} open={isOpen}>
      <summary>
        <h3>{visibleText(incident.title)}</h3>{" "}
        <span class="figures">
          {[...shown.means].map(([variant, mean]) => `${variant} ${score(mean)}`).join(" · ")}
        </span>
      </summary>
      <div class="inside">
        <p class="lead">
          Case {one.id}. {visibleText(Object.values(incident.annotations).join(" "))}
        </p>
        {label && (
          <p>
            <strong>Right:</strong> {label.abstain
              ? "to say that it cannot be told, or that nothing is wrong"
              : label.cause.map(([name]) => name).join(", ")}
            {label.severity.length > 0 ? `; severity ${label.severity.join(" or ")}` : ""}
            {label.note === undefined ? "" : `. ${label.note}`}
          </p>
        )}
        {shown.repeats.map((answers, at) => (
          <>
            {shown.repeats.length > 1 && <p class="note">Repeat {at + 1}</p>}
            <div class="sides">
              {answers.map((answer) => (
                <AnswerColumn
                  answer={answer}
                  isBaseline={answer.variant === baseline}
                  {...besides(answer, answers, baseline)}
                />
              ))}
            </div>
          </>
        ))}
        {shown.more > 0 && (
          <p class="note">{shown.more} more repeats are in results.csv and scores.csv.</p>
        )}
        <details>
          <summary>What was known ({context.length} items)</summary>
          <pre tabIndex={0}>{shownJson(incident.labels)}</pre>
          {context.map(({ id, title, query, data, error }) => (
            <>
              <p>
                <strong>{id}</strong> {title} <span class="note">{query}</span>
              </p>
              <pre tabIndex={0}>{error ?? shownJson(data)}</pre>
            </>
          ))}
        </details>
      </div>
    </details>
  );
}

function shownJson(data: unknown): string {
  return visibleText(JSON.stringify(data, null, 2), { lines: true });
}

/** A candidate is compared with the baseline, the baseline with the first candidate. */
function besides(
  answer: ShownAnswer,
  answers: readonly ShownAnswer[],
  baseline: string,
): { other?: ShownAnswer } {
  const other = answers.find(({ variant }) =>
    answer.variant === baseline ? variant !== baseline : variant === baseline
  );
  return other ? { other } : {};
}
