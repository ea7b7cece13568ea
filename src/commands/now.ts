import { Command } from "commander";
import pico from "picocolors";
import type { CurrentState, PresentReading } from "../house/current_state.ts";
import { demoState } from "../house/demo.ts";
import {
  type HouseholdEffects,
  openHousehold,
  type OpenHouseholdOptions,
} from "../house/open_household.ts";
import { type PresentQuantity, QUANTITIES } from "../house/present_quantities.ts";
import {
  type Effects,
  parseCommand,
  type Parsed,
  runAsProcess,
  runCommand,
} from "../terminal/command.ts";
import { fixed, wrap } from "../text.ts";
import { formatInstant } from "../time.ts";
import { householdOption, presentSourceOption, type SourceOption, zoneOption } from "./options.ts";
import { writeNotices } from "../terminal/labelled.ts";

/** The command line of `deno task now`, checked. */
export interface NowOptions {
  /** IANA zone. Default: the household's. */
  readonly zone?: string;
  /** Default: the configured server. */
  readonly source?: SourceOption;
  /** Household file. Default: `household.json`, if there is one. */
  readonly household?: string;
  /** Print stack traces. */
  readonly debug: boolean;
}

/**
 * Reads the command line of `deno task now`.
 *
 * @returns The options, or a text with its exit code: 0 for help, 2 for wrong usage.
 */
export function parseNowOptions(args: readonly string[]): Parsed<NowOptions> {
  const command = new Command("deno task now")
    .description("Prints what the house does now, from the configured server.")
    .addOption(presentSourceOption())
    .addOption(zoneOption())
    .addOption(householdOption())
    .option("--debug", "print stack traces of errors");
  return parseCommand(command, args, (given: Partial<NowOptions>) => ({ debug: false, ...given }));
}

/** Options of {@linkcode printState}. */
export interface PrintStateOptions {
  /**
   * Whether to use colours.
   *
   * @default {false}
   */
  readonly colours?: boolean;
  /**
   * Width in characters beyond which the source is broken between words.
   *
   * @default {Infinity}
   */
  readonly width?: number;
}

const TITLES: Readonly<Record<PresentQuantity, string>> = {
  generation: "Generation",
  grid: "Grid",
  load: "Load",
  export: "Export",
  autarky: "Autarky",
  yield_today: "Yield today",
  exported_today: "Exported today",
};
const DECIMALS = { "W": 0, "%": 1, "kWh": 3 } as const;

/**
 * Writes the current state for a terminal.
 *
 * @returns Text that ends with a line break.
 */
export function printState(
  state: CurrentState,
  { colours = false, width = Infinity }: PrintStateOptions = {},
): string {
  const { bold, dim, red } = pico.createColors(colours);
  const line = (title: string, value: string, note = "") =>
    `${title.padEnd(16)}${value.padStart(12)}${note && `  ${dim(note)}`}`;

  const lines = [bold(formatInstant(state.at, state.zone).replace("T", " ").slice(0, 19)), ""];
  for (const name of Object.keys(QUANTITIES) as PresentQuantity[]) {
    const reading = state.quantities[name];
    const direction = name === "grid" ? directionOf(reading.value) : "";
    const note = [direction, reading.remark ?? ""].filter(Boolean).join("; ");
    lines.push(line(TITLES[name], amount(reading.value, QUANTITIES[name]), note));
  }
  if (state.battery) {
    const { power, stateOfCharge } = state.battery;
    lines.push("", bold("Battery"));
    lines.push(line("  Power", amount(power.value, "W"), flowOf(power.value)));
    lines.push(line("  Charge", amount(stateOfCharge.value, "%")));
  }
  if (state.consumers.length > 0) {
    lines.push("", bold("Consumers"));
    for (const { name, value } of state.consumers) {
      lines.push(line(`  ${name.replaceAll("_", " ")}`, amount(value, "W")));
    }
  }
  lines.push("", bold("Strings"));
  if (state.strings.length === 0) lines.push(dim(withoutStrings(state)));
  for (const { name, value } of state.strings) lines.push(line(`  ${name}`, amount(value, "W")));

  lines.push("", bold("Data sources"));
  const { exporters } = state;
  if (exporters === null) {
    lines.push(dim("  exporters not checked: set INVERTER_JOB and METER_JOB"));
  } else if (exporters.every(({ value }) => value === null)) {
    lines.push(red("  no exporter matches INVERTER_JOB or METER_JOB"));
  } else {for (const { name, value, remark } of exporters) {
      const found = value === null ? "–" : value === 1 ? "up" : red("down".padStart(12));
      lines.push(line(`  ${name}`, found, remark));
    }}
  lines.push(line("  logger", loggerState(state.logger), state.logger.remark));
  lines.push(
    "",
    ...wrap(state.source, width - 8).map((part, i) => dim((i ? "" : "Source").padEnd(8) + part)),
    dim(`Zone    ${state.zone}`),
  );
  return `${lines.join("\n")}\n`;
}

function amount(value: number | null, unit: keyof typeof DECIMALS): string {
  return value === null ? "–" : `${fixed(value, DECIMALS[unit])} ${unit}`;
}

function directionOf(grid: number | null): string {
  if (grid === null || grid === 0) return "";
  return grid > 0 ? "importing" : "exporting";
}

function flowOf(battery: number | null): string {
  if (battery === null || battery === 0) return "";
  return battery > 0 ? "discharging" : "charging";
}

function withoutStrings({ quantities: { generation: { value } } }: CurrentState): string {
  if (value === null) return "no readings";
  return value > 0 ? "no readings of single strings" : "no readings; the inverter is silent";
}

/** Whether the server answered none of the questions. */
function isEmpty({ quantities, battery, consumers, strings, logger }: CurrentState): boolean {
  const ofBattery = battery ? Object.values(battery) : [];
  return [...Object.values(quantities), ...ofBattery, ...consumers, ...strings, logger]
    .every(({ value }) => value === null);
}

function loggerState({ value, remark }: PresentReading): string {
  if (value === null) return remark === undefined ? "silent" : "–";
  return value === 1 ? "online" : "offline";
}

async function stateOf(
  options: OpenHouseholdOptions,
  effects: HouseholdEffects,
): Promise<CurrentState> {
  await using home = await openHousehold(options, effects);
  return await home.currentState({ signal: options.signal });
}

const DEMO_CLOCK = "This is a simulated demo household, not yours. Its time never changes.";

/**
 * The command `deno task now`: reads from the configured server what the house does, and prints it.
 *
 * @returns Exit code: 0 done, 1 a failure, 2 wrong usage, 130 interrupted.
 */
export async function now(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseNowOptions(args), effects, async (options) => {
    const { stdout, stderr, signal, settings } = effects;
    const { household, zone, source: { demo } = {} } = options;
    const given = { household, zone, signal };
    const state = demo
      ? await demoState(demo, given)
      : await stateOf({ server: true, ...given }, { settings, now: effects.now, asFlags: true });
    await stdout.write(
      printState(state, {
        colours: stdout.colours,
        ...(stdout.isTerminal && { width: stdout.columns }),
      }),
    );
    const notices = [...demo ? [DEMO_CLOCK] : [], ...state.notices];
    if (isEmpty(state)) {
      notices.push(
        "The server has no current reading of this household. 'deno task doctor' says why.",
      );
    }
    await writeNotices(notices, stderr);
  });
}

if (import.meta.main) await runAsProcess(now);
