/**
 * Frames written down for people: in a notebook as HTML, in a terminal as text.
 *
 * @module
 */

import pl from "nodejs-polars";
import { BATTERY_COLUMNS, DAILY_COLUMNS, DETAIL_COLUMNS } from "../catalogue/columns.ts";
import { BATTERY_KPIS, KPIS } from "../catalogue/key_figures.ts";
import { fixed } from "../text.ts";
import { checkZone, MINUTE, offsetAt, SECOND } from "../time.ts";
import type { Frame } from "./frame.ts";

/** Options of {@linkcode readable}. */
export interface ReadableOptions {
  /**
   * Zone in which instants are written, with their offset.
   *
   * @default {"UTC"}
   */
  readonly zone?: string;
  /**
   * Most digits after the decimal point.
   *
   * @default {2}
   */
  readonly decimals?: number;
  /**
   * Units of columns whose names do not contain one.
   *
   * @default {{}}
   */
  readonly units?: Readonly<Record<string, string>>;
  /**
   * Most rows that are shown; of a longer frame these are half from its start, half from its end.
   *
   * @default {31}
   */
  readonly rows?: number;
}

/**
 * The frame as a readable table. A notebook displays it at the end of a cell, and `console.log` prints
 * it. Numbers of a column have the same digits, units are in the header, absent values are a dash.
 * Instants are local times; if their offset changes, each row shows it, so that both 02:30 of an autumn
 * night can be distinguished. A long frame is cut and shows how many rows are left out.
 *
 * @throws {WattbookError} `BAD_ZONE`
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { readable } from "./readable.ts";
 *
 * const frame = pl.DataFrame({ time: [Date.UTC(2025, 0, 1)], import_kwh: [1.23456] })
 *   .withColumn(pl.col("time").cast(pl.Datetime("ms", "UTC")));
 * const table = readable(frame, { zone: "Europe/Berlin" });
 * assert.deepEqual(table.rows, [["2025-01-01 01:00", "1.23"]]);
 * assert.deepEqual(table.columns.map(({ unit }) => unit), ["Europe/Berlin +01:00", "kWh"]);
 * ```
 */
export function readable(frame: Frame, options: ReadableOptions = {}): ReadableTable {
  const { zone = "UTC", decimals = 2, rows: most = 31, units = {} } = options;
  checkZone(zone);
  const above = Math.ceil(most / 2), below = most - above;
  const isCut = frame.height > most;
  const shown = isCut ? pl.concat([frame.head(above), frame.tail(below)]) : frame;
  const columns = shown.columns.map((name) =>
    writtenColumn(shown, name, { zone, decimals, units })
  );
  return new ReadableTable({
    columns,
    rows: Array.from({ length: shown.height }, (_, row) => columns.map(({ cells }) => cells[row]!)),
    height: frame.height,
    above: isCut ? above : shown.height,
  });
}

/** Text of an absent value. */
const ABSENT = "–";

interface WrittenColumn extends ReadableColumn {
  readonly cells: readonly string[];
}

function writtenColumn(
  frame: Frame,
  name: string,
  { zone, decimals, units }: Required<Omit<ReadableOptions, "rows">>,
): WrittenColumn {
  const type = String(frame.schema[name]);
  if (/Datetime/.test(type)) return { name, isNumber: false, ...localTimes(frame, name, zone) };
  const values = frame.getColumn(name).toArray() as unknown[];
  const isNumber = /Float|Int/.test(type);
  const digits = /Float/.test(type) ? digitsOf(values as (number | null)[], decimals) : 0;
  const write = (value: unknown) => {
    if (value === null || value === undefined) return ABSENT;
    return typeof value === "number" ? fixed(value, digits) : String(value);
  };
  return { name, unit: units[name] ?? unitOf(name), isNumber, cells: values.map(write) };
}

/** The fewest digits that show all values as exactly as the most allowed would. */
function digitsOf(values: readonly (number | null)[], most: number): number {
  const known = values.filter((value) => value !== null && Number.isFinite(value)) as number[];
  const isEnough = (digits: number) =>
    known.every((value) => Number(value.toFixed(digits)) === Number(value.toFixed(most)));
  for (let digits = 0; digits < most; digits++) if (isEnough(digits)) return digits;
  return most;
}

/** The header shows the offset if all times share it; otherwise each time does. */
function localTimes(
  frame: Frame,
  name: string,
  zone: string,
): { readonly unit: string; readonly cells: readonly string[] } {
  const column = pl.col(name).cast(pl.Datetime("ms")).cast(pl.Float64).alias(name);
  const instants = frame.select(column).getColumn(name).toArray() as (number | null)[];
  const known = instants.filter((instant) => instant !== null);
  const offsets = new Set(known.map((instant) => offsetText(instant, zone)));
  const length = known.every((instant) => instant % MINUTE < SECOND) ? 16 : 19;
  const isShared = offsets.size === 1;
  return {
    unit: isShared && zone !== "UTC" ? `${zone} ${[...offsets]}` : zone,
    cells: instants.map((instant) => {
      if (instant === null) return ABSENT;
      const local = new Date(instant + offsetAt(instant, zone)).toISOString();
      const text = local.slice(0, length).replace("T", " ");
      return isShared ? text : `${text} ${offsetText(instant, zone)}`;
    }),
  };
}

