import pico from "picocolors";
import { FLAGS } from "../../catalogue/flags.ts";
import type { EnergyRow, EnergyTable } from "../../energy/table.ts";
import { countFlags, PERIOD_TITLES, rowNote } from "../../tables/notes.ts";
import {
  type AlignedColumn,
  type AlignedLine,
  alignedTable,
} from "../../terminal/aligned_table.ts";
import { counted, fixed, wrap } from "../../text.ts";
import { localDay } from "../../time.ts";

/** Options of {@linkcode terminalTable}. */
export interface TerminalTableOptions {
  /** Last line: the totals, with a note. */
  readonly total?: { readonly row: EnergyRow; readonly note: string } | null;
  /**
   * Width of the terminal in characters.
   *
   * @default {100}
   */
  readonly width?: number;
  /**
   * Whether to use colours.
   *
   * @default {false}
   */
  readonly colours?: boolean;
}

interface Column {
  readonly title: string;
  readonly unit: "kWh" | "%";
  readonly width: number;
  /** What a narrow terminal leaves out, the highest first; 0 stays. */
  readonly spare: number;
  readonly isCoverage?: boolean;
  readonly valueOf: (row: EnergyRow) => number | null;
}

const GRID_AND_YIELD: readonly Column[] = [
  { title: "Import", unit: "kWh", width: 9, spare: 0, valueOf: (row) => row.import_kwh },
  { title: "Export", unit: "kWh", width: 9, spare: 0, valueOf: (row) => row.export_kwh },
  { title: "Yield", unit: "kWh", width: 9, spare: 0, valueOf: (row) => row.yield_kwh },
];
const SELF_CONSUMED: readonly Column[] = [
  {
    title: "Self-cons.",
    unit: "kWh",
    width: 11,
    spare: 2,
    valueOf: (row) => row.self_consumed_kwh,
  },
];
/** In a house with a battery: PV energy used at once, and energy from the battery. */
const BY_SOURCE: readonly Column[] = [
  {
    title: "Direct",
    unit: "kWh",
    width: 9,
    spare: 2,
    valueOf: ({ battery }) => battery!.direct_use_kwh,
  },
  {
    title: "Battery",
    unit: "kWh",
    width: 9,
    spare: 2,
    valueOf: ({ battery }) => battery!.stored_use_kwh,
  },
];
const CONSUMPTION: readonly Column[] = [
  { title: "Consumption", unit: "kWh", width: 12, spare: 0, valueOf: (row) => row.consumption_kwh },
  { title: "Autarky", unit: "%", width: 8, spare: 1, valueOf: (row) => row.autarky },
  { title: "SC rate", unit: "%", width: 8, spare: 3, valueOf: (row) => row.self_consumption_rate },
];

/** Columns of wide terminals; on narrow ones, notes say where the coverage is not full. */
const COVERAGE: readonly Column[] = [
  {
    title: "Grid cov.",
    unit: "%",
    width: 11,
    spare: 4,
    isCoverage: true,
    valueOf: (row) => row.coverage_grid,
  },
  {
    title: "PV cov.",
    unit: "%",
    width: 9,
    spare: 4,
    isCoverage: true,
    valueOf: (row) => row.coverage_pv,
  },
];
const ROOM_FOR_COVERAGE = 130;
/** Here all energies of a house fit, with or without a battery. */
const ROOM_FOR_FIGURES = 100;

/** The columns for a house, and those of its consumers where the terminal has room. */
function columnsFor({ devices }: EnergyTable, width: number): readonly Column[] {
  const isWide = width >= ROOM_FOR_COVERAGE;
  const columns = [
    ...GRID_AND_YIELD,
    ...devices?.battery ? BY_SOURCE : SELF_CONSUMED,
    ...CONSUMPTION,
    ...isWide ? COVERAGE : [],
  ];
  let room = isWide ? width - 115 : 0;
  for (const name of devices?.consumers ?? []) {
    const wide = Math.max(9, name.length + 2);
    if ((room -= wide) < 0) break;
    const valueOf = ({ consumed }: EnergyRow) => consumed?.consumers[name] ?? null;
    columns.push({ title: name, unit: "kWh", width: wide, spare: 4, valueOf });
  }
  return fitted(columns, width - DATE_WIDTH - 2);
}

