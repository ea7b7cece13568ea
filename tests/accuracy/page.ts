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
  /** Which houses these are, if not all from the first on. */
  readonly houses?: string;
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

Each row of this table is one pitfall in one simulated house, whose true power is known for every
second. The day is computed twice: in the usual naive way, and by Wattbook. Tests check that each
error of Wattbook is below a tolerance and each naive error above it. They also check that repairs,
gaps and flags show this pitfall and nothing else.

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

The tolerances follow from the devices:

- 4 Wh for a register in whole watt-hours, read at two midnights between two samples
- 10 Wh for the step of the day counter
- 0.1 kWh for the step of the lifetime counter
- 0.25 kWh for a day under broken clouds with one power sample a minute

The simulator can produce these and more faults at random times and of random size
(\`tests/simulator/house/variations.ts\`). \`tests/simulator/variations.test.ts\` checks each of them on a
clear and on a cloudy day.

${measured.map(section).join("\n\n")}

${housesSection(run)}`;
}

function housesSection(run: Run): string {
  const { count, commit, tables, before } = run;
  return `## Accuracy in ${count} simulated houses

[Simulated houses](houses.md) explains what these houses consist of, what is judged, and what the words
of the tables mean. Each house is simulated for one month. These are the houses ${
    housesOf(run)
  }. They were
not used in development before the run; Wattbook was tuned on others. \`deno run -A bench/houses.ts FILE\`
repeats the run. The results are those of commit ${commit}.

${markdownOf(tables, "###")}${
    before ? `\n### Houses that were held back before\n${beforeText(before)}` : ""
  }`;
}

/** The numbers of the houses. */
function housesOf({ first, count, houses }: Run): string {
  return houses ?? `${first} to ${first + count - 1}`;
}

function beforeText(run: Run): string {
  const { commit, tables, before } = run;
  return `
The goals on the houses ${
    housesOf(run)
  } at commit ${commit}. They were not used in development before
the run. Wattbook has been tuned on them since.

${markdownOf(tables, "####")}${before ? beforeText(before) : ""}`;
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
      : [`repairs ${[...new Set(analysis.repairs.map(({ rule }) => code(rule)))].join(", ")}`],
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