function offsetText(instant: number, zone: string): string {
  const minutes = offsetAt(instant, zone) / MINUTE, size = Math.abs(minutes);
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  return `${minutes < 0 ? "−" : "+"}${two(size / 60)}:${two(size % 60)}`;
}

/** Units of the catalogue's columns; the names of others end in theirs. */
const UNITS = new Map(
  [...DAILY_COLUMNS, ...BATTERY_COLUMNS, ...DETAIL_COLUMNS, ...KPIS, ...BATTERY_KPIS].map((
    { name, unit },
  ) => [name as string, unit as string]),
);
const ENDINGS: Readonly<Record<string, string>> = { kwh: "kWh", wh: "Wh", w: "W", h: "h" };

function unitOf(name: string): string {
  return UNITS.get(name) ?? ENDINGS[/_([a-z]+)$/.exec(name)?.[1] ?? ""] ?? "";
}

/** How a column is headed. */
export interface ReadableColumn {
  /** Name of the column. */
  readonly name: string;
  /** Unit of its values, or zone of its times; empty where there is none. */
  readonly unit: string;
  /** Whether it holds numbers, which are set to the right. */
  readonly isNumber: boolean;
}

/** What a {@linkcode ReadableTable} is made of. */
export interface ReadableParts {
  /** The columns. */
  readonly columns: readonly ReadableColumn[];
  /** Cells of the rows that are shown. */
  readonly rows: readonly (readonly string[])[];
  /** Rows of the whole frame. */
  readonly height: number;
  /** How many of the shown rows come before those that are left out. */
  readonly above: number;
}

/** A frame as a table of text. */
export class ReadableTable {
  /** The columns. */
  readonly columns: readonly ReadableColumn[];
  /** Cells of the rows that are shown. */
  readonly rows: readonly (readonly string[])[];
  /** Rows of the whole frame. */
  readonly height: number;
  readonly #above: number;

  /**
   * A table of parts that are written down already; {@linkcode readable} makes them.
   *
   * @param parts The parts.
   */
  constructor({ columns, rows, height, above }: ReadableParts) {
    this.columns = columns;
    this.rows = rows;
    this.height = height;
    this.#above = above;
  }

  /** The table as HTML, without styles of its own. */
  toHtml(): string {
    const { columns } = this;
    const align = (c: number) =>
      columns[c]!.isNumber ? ' align="right"' : ' style="text-align:left"';
    const heads = columns.map(({ name, unit }, c) => {
      const small = unit === "" ? "" : `<br><small>${escapeHtml(unit)}</small>`;
      return `<th${align(c)}>${escapeHtml(name)}${small}</th>`;
    });
    const bodies = this.rows.map((cells) =>
      `<tr>${cells.map((cell, c) => `<td${align(c)}>${escapeHtml(cell)}</td>`).join("")}</tr>`
    );
    const note = this.#note();
    if (note !== null) {
      bodies.splice(
        this.#above,
        0,
        `<tr><td colspan="${columns.length}" style="text-align:left"><em>${note}</em></td></tr>`,
      );
    }
    return `<table><thead><tr>${heads.join("")}</tr></thead>` +
      `<tbody>${bodies.join("\n")}</tbody></table>`;
  }

  /** The table as lines of text. */
  toString(): string {
    const { columns } = this;
    const hasUnits = columns.some(({ unit }) => unit !== "");
    const lines = [
      columns.map(({ name }) => name),
      ...hasUnits ? [columns.map(({ unit }) => unit)] : [],
      ...this.rows,
    ];
    const widths = columns.map((_, c) => Math.max(...lines.map((cells) => cells[c]!.length)));
    const texts = lines.map((cells) =>
      cells.map((cell, c) =>
        columns[c]!.isNumber ? cell.padStart(widths[c]!) : cell.padEnd(widths[c]!)
      ).join("  ").trimEnd()
    );
    const heads = hasUnits ? 2 : 1;
    const rule = "─".repeat(Math.max(0, widths.reduce((sum, width) => sum + width + 2, -2)));
    const note = this.#note();
    if (note !== null) texts.splice(heads + this.#above, 0, note);
    texts.splice(heads, 0, rule);
    return texts.join("\n");
  }

  /** What a notebook shows. */
  [Symbol.for("Jupyter.display")](): Record<string, string> {
    return { "text/plain": this.toString(), "text/html": this.toHtml() };
  }

  /** What `console.log` prints. */
  [Symbol.for("Deno.customInspect")](): string {
    return this.toString();
  }

  #note(): string | null {
    if (this.height === 0) return "no rows";
    const hidden = this.height - this.rows.length;
    if (hidden === 0) return null;
    return `… ${hidden.toLocaleString("en")} of ${this.height.toLocaleString("en")} rows …`;
  }
}

/** Text for HTML. Flags are one long word; a line may end after any of them. */
export function escapeHtml(text: string): string {
  return text.split(";")
    .map((part) => part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"))
    .join(";<wbr>");
}
