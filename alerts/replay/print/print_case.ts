import pico from "picocolors";
import { fieldLines } from "../../src/text/field_lines.ts";
import { visibleText } from "../../src/text/visible_text.ts";
import { counted, wrap } from "../../../src/text.ts";
import type { ReplayCase } from "../replay_case.ts";

export interface PrintCaseOptions {
  readonly colours?: boolean;
  readonly width?: number;
  readonly full?: boolean;
}

/** Most lines shown of an item, and most rows of one line. */
const MOST_LINES = 14, MOST_ROWS = 2;
const FIELD = 14;

/** Prints a case: alert, context and label. Control characters are removed from all texts. */
export function printCase(
  { id, cluster, file, label }: ReplayCase,
  { colours = false, width = 100, full = false }: PrintCaseOptions = {},
): string {
  const { bold, dim, cyan, green, red } = pico.createColors(colours);
  const { incident, context } = file;
  const lines: string[] = [];
  const field = (name: string, value: string, paint?: (text: string) => string) => {
    const layout = { indent: 2, nameWidth: FIELD, width, dim, ...paint && { paint } };
    lines.push(...fieldLines(visibleText(name), visibleText(value), layout));
  };
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
    const heading = `  ${bold(id.padEnd(3))} ${visibleText(title)}`;
    if (error !== undefined) {
      lines.push(`${heading}  ${red(`not read: ${visibleText(error)}`)}`);
      continue;
    }
    lines.push(heading);
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
    const groups = (all: readonly (readonly string[])[]) =>
      all.map((aliases) => aliases.join(" | ")).join("   and   ");
    if (label.abstain) field("right answer", "it does not tell, or it is no issue", green);
    else field("true cause", groups(label.cause), green);
    for (const aliases of label.distractors) field("not", aliases.join(" | "), red);
    if (label.target.length > 0) field("target", groups(label.target));
    if (label.severity.length > 0) field("severity", label.severity.join(" or "));
    if (label.note !== undefined) field("note", label.note);
    field("labelled by", `${label.by}, ${label.at}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Context data as lines: logs line by line, anything else as JSON. */
function dataLines(data: unknown): string[] {
  if (typeof data === "string") return visibleText(data, { lines: true }).split("\n");
  if (Array.isArray(data) && data.every((one) => typeof one === "string")) {
    return data.map((one) => visibleText(one));
  }
  if (typeof data === "object" && data !== null && !Array.isArray(data)) {
    return Object.entries(data).flatMap(([name, value]) => {
      const lines = dataLines(value);
      return lines.length <= 1
        ? [`${visibleText(name)}: ${lines[0] ?? ""}`]
        : [`${visibleText(name)}:`, ...lines.map((line) => `  ${line}`)];
    });
  }
  if (Array.isArray(data)) return data.map(flat);
  return [visibleText(JSON.stringify(data) ?? "")];
}

function flat(one: unknown): string {
  if (typeof one !== "object" || one === null || Array.isArray(one)) {
    return visibleText(JSON.stringify(one));
  }
  const fields = Object.entries(one).map(([name, value]) =>
    `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`
  );
  return visibleText(fields.join("  "));
}

/** Breaks a line into rows; continuation rows are indented. */
function rowsOf(line: string, width: number): string[] {
  const text = line.trimStart(), indent = " ".repeat(line.length - text.length);
  const room = width - indent.length - 2;
  return wrap(text, room).flatMap((part) => part.match(new RegExp(`.{1,${room}}`, "gu")) ?? [""])
    .map((row, at) => (at === 0 ? indent : `${indent}  `) + row);
}