/** The columns that fit, in their order. */
function fitted(columns: readonly Column[], room: number): readonly Column[] {
  const most = Math.max(...columns.map(({ spare }) => spare));
  if (most === 0 || widthOf(columns) <= room) return columns;
  return fitted(columns.filter(({ spare }) => spare < most), room);
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}

const DATE_WIDTH = 10;
/** Notes get a column where the most frequent ones fit into it, else lines of their own. */
const LEAST_NOTE = 16;

/**
 * Draws a table for a terminal: aligned, with units, `–` for unknown, `*` for incomplete periods, a
 * thin line between months of days, and a totals row. A narrow terminal leaves out columns and
 * lists the notes below.
 *
 * @returns Text that ends with a line break.
 */
export function terminalTable(table: EnergyTable, options: TerminalTableOptions = {}): string {
  const { total, width = 100, colours = false } = options;
  const { bold, dim, yellow } = pico.createColors(colours);
  const columns = columnsFor(table, width);
  const figures = widthOf(columns);
  const noteRoom = width - DATE_WIDTH - 2 - figures - 2;
  const ruleWidth = Math.min(width, DATE_WIDTH + 2 + figures + 2 + Math.min(noteRoom, 24));
  const rule = { across: dim("─".repeat(ruleWidth)) };
  const hasNotes = noteRoom >= LEAST_NOTE;
  const layout: AlignedColumn[] = [
    { width: DATE_WIDTH + 2, align: "left" },
    ...columns.map(({ width }) => ({ width })),
    ...(hasNotes ? [{ width: 2 }, { width: noteRoom, align: "left" as const }] : []),
  ];
  const cells = (first: string, figures: string[], note: string, paint = (text: string) => text) =>
    [first, ...figures, ...(hasNotes ? ["", note] : [])].map((cell) => cell && paint(cell));
  const figuresOf = (row: EnergyRow) =>
    columns.map((column) => figure(column.valueOf(row), column));
  const noteOf = (row: EnergyRow, room: number) =>
    rowNote(row, { kind: table.kind, room, coverage: width < ROOM_FOR_COVERAGE });
  const body = (row: EnergyRow) => {
    const note = noteOf(row, noteRoom);
    if (row.complete) return cells(row.date, figuresOf(row), note);
    return cells(`${row.date.padEnd(DATE_WIDTH)} *`, figuresOf(row), note, yellow);
  };

  const lines: AlignedLine[] = [
    cells(PERIOD_TITLES[table.kind], columns.map((column) => column.title), "Notes", bold),
    cells("", columns.map((column) => column.unit), "", dim),
    rule,
  ];
  table.rows.forEach((row, index) => {
    const before = table.rows[index - 1];
    const newMonth = before && table.kind === "day" &&
      before.date.slice(0, 7) !== row.date.slice(0, 7);
    if (newMonth) lines.push(rule);
    lines.push(body(row));
  });
  if (total) {
    const note = total.note.length > noteRoom ? "" : total.note;
    lines.push(rule, cells("Total", figuresOf(total.row), note, bold));
  }
  const below = hasNotes ? [] : noteLines(table.rows, (row) => noteOf(row, Infinity), width);
  return [alignedTable(layout, lines), ...below.map(dim), ""].join("\n");
}

