/**
 * The analyzer's log: one JSON object a line, for machines.
 *
 * @module
 */

import { isWattbookError } from "./errors.ts";
import type { AnalyzerEvent } from "./events.ts";
import type { AnalystEvent } from "./llm/llm_analyst.ts";

/** Levels, the least first. */
export type LogLevel = "debug" | "info" | "warning" | "error";

/** A line of the log. */
export interface LogEntry {
  /** How serious it is. */
  readonly level: LogLevel;
  /** What happened, always the same words for the same thing. */
  readonly message: string;
  /** The particulars. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * What the log says about an event. No text of an alert, of a model or of an error's message is in
 * it, for any of them may hold a secret; a fault is told by its name, its code and its place in the
 * program.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { logEntry } from "./log_event.ts";
 *
 * const error = new TypeError("hunter2 is not a function");
 * const { level, properties } = logEntry({ kind: "fault", where: "push", error });
 * assert.equal(level, "error");
 * assert.equal(properties["error"], "TypeError");
 * assert(!JSON.stringify(properties).includes("hunter2"));
 * ```
 */
export function logEntry(event: AnalyzerEvent | AnalystEvent): LogEntry {
  const { kind, ...properties } = event;
  const entry = (level: LogLevel, message: string): LogEntry => ({
    level,
    message,
    properties: { event: kind, ...properties },
  });
  switch (event.kind) {
    case "request":
      return entry(event.status < 400 ? "debug" : "warning", "A webhook was answered");
    case "webhook":
      return event.refused > 0
        ? entry("warning", "Alerts were refused: the queue is full")
        : entry("info", "Alerts were accepted or skipped");
    case "recovered":
      return entry("warning", "An earlier process left work unfinished");
    case "analysis":
      return event.failure === undefined
        ? entry("info", "An alert was analysed")
        : entry("warning", "An analysis failed");
    case "push":
      if (event.failure === undefined) return entry("info", "A push was sent");
      return entry(event.retryAt === undefined ? "error" : "warning", "A push failed");
    case "finished":
      return event.outcome === "unpublished"
        ? entry("error", "No push about an alert could be sent")
        : entry("info", "An alert is finished");
    case "not_accepted":
      return entry("error", "A connection could not be accepted");
    case "dismissed":
      return entry("debug", "A connection was closed");
    case "fault":
      return {
        level: "error",
        message: "Unexpected error",
        properties: { event: kind, where: event.where, ...faultOf(event.error) },
      };
    case "llm_refused":
      return entry("error", "The provider refuses to answer; alerts are pushed without analysis");
    case "llm_restored":
      return entry("info", "The provider answers again");
    case "llm_hangs":
      return entry("error", "The model does not answer in time; facts are pushed before analyses");
    case "llm_answers":
      return entry("info", "The model answers in time again");
    case "llm_budget_spent":
      return entry("warning", "The day's budget is spent; alerts are pushed without analysis");
  }
}

function faultOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const { stack = "", message } = error;
  // The stack begins with the message, which may itself look like places.
  const end = stack.indexOf(message);
  const places = end < 0 ? [] : stack.slice(end + message.length).split("\n")
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  return {
    error: error.name,
    ...(isWattbookError(error) && { code: error.code }),
    places: places.slice(0, 6).map((line) => line.trim()),
  };
}
