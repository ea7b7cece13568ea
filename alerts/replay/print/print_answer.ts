import pico from "picocolors";
import { visibleText } from "../../src/text/visible_text.ts";
import { fieldLines } from "../../src/text/field_lines.ts";
import type { Score } from "../checks/check.ts";
import { readAnswer } from "../checks/read_answer.ts";
import type { Row } from "../row.ts";
import { dollars } from "../results/figures.ts";

export interface PrintAnswerOptions {
  readonly colours?: boolean;
  readonly width?: number;
}

const FIELD = 14;

export function printAnswer(
  { variant, sample, status, failure, answer, usd, latency }: Row,
  scores: readonly Score[],
  { colours = false, width = 100 }: PrintAnswerOptions = {},
): string {
  const { bold, dim, cyan, green, red, yellow } = pico.createColors(colours);
  const lines: string[] = [];
  const field = (name: string, value: string, paint?: (text: string) => string) => {
    const layout = { indent: 2, nameWidth: FIELD, width, dim, ...paint && { paint } };
    lines.push(...fieldLines(name, visibleText(value), layout));
  };
  const total = scores.find(({ kind }) => kind === "score");
  const facts = [
    `repeat ${sample + 1}`,
    ...total && total.value !== null ? [`score ${total.value.toFixed(2)}`] : [],
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
  for (const { check, value, reason } of verdicts.filter(({ value }) => value !== 1)) {
    field(
      `${value === 0 ? "✗" : "~"} ${value!.toFixed(2)}`,
      `${check}: ${reason}`,
      value === 0 ? red : yellow,
    );
  }
  return `${lines.join("\n")}\n`;
}
