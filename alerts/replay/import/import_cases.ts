import { newCaseRedactor, redactFinding, redactIncident } from "../../src/case_redactor.ts";
import type { Finding } from "../../src/context/context_item.ts";
import type { Incident } from "../../src/incident.ts";
import type { WrittenAnswer } from "../../src/llm/parse_answer.ts";
import { numberItems } from "../../src/number_items.ts";
import { sealCase } from "../../src/seal_case.ts";
import { namesCause } from "../checks/cause/names_cause.ts";
import { factsOf } from "../checks/facts.ts";
import { madeAnswer } from "../checks/read_answer.ts";
import type { Label } from "../label.ts";
import { clusterOf } from "../read_cases.ts";
import { scoreAnswer } from "../score_answer.ts";

export interface ImportedCase {
  readonly id: string;
  /** The alert as the benchmark has it. Hints at the answer are removed later. */
  readonly incident: Incident;
  /** The evidence, with the names that the gold answer cites. */
  readonly findings: readonly (Finding & { readonly name: string })[];
  readonly label: Omit<Label, "case">;
  /** The gold answer in our form, citing findings by name. */
  readonly gold: WrittenAnswer;
}

export interface Importer {
  readonly name: string;
  /** Names of annotations and labels that tell the answer. */
  readonly givesAway: RegExp;
  read(folder: string): Promise<readonly ImportedCase[]>;
}

export type BenchmarkCase = ReturnType<typeof importCase>;

/** Below this score an answer counts as failed. */
const FAILED = 0.35;

/** Makes a sealed case and removes what gives its answer away. */
export function importCase(
  { id, incident, findings, label, gold }: ImportedCase,
  { name, givesAway }: Pick<Importer, "name" | "givesAway">,
) {
  const redactor = newCaseRedactor();
  const { incident: bare, stripped } = withoutAnswer(incident, label, givesAway);
  const items = numberItems(findings.map(({ name: _, ...one }) => redactFinding(one, redactor)));
  const ids = new Map(findings.map(({ name }, at) => [name, items[at]!.id]));
  const time = incident.startsAt;
  return {
    file: sealCase({
      version: 1,
      id: `${name}-${id}`,
      incident: redactIncident(bare, redactor),
      context: items,
      prompt: { name: "none", sha256: "" },
      outcome: "facts",
      reason: "imported",
      redactions: { ...redactor.counts() },
      times: { accepted: time, started: time, gathered: time, finished: time },
    }),
    label: { case: `${name}-${id}`, ...label },
    gold: {
      ...gold,
      hypotheses: gold.hypotheses.map((one) => ({
        ...one,
        evidence: one.evidence.flatMap((evidence) => ids.get(evidence) ?? []),
      })),
    },
    /** Names of the annotations and labels that were removed. */
    stripped,
  };
}

/** Removes annotations that are answers by their name or tell the cause. */
function withoutAnswer(incident: Incident, label: ImportedCase["label"], givesAway: RegExp) {
  const stripped: string[] = [];
  const kept = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(texts).filter(([name, value]) => {
        const isAnswer = givesAway.test(name) || isCauseTold(value, label);
        if (isAnswer) stripped.push(name);
        return !isAnswer;
      }),
    );
  const labels = kept(incident.labels), annotations = kept(incident.annotations);
  const bare: Incident = { ...incident, labels, annotations };
  // Several annotations may tell the cause together. Remove the longest first.
  const byLength = Object.entries(annotations).toSorted(([, a], [, b]) => b.length - a.length);
  for (const [name] of byLength) {
    if (!isCauseTold(textOf(bare), label)) break;
    delete annotations[name];
    stripped.push(name);
  }
  return { incident: bare, stripped };
}

function isCauseTold(text: string, { cause, distractors }: ImportedCase["label"]): boolean {
  return cause.length > 0 && namesCause(text, { cause, distractors }).isNamed;
}

function textOf({ title, labels, annotations }: Incident): string {
  return [title, ...Object.values(labels), ...Object.values(annotations)].join(". ");
}

/**
 * Scores each gold answer at its own case and at the others.
 *
 * @returns Score of the gold answer and highest score of another one, by case; and problems, one per
 * line, none if the benchmark can be used.
 */
export function proveImport(cases: readonly BenchmarkCase[]) {
  const facts = new Map(cases.map(({ file }) => [file.id, factsOf(file)]));
  const scoreOf = ({ file, label }: BenchmarkCase, answer: WrittenAnswer) => {
    const given = { facts: facts.get(file.id)!, label, answer: madeAnswer(answer, file) };
    const cluster = clusterOf(file.incident);
    return scoreAnswer({ case: file.id, cluster, variant: "gold", sample: 0 }, given).at(-1)!
      .value!;
  };
  const gold = new Map(cases.map((one) => [one.file.id, scoreOf(one, one.gold)]));
  const swapped = new Map(cases.map((one) => {
    const others = cases.filter((other) => other !== one).map(({ gold }) => scoreOf(one, gold));
    return [one.file.id, Math.max(0, ...others)];
  }));
  const flaws = [
    ...cases.filter(({ file, label }) => isCauseTold(textOf(file.incident), label))
      .map(({ file }) => `${file.id}: the alert alone tells the cause`),
    ...[...gold].filter(([, score]) => score < 1)
      .map(([id, score]) => `${id}: its gold answer scores ${score.toFixed(2)}, not 1`),
    ...[...swapped].filter(([, score]) => score >= FAILED)
      .map(([id, score]) => `${id}: the gold answer of another case scores ${score.toFixed(2)}`),
  ];
  return { gold, swapped, flaws };
}
