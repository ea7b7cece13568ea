/**
 * Fixed commands on a host that is logged in to, a few at a time.
 *
 * @module
 */

import { stripVTControlCharacters } from "node:util";
import { keepEnd } from "../../redact/keep_end.ts";
import { ask } from "../ask.ts";
import type { Finding } from "../context_item.ts";
import type { GatherOptions, Redactor } from "../gatherer.ts";
import type { DiagnosticCommand } from "./diagnostic_commands.ts";
import { keepStart } from "./keep_start.ts";
import type { SshConnection } from "./open_ssh.ts";
import type { CommandResult } from "./run_command.ts";

/** What a command showed. */
export type DiagnosticData = {
  /** Its output, redacted and cut. */
  readonly output: string;
  /** Whether there is more. */
  readonly isCut: boolean;
  /** How it ended, if not well. */
  readonly exitCode?: number;
  /** What it complained about. */
  readonly complaints?: string;
};

/** How commands are run. */
export interface DiagnosticsOptions extends GatherOptions {
  /** Name of the host, for people. */
  readonly host: string;
  /** Longest wait for each. [ms] */
  readonly commandTimeout: number;
  /** How many at a time. */
  readonly concurrency: number;
  /** Longest output of each. [bytes] */
  readonly maxBytes: number;
}

/** What is kept of an output until it is redacted: more than is shown, so that no secret is cut. */
const KEPT = 64 * 1024;
/** Longest text of complaints. [bytes] */
const LONGEST_COMPLAINT = 300;
/** If so many different commands fail in the same way, it is no coincidence. */
const ALIKE = 3;

/**
 * Runs commands. A missing one, or one that may not be run, is a finding like all others.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { DIAGNOSTICS } from "./diagnostic_commands.ts";
 * import { runDiagnostics } from "./run_diagnostics.ts";
 *
 * const result = { output: "", complaints: "sh: not found", exitCode: 127, isCut: false };
 * const commands = DIAGNOSTICS.raid.slice(0, 1);
 * const [finding] = await runDiagnostics({ run: () => Promise.resolve(result) }, commands, {
 *   host: "db1",
 *   commandTimeout: 5000,
 *   concurrency: 4,
 *   maxBytes: 2048,
 *   signal: new AbortController().signal,
 *   redactor: { redact: (text) => text },
 * });
 * assert.equal(finding?.query, "ssh db1: cat /proc/mdstat");
 * assert.equal(finding?.error, "not there: sh: not found");
 * ```
 */
export async function runDiagnostics(
  connection: Pick<SshConnection, "run">,
  commands: readonly DiagnosticCommand[],
  options: DiagnosticsOptions,
  now: () => number = Date.now,
): Promise<Finding[]> {
  const { host, commandTimeout: timeout, concurrency } = options;
  const findings: Finding[] = [];
  const left = [...commands.entries()];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, { title, command, keep }] = next;
      findings[index] = await ask(
        {
          kind: "diagnostics",
          title: `${title} of ${host}`,
          query: `ssh ${host}: ${command}`,
          timeout,
        },
        async (signal) =>
          shown(await connection.run(command, { signal, keep, limit: KEPT }), keep, options),
        options,
        now,
      );
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return alike(findings, host) ?? findings;
}

/** What is shown of a result. */
function shown(
  { output, complaints, exitCode, isCut }: CommandResult,
  keep: "start" | "end",
  { redactor, maxBytes }: Pick<DiagnosticsOptions, "redactor" | "maxBytes">,
): DiagnosticData {
  const complained = keepStart(clean(complaints, redactor).trim(), LONGEST_COMPLAINT);
  if (output.trim() === "" && exitCode !== 0) {
    const why = exitCode === 127
      ? "not there"
      : exitCode === 126
      ? "may not be run"
      : exitCode === null
      ? "ended by a signal"
      : `exit code ${exitCode}`;
    throw new Error(complained === "" ? why : `${why}: ${complained}`);
  }
  const whole = clean(output, redactor);
  const kept = keep === "end" ? keepEnd(whole, maxBytes) : keepStart(whole, maxBytes);
  return {
    output: kept,
    isCut: isCut || kept !== whole,
    ...(exitCode !== 0 && exitCode !== null && { exitCode }),
    ...(complained !== "" && { complaints: complained }),
  };
}

/** Without colours, which could stand in the midst of a secret, then redacted. */
function clean(text: string, redactor: Redactor): string {
  return redactor.redact(stripVTControlCharacters(text));
}

/** One finding in place of many that say the same: a host that answers everything alike, or nothing. */
function alike(findings: readonly Finding[], host: string): Finding[] | undefined {
  const said = findings.map(({ data, error }) =>
    (data as DiagnosticData | undefined)?.output ?? error
  );
  const [first] = findings;
  if (first === undefined || findings.length < ALIKE) return undefined;
  if (said[0] === "" || said.some((one) => one !== said[0])) return undefined;
  const one = { ...first, title: `Diagnostics of ${host}`, query: `ssh ${host}` };
  if (first.data === undefined) return [one];
  const note =
    "The host runs this in place of every command: authorized_keys or the shell of the " +
    "user forces it";
  return [{ ...one, data: { ...first.data as DiagnosticData, note } }];
}
