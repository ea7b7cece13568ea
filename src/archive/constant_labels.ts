import type { ColumnChunk, FileMetaData, SchemaElement } from "hyparquet";

/**
 * The text columns of a file that hold one value throughout, by the statistics in its footer: most
 * labels of a month. They need not be read.
 *
 * @returns By name of the column, its value; `null` where it is absent in every row. Columns of which
 * the footer does not tell are left out.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { parquetMetadata } from "hyparquet";
 * import { joinSeries } from "../columns.ts";
 * import { constantLabels } from "./constant_labels.ts";
 * import { encodeParquet } from "./encode_parquet.ts";
 *
 * const one = { time: Float64Array.of(0), value: Float64Array.of(5) };
 * const bytes = encodeParquet(joinSeries([
 *   { labels: { job: "x", pod: "a" }, ...one },
 *   { labels: { job: "x", pod: "b" }, ...one },
 * ]));
 * const footer = parquetMetadata(bytes.slice().buffer);
 * assert.deepEqual(constantLabels(footer), { job: "x" });
 * ```
 */
export function constantLabels(
  { schema, row_groups }: Pick<FileMetaData, "schema" | "row_groups">,
): Record<string, string | null> {
  const texts = schema.filter(isText).map(({ name }) => name);
  const constant = texts.flatMap((name) => {
    const values = new Set(
      row_groups.map(({ columns }) =>
        onlyValue(columns.find(({ meta_data }) => meta_data?.path_in_schema.join(".") === name))
      ),
    );
    const [value] = values;
    return values.size === 1 && value !== undefined ? [[name, value] as const] : [];
  });
  return Object.fromEntries(constant);
}

function isText({ type, converted_type, logical_type }: SchemaElement): boolean {
  return type === "BYTE_ARRAY" && (converted_type === "UTF8" || logical_type?.type === "STRING");
}

/** The one text in a column of a row group, `null` if it has none, `undefined` if there may be several. */
function onlyValue(column: ColumnChunk | undefined): string | null | undefined {
  const { statistics, num_values } = column?.meta_data ?? {};
  if (!statistics || statistics.null_count === undefined) return undefined;
  const { min_value, max_value, null_count } = statistics;
  if (null_count === num_values) return null;
  // Of a long text there may only be its begin: then it is no value.
  const isExact = statistics.is_min_value_exact !== false &&
    statistics.is_max_value_exact !== false;
  return isExact && null_count === 0n && typeof min_value === "string" && min_value === max_value
    ? min_value
    : undefined;
}
