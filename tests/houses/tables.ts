/**
 * The tables of a run over many houses.
 *
 * @module
 */

import { BANDED, type Banded } from "../../src/catalogue/columns.ts";
import type { Verdict } from "./judge.ts";
import { STATED_EXPORT_WIDTHS } from "./limits.ts";
import { goalsOf, isFound, percent, tallies, type Tally, tallyOf } from "./tally.ts";

/** A table with its title. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** All tables of a run. */
export function tablesOf(verdicts: readonly Verdict[]): Table[] {
  const of = (kind: Verdict["kind"]) => verdicts.filter((one) => one.kind === kind);
  const named = (prefix: string, some: readonly Verdict[]) =>
    tallies(some).filter(([tag]) => tag.startsWith(prefix))
      .map(([tag, tally]) => [tag.slice(prefix.length), tally] as const);
  const kinds = ["healthy", "battery", "fault", "mistake"] as const;
  return [
    {
      title: "Goals",
      head: ["", "goal", "result", ""],
      rows: goalsOf(verdicts).map(({ what, goal, result, isMet }) => [
        what,
        goal,
        result,
        isMet ? "✓" : "✗",
      ]),
    },
    traitTable("Kinds of houses", kinds.map((kind) => [kind, tallyOf(of(kind))] as const)),
    traitTable("Healthy houses, by trait", tallies(of("healthy"))),
    widthTable(of("healthy")),
    traitTable("Houses with an unbound battery", named("battery: ", of("battery"))),
    traitTable("Faults", named("fault: ", of("fault"))),
    {
      title: "Mistakes in the household file",
      head: ["mistake", "months", "found", "refused", "with complete days", "complete", "far days"],
      rows: named("mistake: ", of("mistake")).map(([name, tally]) => {
        const some = of("mistake").filter(({ tags }) => tags.includes(`mistake: ${name}`));
        return [
          name,
          `${tally.months}`,
          `${some.filter(isFound).length}`,
          `${tally.refused}`,
          `${some.filter(({ complete }) => complete > 0).length}`,
          share(tally.complete, tally.days),
          `${tally.far}`,
        ];
      }),
    },
  ];
}

/** Compares the export bands with those that docs/bands.md states. */
function widthTable(verdicts: readonly Verdict[]): Table {
  const integrated = verdicts.filter(({ tags }) =>
    !tags.some((tag) => /^registers: (both|export)/.test(tag)) && !tags.includes("inverters: 0")
  );
  return {
    title: "Width of the export band, without an export register",
    head: ["sample interval", "months", "stated", "result"],
    rows: STATED_EXPORT_WIDTHS.map(([step, stated]) => {
      const names = [`meter cadence: ${step} s`, `meter cadence: ${step} s jittered`];
      const some = integrated.filter(({ tags }) => tags.some((tag) => names.includes(tag)));
      const { export_kwh: { width } } = tallyOf(some).columns;
      return [`${step} s`, `${some.length}`, percent(stated), known(width)];
    }),
  };
}

function traitTable(title: string, rows: readonly (readonly [string, Tally])[]): Table {
  const columns = BANDED.filter((name) => name.endsWith("_kwh"));
  const plain = (name: Banded) => name.replace("_kwh", "").replace("_", " ");
  return {
    title,
    head: [
      "",
      "months",
      "refused",
      "complete",
      ...columns.map((name) => `${plain(name)} inside`),
      "far days",
      "flagged",
      "noticed",
      ...columns.slice(0, 3).map((name) => `${plain(name)} width`),
    ],
    rows: rows.map(([name, tally]) => [
      name,
      `${tally.months}`,
      `${tally.refused}`,
      share(tally.complete, tally.days),
      ...columns.map((column) => share(tally.columns[column].inside, tally.columns[column].known)),
      `${tally.far}`,
      share(tally.flagged, tally.days),
      `${tally.noticed}`,
      ...columns.slice(0, 3).map((column) => known(tally.columns[column].width)),
    ]),
  };
}

/** Tables in markdown. */
export function markdownOf(tables: readonly Table[], level = "##"): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return tables.map(({ title, head, rows }) =>
    [
      `${level} ${title}`,
      "",
      line(head),
      line(head.map((_, i) => i === 0 ? "---" : "---:")),
      ...rows.map(line),
      "",
    ].join("\n")
  ).join("\n");
}

function share(part: number, whole: number): string {
  return whole === 0 ? "" : percent(part / whole);
}

function known(width: number): string {
  return Number.isNaN(width) ? "" : percent(width);
}
