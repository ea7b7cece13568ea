/**
 * An analyzer as a process: its log, its permissions, its end.
 *
 * @module
 */

import { thisProcess } from "../../src/effects.ts";
import { giveUp } from "./effects.ts";
import { isWattbookError } from "./errors.ts";
import type { AnalyzerEvent } from "./events.ts";
import type { AnalystEvent } from "./llm/llm_analyst.ts";
import { logEntry, type LogLevel } from "./log_event.ts";
import { openLog } from "./open_log.ts";
import type { RunningAnalyzer } from "./start_service.ts";
import { stopSignals } from "./stop_signals.ts";

/** Something that works, but not as well as it could. */
export interface Shortcoming {
  /** A stable word. */
  readonly event: string;
  /** For people. */
  readonly message: string;
}

/** An analyzer whose settings are good. */
export interface Service {
  /** The least level that is logged. */
  readonly logLevel: LogLevel;
  /** Starts it. */
  readonly start: (
    report: (event: AnalyzerEvent | AnalystEvent) => void,
  ) => Promise<RunningAnalyzer>;
  /** What people should know from the beginning. @default none */
  readonly shortcomings?: readonly Shortcoming[];
  /** Whether it reads files while it works. @default {false} */
  readonly keepsReading?: boolean;
}

/**
 * Runs an analyzer until the system asks it to stop, and ends the process.
 *
 * @param prepare Reads the settings.
 */
export async function runService(prepare: () => Service | Promise<Service>): Promise<never> {
  try {
    await run(await prepare());
    return thisProcess.exit(0);
  } catch (error) {
    if (!isWattbookError(error)) throw error;
    console.error(`${error.message}\n${error.hint}`);
    return thisProcess.exit(1);
  }
}

async function run(
  { logLevel, start, shortcomings = [], keepsReading = false }: Service,
): Promise<void> {
  const log = openLog(logLevel);
  const { first, hurry } = stopSignals();
  const analyzer = await start((event) => log(logEntry(event)));
  // The store is open: nothing else is ever written, and nothing that it does not say is read.
  await giveUp("write", ...keepsReading ? [] : ["read" as const]);
  const { url, isDurable } = analyzer;
  log({
    level: "info",
    message: "The analyzer is ready",
    properties: { event: "ready", url: url.href, store: isDurable ? "file" : "memory" },
  });
  const notDurable: Shortcoming = {
    event: "not_durable",
    message: "STORE_PATH is not set: accepted alerts are lost when the process ends",
  };
  for (const { event, message } of [...isDurable ? [] : [notDurable], ...shortcomings]) {
    log({ level: "warning", message, properties: { event } });
  }

  const signal = await first;
  log({ level: "info", message: "Stopping", properties: { event: "stopping", signal } });
  await analyzer.stop(hurry);
  log({ level: "info", message: "Stopped", properties: { event: "stopped" } });
}
