import type { ComponentChildren, JSX } from "preact";
import { counted } from "../text.ts";

/** Content of a cell: a text, a number with its text, or `null` for unknown. */
export type Cell = string | { readonly value: number; readonly text: string } | null;

/** One column. */
export interface DataColumn<Row> {
  /** Its header. */
  readonly title: string;
  /** Unit of its numbers. */
  readonly unit?: string;
  /**
   * Its content: text; short text that is never broken; numbers, which are aligned to the right and
   * sorted by value; or ranges and long numbers.
   *
   * @default {"text"}
   */
  readonly kind?: "text" | "short" | "number" | "range";
  /** Its cell in a row. */
  readonly cell: (row: Row) => Cell;
  /** An explanation in small letters, for the first column. */
  readonly note?: (row: Row) => string;
}

/** A table on a page. */
export interface DataTableProps<Row> {
  /** What the table holds. */
  readonly caption: ComponentChildren;
  /** The first names the row. */
  readonly columns: readonly DataColumn<Row>[];
  /** From top to bottom. */
  readonly rows: readonly Row[];
  /** Class of a row. */
  readonly classOf?: (row: Row) => string | undefined;
  /** Last row, which stays last. */
  readonly total?: Row | null;
  /** Whether the headers sort; rows come sorted by the first column. */
  readonly sortable?: boolean;
  /** Whether it is folded however short it is. @default {false} */
  readonly folded?: boolean;
  /** Name of the table among the others of the page. */
  readonly name: string;
}

/** A longer table is folded, and is printed only where it is open. */
const FEW_ROWS = 15;

/** Widths below which a table becomes a list, and the one of the page. [rem] */
export const TABLE_WIDTHS = [24, 34, 46, 60, 68] as const;

/** Room that a column needs beside others, with long words broken at their hyphens. [rem] */
const ROOM = { first: 7.5, number: 5.4, short: 6.5, range: 9.6, text: 11 } as const;

/**
 * Class of a table for the style sheet: the smallest width of {@linkcode TABLE_WIDTHS} in which its
 * columns stand side by side, or `fits-never`.
 */
function fitOf(columns: readonly DataColumn<never>[]): string {
  const room = columns.reduce(
    (sum, { kind = "text" }, index) => sum + (index === 0 ? ROOM.first : ROOM[kind]),
    0,
  );
  return `fits-${TABLE_WIDTHS.find((width) => width >= room) ?? "never"}`;
}

/**
 * A table with a caption and headers. Where it is too wide for its place, each row becomes a list of
 * its values with their names. A long table is folded and says how many rows it has.
 */
export function DataTable<Row>(props: DataTableProps<Row>): JSX.Element {
  const { name, caption, columns, rows, classOf, total, sortable = false } = props;
  const isFolded = props.folded || rows.length > FEW_ROWS;
  const table = (
    <div class={`table ${fitOf(columns)}`}>
      <table data-sortable={sortable ? "" : undefined}>
        <caption id={`${name}-caption`} class={isFolded ? "unseen" : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, unit, kind = "text" }, index) => (
              <th
                scope="col"
                class={index === 0 && kind === "text" ? undefined : kind}
                aria-sort={sortable && index === 0 ? "ascending" : undefined}
              >
                {title}
                {unit && (
                  <>
                    <br />
                    <span class="unit">{unit}</span>
                  </>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => <Line columns={columns} row={row} className={classOf?.(row)} />)}
        </tbody>
        {total && (
          <tfoot>
            <Line columns={columns} row={total} />
          </tfoot>
        )}
      </table>
    </div>
  );
  return isFolded
    ? <Fold title={caption} count={counted(rows.length, "row")}>{table}</Fold>
    : <div class="whole">{table}</div>;
}

/** Something long that is shown on demand, with a count of what is in it. */
export function Fold(
  { title, count, children }: {
    readonly title: ComponentChildren;
    readonly count: string;
    readonly children: ComponentChildren;
  },
): JSX.Element {
  return (
    <details class="fold">
      <summary>
        <span class="title">{title}</span>
        <span class="aside">{count}</span>
      </summary>
      {children}
    </details>
  );
}

function Line<Row>(
  { columns, row, className }: {
    columns: readonly DataColumn<Row>[];
    row: Row;
    className?: string | undefined;
  },
): JSX.Element {
  return (
    <tr class={className}>
      {columns.map(({ title, unit, cell, note, kind = "text" }, index) => {
        const content = cell(row);
        if (index === 0) {
          return (
            <th scope="row" class={kind === "short" ? kind : undefined}>
              {textOf(content)}
              {note && <span class="note">{note(row)}</span>}
            </th>
          );
        }
        return (
          <td
            class={kind}
            data-label={unit ? `${title} [${unit}]` : title}
            data-value={typeof content === "object" ? content?.value : undefined}
          >
            {content === null ? <Unknown /> : textOf(content)}
          </td>
        );
      })}
    </tr>
  );
}

/**
 * An unknown value: a dash, and words for screen readers.
 */
export function Unknown(): JSX.Element {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span class="unseen">not known</span>
    </>
  );
}

function textOf(cell: Cell): string {
  return cell === null ? "" : typeof cell === "string" ? cell : cell.text;
}
