/**
 * Where the analyzer's log goes.
 *
 * @module
 */

import { configureSync, getJsonLinesFormatter, getLogger, type LogRecord } from "@logtape/logtape";
import type { LogEntry, LogLevel } from "./log_event.ts";

/**
 * Opens the log of the process: JSON lines, those of libraries included. There is one log in a
 * process; to open it again replaces it.
 *
 * @param level The least level that is written.
 * @param write Takes a line with its end.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { openLog } from "./open_log.ts";
 *
 * const lines: string[] = [];
 * const log = openLog("info", (line) => lines.push(line));
 * log({ level: "debug", message: "Unheard", properties: {} });
 * log({ level: "info", message: "Heard", properties: { port: 8080 } });
 * assert.equal(lines.length, 1);
 * assert.equal(JSON.parse(lines[0]!).properties.port, 8080);
 * ```
 */
export function openLog(
  level: LogLevel,
  write: (line: string) => void = (line) => console.log(line.trimEnd()),
): (entry: LogEntry) => void {
  const format = getJsonLinesFormatter({ message: "template", properties: "nest:properties" });
  configureSync({
    reset: true,
    sinks: { lines: (record: LogRecord) => write(format(record)) },
    loggers: [
      { category: ["logtape", "meta"], sinks: ["lines"], lowestLevel: "warning" },
      { category: [], sinks: ["lines"], lowestLevel: level },
    ],
  });
  const logger = getLogger(["analyzer"]);
  return (entry) => logger[entry.level](entry.message, { ...entry.properties });
}
