/**
 * The demo, as a person reads it in a terminal.
 *
 * @module
 */

import pico from "picocolors";
import { wrap } from "../../../src/text.ts";
import { fieldLines } from "../text/field_lines.ts";
import type { DemoRun } from "./play_demo.ts";

/** Options of {@linkcode printDemo}. */
export interface PrintDemoOptions {
  /** Whether to use colours. @default {false} */
  readonly colours?: boolean;
  /** Width of the terminal. [characters] @default {80} */
  readonly width?: number;
}

/** Names of the tags that the push service shows as signs. */
const SIGNS: Readonly<Record<string, string>> = { rotating_light: "🚨", warning: "⚠️" };
const PRIORITIES = ["", "min", "low", "default", "high", "max"];

/**
 * Writes the demo in four parts: what came in, what was hidden, what was sent, what people read.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { printDemo } from "./print_demo.ts";
 *
 * const alert = { name: "A", annotations: { description: "d" } };
 * const document = { alert, context: { L1: { title: "Log", data: "a log" } } };
 * const content = [{ type: "text", text: JSON.stringify(document) }];
 * const scene = {
 *   standIns: "All others",
 *   alert: [["alert", "A"]],
 *   ownWords: "description",
 *   evidenceTitle: "A log:",
 *   evidence: "a log",
 *   evidenceId: "L1",
 *   secrets: /hunter2/g,
 *   body: {},
 *   answer: () => ({ text: "" }),
 *   page: "alerts/docs/analyzer.md",
 * } as const;
 * const printed = printDemo({
 *   scene,
 *   webhook: { status: 200, body: "{}" },
 *   request: { model: "m", system: [], messages: [{ role: "user", content }] },
 *   path: "/v1/messages",
 *   push: { topic: "t", message: "the push" },
 *   events: [],
 * });
 * assert(printed.includes("│ the push"));
 * ```
 */
export function printDemo(
  { scene, webhook, request, path, push, events }: DemoRun,
  { colours = false, width = 80 }: PrintDemoOptions = {},
): string {
  const { bold, dim, cyan, green, yellow, red } = pico.createColors(colours);
  const room = Math.min(width, 100);
  const lines: string[] = [];
  const part = (number: number, title: string) =>
    lines.push(
      "",
      `${bold(cyan(`${number}  ${title}`))} ${dim("─".repeat(room - title.length - 4))}`,
    );
  const text = (given: string, paint = (one: string) => one, indent = "   ") => {
    for (const line of given.split("\n")) {
      const own = wrap(line, room - indent.length).flatMap((one) =>
        chunks(one, room - indent.length)
      );
      lines.push(...own.map((one) => one === "" ? "" : indent + paint(one)));
    }
  };
  const field = (name: string, value: string, paint?: (text: string) => string) => {
    const layout = { indent: 3, nameWidth: 13, width: room, dim, ...paint && { paint } };
    lines.push(...fieldLines(name, value, layout));
  };

  lines.push(bold("How the analyzer handles one alert, shown on this machine"));
  text(
    `The service is the real one. ${scene.standIns} are stand-ins on loopback. No model is asked; ` +
      "the answer was prepared for the demo. Nothing leaves this machine.",
    dim,
    "",
  );

  part(1, "What came in");
  for (const [name, value] of scene.alert) {
    field(name, value, name === "alert" ? bold : name === "severity" ? red : undefined);
  }
  field("answer", `${webhook.status} ${webhook.body}`, green);
  text(`\n${scene.evidenceTitle}`, dim);
  text(scene.evidence.trimEnd(), (line) => line.replace(scene.secrets, red));

  const { alert, context } = JSON.parse(request.messages[0]!.content[0]!.text);
  part(2, "What was redacted");
  const redactions = events.flatMap((event) =>
    event.kind === "finished" ? Object.entries(event.redactions) : []
  );
  for (const [rule, count] of redactions) field(rule, `${count} ×`, yellow);
  text("\nThe same, as it leaves:", dim);
  text(
    longestText(context[scene.evidenceId]).trimEnd(),
    (line) => line.replace(/\[[A-Z_]+#\d+\]/g, yellow),
  );

  part(3, "What would have been sent to the model");
  field("request", `POST ${path}, ${JSON.stringify(request).length} characters`);
  field("model", request.model);
  field("alert", `${alert.name}: ${alert.annotations[scene.ownWords]}`);
  for (const [id, item] of Object.entries<{ title: string; error?: string }>(context)) {
    field(id, item.error === undefined ? item.title : `${item.title} (not read: ${item.error})`);
  }

  part(4, "What people read");
  const inner = room - 4;
  const frame = (left: string, right: string) =>
    lines.push(dim(`${left}${"─".repeat(room - 2)}${right}`));
  const row = (one: string, paint = (given: string) => given) =>
    lines.push(
      `${dim("│")} ${paint(one)}${" ".repeat(Math.max(0, inner - one.length))} ${dim("│")}`,
    );
  const tags = push.tags ?? [];
  const sign = tags.map((tag) => SIGNS[tag]).find((one) => one !== undefined);
  frame("╭", "╮");
  for (const line of wrap(`${sign ? `${sign} ` : ""}${push.title ?? ""}`, inner)) row(line, bold);
  row(
    `${push.topic} · priority ${PRIORITIES[push.priority ?? 3]} · ` +
      tags.filter((tag) => SIGNS[tag] === undefined).join(", "),
    dim,
  );
  row("");
  for (const line of push.message.split("\n").flatMap((one) => wrap(one, inner))) {
    for (const one of chunks(line, inner)) row(one);
  }
  if (push.click !== undefined) {
    row("");
    for (const one of chunks(`opens ${push.click}`, inner)) row(one, dim);
  }
  frame("╰", "╯");
  text(
    `The analysis above is prepared, not a model's. A real one needs API_KEY. Read on in ` +
      `${scene.page}.`,
    dim,
    "",
  );
  return `${lines.join("\n")}\n`;
}

/** A word that is longer than a line. */
function chunks(line: string, width: number): string[] {
  return line.match(new RegExp(`.{1,${width}}`, "gu")) ?? [""];
}

/** The longest text in an item: its log, or the output of a command. */
function longestText(item: unknown): string {
  if (typeof item === "string") return item;
  if (Array.isArray(item) && item.every((one) => typeof one === "string")) return item.join("\n");
  if (typeof item !== "object" || item === null) return "";
  return Object.values(item).map(longestText).reduce((a, b) => a.length >= b.length ? a : b, "");
}
