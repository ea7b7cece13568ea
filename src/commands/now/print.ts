import pico from "picocolors";
import { formatInstant } from "../../time.ts";
import { fixed } from "../../text.ts";
import { QUANTITIES, type Quantity } from "../../house/candidates.ts";
import type { CurrentState, Reading } from "../../house/current_state.ts";

/** Options of {@linkcode printState}. */
export interface PrintStateOptions {
  /**
   * Whether to use colours.
   *
   * @default {false}
   */
  readonly colours?: boolean;
}

const TITLES: Readonly<Record<Quantity, string>> = {
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
  { colours = false }: PrintStateOptions = {},
): string {
  const { bold, dim, red } = pico.createColors(colours);
  const line = (title: string, value: string, note = "") =>
    `${title.padEnd(16)}${value.padStart(12)}${note && `  ${dim(note)}`}`;

  const lines = [bold(formatInstant(state.at, state.zone).replace("T", " ").slice(0, 19)), ""];
  for (const name of Object.keys(QUANTITIES) as Quantity[]) {
    const reading = state.quantities[name];
    const direction = name === "grid" ? directionOf(reading.value) : "";
    const note = [direction, reading.remark ?? ""].filter(Boolean).join("; ");
    lines.push(line(TITLES[name], amount(reading.value, QUANTITIES[name]), note));
  }
  lines.push("", bold("Strings"));
  if (state.strings.length === 0) lines.push(dim("no series now; the inverter is silent"));
  for (const { name, value } of state.strings) lines.push(line(`  ${name}`, amount(value, "W")));

  lines.push("", bold("Data flowing"));
  const { exporters } = state;
  if (exporters === null) lines.push(dim("exporters not checked: set INVERTER_JOB and METER_JOB"));
  else if (exporters.length === 0) lines.push(red("no exporter matches INVERTER_JOB or METER_JOB"));
  for (const { name, value } of exporters ?? []) {
    lines.push(line(`  ${name}`, value === 1 ? "up" : red("down".padStart(12))));
  }
  lines.push(line("  logger", loggerState(state.logger)));
  lines.push("", dim(`Source  ${state.source}`), dim(`Zone    ${state.zone}`));
  return `${lines.join("\n")}\n`;
}

function amount(value: number | null, unit: keyof typeof DECIMALS): string {
  return value === null ? "–" : `${fixed(value, DECIMALS[unit])} ${unit}`;
}

function directionOf(grid: number | null): string {
  if (grid === null || grid === 0) return "";
  return grid > 0 ? "importing" : "exporting";
}

function loggerState({ value }: Reading): string {
  if (value === null) return "silent";
  return value === 1 ? "online" : "offline";
}
