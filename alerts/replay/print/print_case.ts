import pico from "picocolors";
import { fieldLines } from "../../src/text/field_lines.ts";
import { visibleText } from "../../src/text/visible_text.ts";
import { counted, wrap } from "../../../src/text.ts";
import type { Score } from "../checks/check.ts";
import { readAnswer } from "../checks/read_answer.ts";
import type { Label } from "../label.ts";
import type { ReplayCase } from "../read_cases.ts";
import { dollars } from "../results/figures.ts";
import type { Row } from "../row.ts";

/** Most lines shown of an item, and most rows of one line. */
const MOST_LINES = 14, MOST_ROWS = 2;

/** Prints a case: alert, context and label. Control characters are removed from all texts. */
export function printCase(
  { id, cluster, file: { incident, context }, label }: ReplayCase,
  { full, ...style }: PrintStyle & { readonly full: boolean },
): string {
  const { bold, dim, cyan, green, red, lines, field } = fieldWriter(style), { width } = style;
  const part = (title: string) => lines.push("", bold(cyan(title)));

  lines.push(`${bold(visibleText(incident.title))}  ${dim(`case ${id}`)}`);
  field("from", incident.source);
  field("severity", incident.severity, incident.severity === "critical" ? red : undefined);
  field("since", `${new Date(incident.startsAt).toISOString()}, ${incident.status}`);
  if (cluster !== incident.title) field("cluster", cluster);
  for (const [name, value] of Object.entries(incident.labels)) field(name, value);
  for (const [name, value] of Object.entries(incident.annotations)) field(name, value);

  part(context.length === 0 ? "No context" : "Context");
  for (const { id, title, data, error } of context) {
    const problem = error === undefined ? "" : `  ${red(`not read: ${visibleText(error)}`)}`;
    lines.push(`  ${bold(id.padEnd(3))} ${visibleText(title)}${problem}`);
    if (error !== undefined) continue;
    const rows = dataLines(data).flatMap((line) => {
      const own = rowsOf(line, width - 6);
      return full || own.length <= MOST_ROWS
        ? own
        : [...own.slice(0, MOST_ROWS - 1), `${own[MOST_ROWS - 1]!.slice(0, -1).toWellFormed()}…`];
    });
    const shown = full ? rows : rows.slice(0, MOST_LINES);
    for (const row of shown) lines.push(`      ${row}`);
    const more = rows.length - shown.length;
    if (more > 0) lines.push(dim(`      … ${counted(more, "more line")} (--full shows all)`));
  }

  part(label ? "What is known" : "Not labelled");
  if (label) {
    if (label.abstain) field("right answer", "it does not tell, or it is no issue", green);
    else field("true cause", groupsOf(label.cause), green);
    for (const aliases of label.distractors) field("not", aliases.join(" | "), red);
    if (label.target.length > 0) field("target", groupsOf(label.target));
    if (label.severity.length > 0) field("severity", label.severity.join(" or "));
    if (label.note !== undefined) field("note", label.note);
    field("labelled by", `${label.by}, ${label.at}`);
  }
  return `${lines.join("\n")}\n`;
}

export function printAnswer(
  { variant, sample, status, failure, answer, usd, latency }: Row,
  scores: readonly Score[],
  style: PrintStyle,
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

interface PrintStyle {
  readonly colours: boolean;
  readonly width: number;
}

/** Lines of names and values. Control characters are removed from both. */
function fieldWriter({ colours, width }: PrintStyle) {
  const paints = pico.createColors(colours);
  const lines: string[] = [];
  const layout = { indent: 2, nameWidth: 14, width, dim: paints.dim };
  return {
    ...paints,
    lines,
    field(name: string, value: string, paint: (text: string) => string = String): void {
      lines.push(...fieldLines(visibleText(name), visibleText(value), { ...layout, paint }));
    },
  };
}

function groupsOf(all: Label["cause"]): string {
  return all.map((aliases) => aliases.join(" | ")).join("   and   ");
}

/** Context data as lines: logs line by line, fields by name, records on a line each. */
function dataLines(data: unknown): string[] {
  if (typeof data === "string") return visibleText(data, { lines: true }).split("\n");
  if (Array.isArray(data)) return data.map((one) => visibleText(recordText(one)));
  if (typeof data !== "object" || data === null) return [visibleText(plainText(data))];
  return Object.entries(data).flatMap(([name, value]) => {
    const [first = "", ...more] = dataLines(value);
    const head = `${visibleText(name)}:`;
    return more.length === 0
      ? [`${head} ${first}`]
      : [head, ...[first, ...more].map((line) => `  ${line}`)];
  });
}

function recordText(one: unknown): string {
  if (typeof one !== "object" || one === null || Array.isArray(one)) return plainText(one);
  return Object.entries(one).map(([name, value]) => `${name}=${plainText(value)}`).join("  ");
}

function plainText(data: unknown): string {
  return typeof data === "string" ? data : JSON.stringify(data) ?? "";
}

/** Breaks a line into rows; continuation rows are indented. */
function rowsOf(line: string, width: number): string[] {
  const text = line.trimStart(), indent = " ".repeat(line.length - text.length);
  const room = width - indent.length - 2;
  return wrap(text, room).flatMap((part) => part.match(new RegExp(`.{1,${room}}`, "gu")) ?? [""])
    .map((row, at) => (at === 0 ? indent : `${indent}  `) + row);
}
