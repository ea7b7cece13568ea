import type { Report } from "./compute_report.ts";
import { toCsv, toJson } from "../../tables/csv_json.ts";
import type { Format } from "./options.ts";

/**
 * Writes a report in a file format.
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
      return (await import("../../tables/parquet.ts")).toParquet(table);
    case "html":
      return (await import("../../page/to_html.tsx")).toHtml(page!);
  }
}