/** Notes as lines of their own; periods in a row with the same note share one. */
function noteLines(
  rows: readonly EnergyRow[],
  noteOf: (row: EnergyRow) => string,
  width: number,
): string[] {
  const noted: { first: string; last: string; note: string; end: number }[] = [];
  for (const row of rows) {
    const note = noteOf(row), before = noted.at(-1);
    if (note === "") continue;
    if (before?.note === note && before.end === row.start) {
      Object.assign(before, { last: row.date, end: row.end });
    } else noted.push({ first: row.date, last: row.date, note, end: row.end });
  }
  return noted.flatMap(({ first, last, note }) =>
    wrap(`${first === last ? first : `${first} to ${last}`}: ${note}`, width - 2)
      .map((line, index) => index ? `  ${line}` : line)
  );
}

/** The titles of the columns that a narrow terminal leaves out. */
function leftOut(table: EnergyTable, width: number): string[] {
  const shown = columnsFor(table, width);
  return columnsFor(table, ROOM_FOR_FIGURES).filter((one) => !shown.includes(one))
    .map(({ title }) => title);
}

function figure(value: number | null, { isCoverage, unit }: Column): string {
  if (value === null) return "–";
  // Rounded down, so that only full coverage shows as 100 %.
  if (isCoverage) return fixed(Math.floor(1000 * value) / 10, 1);
  return unit === "%" ? fixed(100 * value, 1) : fixed(value, 2);
}

/** Options of {@linkcode provenance}. */
export interface ProvenanceOptions {
  /**
   * Width of the terminal in characters.
   *
   * @default {100}
   */
  readonly width?: number;
  /**
   * Whether to use colours.
   *
   * @default {false}
   */
  readonly colours?: boolean;
  /** Longer periods of the same days, if they are shown, too. */
  readonly longer?: EnergyTable;
}

/**
 * The lines under a table: where the data came from, in which zone, which period, how much of it is
 * complete, whether repairs were off, which columns had no room, and what the flags in it mean.
 *
 * @returns Text that ends with a line break.
 */
export function provenance(table: EnergyTable, options: ProvenanceOptions = {}): string {
  const { width = 100, colours = false, longer = table } = options;
  const { dim } = pico.createColors(colours);
  const lines: [string, string][] = [["Source", table.source], ["Zone", table.zone]];
  const first = table.rows[0], last = table.rows.at(-1);
  if (first && last) {
    const complete = table.rows.filter((row) => row.complete).length;
    const periods = first === last ? first.date : `${first.date} to ${last.date}`;
    const of = `${complete} of ${counted(table.rows.length, table.kind)} complete`;
    lines.push([
      "Period",
      `${periods}, ${of}${complete < table.rows.length ? " (others: *)" : ""}`,
    ]);
  }
  const cut = cutPeriods(longer);
  if (cut !== "") lines.push(["Cut", cut]);
  if (table.isRepaired === false) {
    lines.push(["Repairs", "off: each fall of a counter is a reset, each jump is energy"]);
  }
  const without = leftOut(table, width);
  if (without.length > 0) {
    lines.push(["No room", `for ${new Intl.ListFormat("en").format(without)}; the file has them`]);
  }
  const flags = countFlags(table, longer);
  const flagWidth = Math.max(...flags.map(([flag]) => flag.length));
  const countWidth = Math.max(...flags.map(([, count]) => count.length));
  flags.forEach(([flag, count], index) => {
    const start = `${flag.padEnd(flagWidth)}  ${count.padStart(countWidth)}`;
    lines.push([index ? "" : "Flags", `${start}  ${FLAGS[flag]}`]);
  });
  const text = lines.flatMap(([label, value]) =>
    wrap(value, width - 10).map((part, index) =>
      dim((index ? "" : label).padEnd(8)) + (index ? `  ${part}` : part)
    )
  );
  return `${text.join("\n")}\n`;
}

/** The days of periods that the range cuts. */
function cutPeriods({ rows, zone }: EnergyTable): string {
  return rows.filter(({ flags }) => flags.includes("period_cut")).map(({ date, start, end }) => {
    const first = localDay(start, zone), last = localDay(end - 1, zone);
    return `${date} holds ${first === last ? first : `${first} to ${last}`} only`;
  }).join("; ");
}
