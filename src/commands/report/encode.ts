import type { Report } from "./compute_report.ts";
import { toCsv } from "./csv.ts";
import { toJson } from "./json.ts";
import type { Format } from "./options.ts";

/**
 * Writes a report in a file format.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { encode } from "./encode.ts";
 *
 * const table = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
 * assert(String(await encode({ table, page: null }, "csv")).startsWith("date,"));
 * ```
 */
export async function encode(
  { table, page }: Pick<Report, "table" | "page">,
  format: Format,
): Promise<string | Uint8Array> {
  switch (format) {
    case "csv":
      return toCsv(table);
    case "json":
      return toJson(table);
    case "parquet":
      return (await import("./parquet.ts")).toParquet(table);
    case "html":
      return (await import("../../page/to_html.tsx")).toHtml(page!);
  }
}
