import { diffWordsWithSpace } from "diff";
import type { ComponentChildren, VNode } from "preact";
import { visibleText } from "../../../src/text/visible_text.ts";
import type { Score } from "../../checks/check.ts";
import { type Answer, readAnswer } from "../../checks/read_answer.ts";
import type { ReplayCase } from "../../read_cases.ts";
import { placeName, type Row } from "../../row.ts";
import { mean } from "../../statistics/by_name.ts";
import { score } from "../figures.ts";

interface CaseSectionProps {
  readonly one: ReplayCase;
  /** All answers to it, those of the baseline first. */
  readonly rows: readonly Row[];
  readonly scores: ReadonlyMap<string, readonly Score[]>;
  readonly baseline: string;
  readonly isOpen: boolean;
}

/** An answer with its verdicts. */
interface Shown extends Answer {
  readonly row: Row;
  readonly verdicts: readonly Score[];
  readonly score: number | null;
}

/** Repeats shown of an alert. The CSV files have all. */
const SHOWN = 3;
/** Longer texts are shown without differences. [characters] */
const LONGEST = 4000;

export function CaseSection({ one, rows, scores, baseline, isOpen }: CaseSectionProps): VNode {
  const { incident, context } = one.file;
  const { label } = one;
  const answers = rows.map((row) => {
    const verdicts = scores.get(placeName(row)) ?? [];
    return { row, verdicts, score: verdicts.find(({ kind }) => kind === "score")?.value ?? null };
  });
  const means = [...Map.groupBy(answers, ({ row }) => row.variant)].map(([variant, own]) =>
    `${variant} ${score(mean(own.flatMap((one) => one.score ?? [])))}`
  );
  const repeats = [...Map.groupBy(answers, ({ row }) => row.sample).values()];
  const shown = repeats.slice(0, SHOWN).map((beside) =>
    beside.map((one): Shown => ({ ...readAnswer(one.row.answer?.response ?? null), ...one }))
  );
  return (
    <details class="case" id={one.id} open={isOpen}>
      <summary>
        <h3>{visibleText(incident.title)}</h3> <span class="figures">{means.join(" · ")}</span>
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
        {shown.map((beside, at) => (
          <>
            {repeats.length > 1 && <p class="note">Repeat {at + 1}</p>}
            <div class="sides">
              {beside.map((answer) => {
                const isBaseline = answer.row.variant === baseline;
                // A candidate is compared with the baseline, the baseline with the first candidate.
                const other = beside.find(({ row }) => (row.variant === baseline) !== isBaseline);
                return <AnswerColumn answer={answer} other={other} isBaseline={isBaseline} />;
              })}
            </div>
          </>
        ))}
        {repeats.length > SHOWN && (
          <p class="note">
            {repeats.length - SHOWN} more repeats are in results.csv and scores.csv.
          </p>
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

/** One answer with its verdicts. Words that the other answer lacks are marked. */
function AnswerColumn({ answer, other, isBaseline }: {
  readonly answer: Shown;
  readonly other: Shown | undefined;
  readonly isBaseline: boolean;
}): VNode {
  const { row: { variant, status, failure }, written, text, verdicts } = answer;
  const problem = status === "answered" ? answer.failure : failure ?? status;
  const before = other?.written, gaps = visibleText(written?.not_read.join("; ") ?? "");
  const marked = (own: string, theirs = own): ComponentChildren => {
    const [mine, beside] = [visibleText(own), visibleText(theirs)];
    if (mine.length + beside.length > LONGEST) return mine;
    const [old, candidate] = isBaseline ? [mine, beside] : [beside, mine];
    return diffWordsWithSpace(old, candidate).map(({ value, added, removed }) => {
      if (!added && !removed) return value;
      return isBaseline ? removed && <del>{value}</del> : added && <ins>{value}</ins>;
    });
  };
  // For an unreadable answer the gates are enough.
  const shown = verdicts.filter(({ kind, value }) =>
    value !== null && (written ? kind !== "score" : kind === "gate")
  );
  return (
    <div class="answer">
      <h4>
        {variant}
        {isBaseline ? " (baseline)" : ""}: {score(answer.score)}
      </h4>
      {problem !== undefined && <p class="worse">No usable answer: {problem}</p>}
      {!written && text && <pre tabIndex={0}>{visibleText(text)}</pre>}
      {written && (
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
            {gaps === "" ? "" : `. Not read: ${gaps}`}
          </p>
          {written.next_steps.length > 0 && (
            <ul>{written.next_steps.map((step) => <li>{visibleText(step)}</li>)}</ul>
          )}
        </>
      )}
      <ul class="checks">
        {shown.map(({ check, value, reason }) =>
          value! < 1
            ? <li class="failed">{`${check} ${score(value)}: ${reason}`}</li>
            : <li title={reason}>{check}</li>
        )}
      </ul>
    </div>
  );
}
