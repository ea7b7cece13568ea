/**
 * `docs/accuracy.md`: what each pitfall does to a naive computation and to ours.
 *
 * @module
 */

import { markdownOf, type Table } from "../houses/tables.ts";
import type { Measured } from "./measure.ts";
import type { Energy } from "./pitfalls.ts";

const ENERGIES: Readonly<Record<Energy, string>> = {
  import_kwh: "import",
  export_kwh: "export",
  yield_kwh: "yield",
};

/** The tables of a run over many houses, as `bench/houses.ts` keeps them. */
export interface Run {
  /** Number of the first house. */
  readonly first: number;
  readonly count: number;
  /** The commit that was judged. */
  readonly commit: string;
  readonly tables: readonly Table[];
  /** The goals on houses that were held back before, and that Wattbook has been tuned on since. */
  readonly before?: Run | undefined;
}

/** Renders the page. */
export function accuracyPage(measured: readonly Measured[], run: Run): string {
  return `# Accuracy, pitfall by pitfall

Rendered by \`deno task accuracy\` from \`tests/accuracy\`; do not edit it here.

A simulated house, whose true powers are known for every second, gets one pitfall at a time. One of
its days is then computed twice: in the usual naive way, and by Wattbook. The tests check that each of
our errors is below a tolerance and each naive error above it, and that audit, gaps and flags show the
planted pitfall and nothing else.

${
    table(
      ["pitfall", "energy", "truth kWh", "naive error kWh", "%", "our error kWh", "%", "tolerance"],
      measured.map((one) => {
        const { pitfall, truth, naiveError, ourError } = one;
        return [
          `[${pitfall.name}](#${anchor(pitfall.name)})`,
          ENERGIES[pitfall.energy],
          truth.toFixed(3),
          signed(naiveError, 3),
          signed(naiveError / truth * 100, 1),
          signed(ourError, 3),
          signed(ourError / truth * 100, 2),
          pitfall.isIncomplete ? "incomplete" : pitfall.tolerance.toFixed(3),
        ];
      }),
    )
  }

Tolerances come from what a reading can show: 4 Wh for a register in whole watt-hours that is read at
two midnights between two scrapes, 10 Wh for the day counter's step, 0.1 kWh for the lifetime
counter's, 0.25 kWh for a day of power samples, one a minute, under broken clouds.

The simulator knows these and more as named variations (\`tests/simulator/house/variations.ts\`): where on the
day, for how long and by how much is drawn from a seed, and \`tests/simulator/variations.test.ts\` holds
import, yield and the names that audit and gaps give to each of them on a clear and on a cloudy day.

${measured.map(section).join("\n\n")}

${housesSection(run)}`;
}

function housesSection({ first, count, commit, tables, before }: Run): string {
  return `## Accuracy in ${count} simulated houses

[docs/houses.md](houses.md) says what these houses consist of, what is judged, and what the words of
the tables mean. Each is simulated for a month. These are the houses ${first} to ${
    first + count - 1
  }, which nobody
looked at during development; Wattbook was tuned on others. \`deno run -A bench/houses.ts FILE\`
repeats the run. Judged was commit ${commit}.

${markdownOf(tables, "###")}${before ? beforeText(before) : ""}`;
}

function beforeText({ first, count, commit, tables }: Run): string {
  return `
### Houses that were held back before

The goals on the houses ${first} to ${
    first + count - 1
  } at commit ${commit}, when nobody had looked at them.
Wattbook has been tuned on them since.

${markdownOf(tables, "####")}`;
}

function section({ pitfall, truth, analysis }: Measured): string {
  const { name, what, day, energy } = pitfall;
  const row = analysis.table.rows.find(({ date }) => date === day)!;
  const { low, high } = analysis.reconciled.find(({ date }) => date === day)!.bands.export_kwh!;
  const facts = [
    `${ENERGIES[energy]} ${row[energy]!.toFixed(3)} kWh`,
    ...pitfall.isIncomplete
      ? [
        `the truth ${truth.toFixed(1)} kWh lies between ${low.toFixed(1)} and ${
          high.toFixed(1)
        } kWh`,
      ]
      : [],
    row.flags.length === 0 ? "no flags" : `flags ${row.flags.map(code).join(", ")}`,
    ...analysis.repairs.length === 0
      ? []
      : [`audit ${[...new Set(analysis.repairs.map(({ rule }) => code(rule)))].join(", ")}`],
    row.complete ? "complete" : "not complete",
  ];
  return `## ${name}\n\n${what}\n\nWattbook's row of ${day}: ${facts.join("; ")}.`;
}

/** A number with its sign, without a minus before zero. */
function signed(value: number, places: number): string {
  const text = Math.abs(value).toFixed(places);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

function anchor(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z0-9 -]/g, "").replaceAll(" ", "-");
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, column) => column < 2 ? "---" : "---:");
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
