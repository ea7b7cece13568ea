import type { Score } from "../checks/check.ts";
import { readAnswer } from "../checks/read_answer.ts";
import { dollars } from "../results/figures.ts";
import type { Row } from "../row.ts";
import { fieldWriter, type PrintStyle } from "./field_writer.ts";

export function printAnswer(
  { variant, sample, status, failure, answer, usd, latency }: Row,
  scores: readonly Score[],
  style: PrintStyle = {},
): string {
  const { bold, dim, cyan, green, red, yellow, lines, field } = fieldWriter(style);
  const total = scores.find(({ kind }) => kind === "score")?.value ?? null;
  const facts = [
    `repeat ${sample + 1}`,
    ...total === null ? [] : [`score ${total.toFixed(2)}`],
    ...usd === undefined ? [] : [dollars(usd)],
    ...latency === undefined ? [] : [`${(latency / 1000).toFixed(1)} s`],
    ...answer?.origin === "synthetic" ? ["synthetic"] : [],
    // Reference verdicts use this name.
    ...answer ? [`answer ${answer.seal.slice(0, 12)}`] : [],
  ];
  lines.push(`${bold(cyan(variant))}  ${dim(facts.join(", "))}`);
  if (!answer) {
    field("no answer", status === "error" ? `the call failed: ${failure}` : "it is missing", red);
    return `${lines.join("\n")}\n`;
  }
  const { text, written, failure: stopped, formFailure } = readAnswer(answer.response);
  if (stopped !== undefined) field("ended by", stopped, red);
  if (formFailure !== undefined) field("form", formFailure, red);
  if (written) {
    field("summary", written.summary);
    for (const { cause, confidence, evidence } of written.hypotheses) {
      field("cause", `${cause} (${confidence}; ${evidence.join(" ") || "no evidence"})`);
    }
    if (written.inconclusive) field("inconclusive", "yes");
    if (written.severity) field("severity", written.severity);
    for (const step of written.next_steps) field("next step", step);
    for (const gap of written.not_read) field("not read", gap);
  } else if (text) field("text", text.slice(0, 2000));
  const verdicts = scores.filter(({ kind, value }) => kind !== "score" && value !== null);
  const good = verdicts.filter(({ value }) => value === 1).map(({ check }) => check);
  if (good.length > 0) field("✓", good.join(", "), green);
  for (const { check, value, reason } of verdicts) {
    const [sign, paint] = value === 0 ? ["✗", red] as const : ["~", yellow] as const;
    if (value !== 1) field(`${sign} ${value!.toFixed(2)}`, `${check}: ${reason}`, paint);
  }
  return `${lines.join("\n")}\n`;
}
