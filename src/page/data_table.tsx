import type { ComponentChildren, JSX } from "preact";

/** Content of a cell: a text, a number with its text, or `null` for unknown. */
export type Cell = string | { readonly value: number; readonly text: string } | null;

/** One column. */
export interface DataColumn<Row> {
  /** Its header. */
  readonly title: string;
  /** Unit of its numbers. */
  readonly unit?: string;
  /**
   * Its content: text, short text that is never broken, or numbers, which are aligned to the right
   * and sorted by value.
   *
   * @default {"text"}
   */
  readonly kind?: "text" | "short" | "number";
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
  /** Name of the table among the others of the page. */
  readonly name: string;
}

/** A table of up to this many rows is printed on one sheet. */
const FEW_ROWS = 15;

/**
 * A table with a caption and headers, which scrolls by itself if it is too wide.
 */
export function DataTable<Row>(props: DataTableProps<Row>): JSX.Element {
  const { name, caption, columns, rows, classOf, total, sortable = false } = props;
  return (
    <div
      class={rows.length > FEW_ROWS ? "scroll" : "scroll whole"}
      role="region"
      aria-labelledby={`${name}-caption`}
      tabIndex={0}
    >
      <table data-sortable={sortable ? "" : undefined}>
        <caption id={`${name}-caption`}>
          <span>{caption}</span>
        </caption>
        <thead>
          <tr>
            {columns.map(({ title, unit, kind = "text" }, index) => (
              <th
                scope="col"
                class={index === 0 ? undefined : kind}
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
      {columns.map(({ cell, note, kind = "text" }, index) => {
        const content = cell(row);
        if (index === 0) {
          return (
            <th scope="row">
              {textOf(content)}
              {note && <span class="note">{note(row)}</span>}
            </th>
          );
        }
        return (
          <td
            class={kind}
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
