import { join } from "node:path";
import { Command } from "commander";
import { accessOf } from "../client/route.ts";
import { demoServer } from "./doctor/demo.ts";
import { contradictions } from "./doctor/contradictions.ts";
import { household, meterIdentifier } from "./doctor/household.ts";
import { inverterClock, logger } from "./doctor/inverter.ts";
import { metrics } from "./doctor/metrics.ts";
import { recordingRules } from "./doctor/recording_rules.ts";
import { retention } from "./doctor/retention.ts";
import { type Check, runChecks } from "./doctor/run_checks.ts";
import {
  access,
  clockSkew,
  configuration,
  datasource,
  exporters,
  reachable,
} from "./doctor/server.ts";
import { units } from "./doctor/units.ts";
import type { Config } from "../config.ts";
import type { DemoServer } from "../house/demo.ts";
import { demoFolder, type DemoName } from "../house/demo_folder.ts";
import {
  type Effects,
  EXIT,
  parseCommand,
  type Parsed,
  runAsProcess,
  runCommand,
} from "../terminal/command.ts";
import { type CheckResult, printResult, printSummary } from "../terminal/findings.ts";
import { householdOption, presentSourceOption, type SourceOption, zoneOption } from "./options.ts";

/** The command line of `deno task doctor`, checked. */
export interface DoctorOptions {
  /** IANA zone. Default: the household's. */
  readonly zone?: string;
  /** Default: the configured server. */
  readonly source?: SourceOption;
  /** Household file. Default: `household.json`, if there is one. */
  readonly household?: string;
  /** Print JSON. */
  readonly json: boolean;
  /** Print stack traces. */
  readonly debug: boolean;
}

const NOTES = `
Exit code: 0 if nothing failed (there may be warnings), 1 if something failed, 2 for wrong usage.
`;

/**
 * Reads the command line of `deno task doctor`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
function parseDoctorOptions(args: readonly string[]): Parsed<DoctorOptions> {
  const command = new Command("deno task doctor")
    .description(
      "Checks each step from the settings to the data, and says what to do if one fails.",
    )
    .addOption(presentSourceOption())
    .addOption(zoneOption())
    .addOption(householdOption())
    .option("--json", "print the results as JSON")
    .option("--debug", "print stack traces of errors")
    .addHelpText("after", NOTES);
  return parseCommand(command, args, (given: Partial<DoctorOptions>) => ({
    ...given,
    json: given.json ?? false,
    debug: given.debug ?? false,
  }));
}

/** Each step from configuration to data. A check comes after those whose facts it needs. */
export const CHECKS: readonly Check[] = [
  configuration,
  household,
  reachable,
  access,
  datasource,
  clockSkew,
  exporters,
  metrics,
  units,
  contradictions,
  meterIdentifier,
  logger,
  inverterClock,
  retention,
  recordingRules,
];

/** The checks of a demo household, and the file that says what it is. */
export function demoChecks(
  demo: DemoName,
  open?: () => Promise<DemoServer>,
): { checks: readonly Check[]; household: string } {
  const replaced: readonly Check[] = [configuration, reachable, access, datasource, clockSkew];
  return {
    checks: [demoServer(demo, open), ...CHECKS.filter((one) => !replaced.includes(one))],
    household: join(demoFolder(demo), "household.json"),
  };
}

/** At most this many names are listed; the rest is counted. */
const NAMED = 4;

/**
 * Groups the results of a check that say the same about several subjects. Each advice appears once.
 *
 * @param results Results of one check.
 */
export function groupResults(results: readonly CheckResult[]): CheckResult[] {
  const groups = new Map<string, CheckResult[]>();
  for (const [index, result] of results.entries()) {
    const { status, found, subject, advice } = result;
    const key = subject === undefined ? String(index) : JSON.stringify([status, found, advice]);
    const group = groups.get(key);
    if (group) group.push(result);
    else groups.set(key, [result]);
  }
  let known: string | undefined;
  return [...groups.values()].map((group) => {
    const { advice, ...first } = group[0]!;
    const subjects = group.flatMap(({ subject }) => subject ?? []);
    const isNews = advice !== undefined && advice !== known;
    known = advice ?? known;
    return {
      ...first,
      ...(subjects.length > 0 && { subject: inShort(subjects) }),
      ...(isNews && { advice }),
    };
  });
}

function inShort(names: readonly string[]): string {
  if (names.length <= NAMED) return names.join(", ");
  return `${names.slice(0, NAMED - 1).join(", ")} and ${names.length - NAMED + 1} more`;
}

/**
 * The command `deno task doctor`: checks each step from the configuration to the data, and prints
 * what to do if one is broken.
 *
 * @returns Exit code: 0 nothing is broken, 1 something is, 2 wrong usage, 130 interrupted.
 */
export async function doctor(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseDoctorOptions(args), effects, async ({ json, ...options }) => {
    const { stdout, now, signal } = effects;
    await using open = new AsyncDisposableStack();
    let redact = (text: string) => text;
    const settings = () => {
      const config = effects.settings();
      redact = redactorOf(config);
      return config;
    };
    const closeLater = (resource: AsyncDisposable) => void open.use(resource);
    const results: CheckResult[] = [];
    let running: CheckResult[] = [];
    // Programs expect one line per result, so only terminals get broken lines.
    const layout = { colours: stdout.colours, ...(stdout.isTerminal && { width: stdout.columns }) };
    const show = async () => {
      const lines = groupResults(running).map((one) => printResult(one, layout));
      if (!json && lines.length > 0) await stdout.write(lines.join(""));
      running = [];
    };
    const { demo } = options.source ?? {};
    const { checks, ...given } = demo ? { ...demoChecks(demo), ...options } : {
      ...options,
      checks: CHECKS,
    };
    for await (const found of runChecks(checks, { ...given, settings, now, closeLater, signal })) {
      const result = withoutSecrets(found, redact);
      if (running.length > 0 && running[0]!.check !== result.check) await show();
      running.push(result);
      results.push(result);
    }
    await show();
    const isBroken = results.some(({ status }) => status === "failure");
    if (json) await stdout.write(`${JSON.stringify({ broken: isBroken, results }, null, 2)}\n`);
    else await stdout.write(`\n${printSummary(results, stdout)}`);
    return isBroken ? EXIT.failure : EXIT.done;
  });
}

/** Our own errors hold no secrets; unexpected ones might. */
function redactorOf({ route }: Config): (text: string) => string {
  return route === null ? (text) => text : accessOf(route).redact;
}

function withoutSecrets(result: CheckResult, redact: (text: string) => string): CheckResult {
  const { found, advice } = result;
  return {
    ...result,
    found: redact(found),
    ...(advice !== undefined && { advice: redact(advice) }),
  };
}

if (import.meta.main) await runAsProcess(doctor);
