import { diffWordsWithSpace } from "diff";
import type { ComponentChildren, VNode } from "preact";
import { visibleText } from "../../../src/text/visible_text.ts";
import type { Score } from "../../checks/check.ts";
import { score } from "../figures.ts";
import type { ShownAnswer } from "./pick_answers.ts";

export interface AnswerColumnProps {
  readonly answer: ShownAnswer;
  /** The answer beside it; absent if there is none. */
  readonly other?: ShownAnswer;
  /** Whether it is the one that others are compared with. */
  readonly isBaseline: boolean;
}

/** Longer texts are shown without differences. [characters] */
const LONGEST = 4000;

/** One answer with its verdicts. Words that the other answer lacks are marked. */
export function AnswerColumn({ answer, other, isBaseline }: AnswerColumnProps): VNode {
  const { written, variant, failure, text } = answer;
  const before = other?.written;
  const marked = (own: string, theirs = own): ComponentChildren => {
    const [mine, beside] = [visibleText(own), visibleText(theirs)];
    if (mine.length + beside.length > LONGEST) return mine;
    const changes = isBaseline
      ? diffWordsWithSpace(mine, beside)
      : diffWordsWithSpace(beside, mine);
    return changes.map(({ value, added, removed }) => {
      if (!added && !removed) return value;
      return isBaseline ? removed && <del>{value}</del> : added && <ins>{value}</ins>;
    });
  };
  return (
    <div class="answer">
      <h4>
        {variant}
        {isBaseline ? " (baseline)" : ""}: {score(answer.score)}
      </h4>
      {failure !== undefined && <p class="worse">No usable answer: {failure}</p>}
      {written
        ? (
          <>
            <p>{marked(written.summary, before?.summary)}</p>
            {written.hypotheses.length > 0 && (
              <ol>
                {written.hypotheses.map(({ cause, confidence, evidence }, at) => (
                  <li>
                    {marked(cause, before?.hypotheses[at]?.cause)}{" "}
                    <span class="meta">
                      ({confidence}; {evidence.length > 0 ? evidence.join(", ") : "cites nothing"})
                    </span>
                  </li>
                ))}
              </ol>
            )}
            <p class="meta">
              {written.inconclusive ? "Inconclusive. " : ""}
              Severity: {written.severity ?? "not said"}
              {written.not_read.length > 0
                ? `. Not read: ${visibleText(written.not_read.join("; "))}`
                : ""}
            </p>
            {written.next_steps.length > 0 && (
              <ul>{written.next_steps.map((step) => <li>{visibleText(step)}</li>)}</ul>
            )}
          </>
        )
        : text !== "" && <pre tabIndex={0}>{visibleText(text)}</pre>}
      <ul class="checks">
        {shownVerdicts(answer).map(({ check, value, reason }) => (
          value! < 1
            ? (
              <li class="failed">
                {check} {score(value)}: {reason}
              </li>
            )
            : <li title={reason}>{check}</li>
        ))}
      </ul>
    </div>
  );
}

/** For an unreadable answer the gates are enough. */
function shownVerdicts({ written, verdicts }: ShownAnswer): Score[] {
  return verdicts.filter(({ value, kind }) => value !== null && (written || kind === "gate"));
}
