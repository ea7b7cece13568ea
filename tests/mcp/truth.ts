import { readFile } from "node:fs/promises";

/** A column of the truth. */
export type Energy =
  | "import_kwh"
  | "export_kwh"
  | "yield_kwh"
  | "self_consumed_kwh"
  | "consumption_kwh"
  | "battery_charged_kwh"
  | "battery_discharged_kwh"
  | "wallbox_kwh"
  | "heat_pump_kwh";

/** The true energies of a simulated house. */
export interface Truth {
  /** Sum of the days from one to another, without a day. [kWh] */
  sum(energy: Energy, from: string, to: string, without?: string): number;
  /** The day with the highest or the lowest energy. */
  extreme(energy: Energy, kind: "highest" | "lowest"): { date: string; kwh: number };
}

/** Reads what the simulator counted. */
export async function readTruth(folder: string): Promise<Truth> {
  const [head, ...lines] = (await readFile(`${folder}/truth.csv`, "utf8")).trim().split("\n");
  const names = head!.split(",");
  // The last line is the sum of all days.
  const rows = lines.map((line) => line.split(","))
    .filter(([day]) => /^\d{4}-\d{2}-\d{2}$/.test(day!));
  const value = (row: string[], name: string) => Number(row[names.indexOf(name)]);
  return {
    sum(energy, from, to, without) {
      let sum = 0;
      for (const row of rows) {
        if (row[0]! >= from && row[0]! <= to && row[0] !== without) sum += value(row, energy);
      }
      return sum;
    },
    extreme(energy, kind) {
      const sorted = rows.map((row) => ({ date: row[0]!, kwh: value(row, energy) }))
        .sort((a, b) => a.kwh - b.kwh);
      return kind === "lowest" ? sorted[0]! : sorted.at(-1)!;
    },
  };
}
