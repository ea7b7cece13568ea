import { parquetWriteBuffer, type SchemaElement } from "hyparquet-writer";
import type { Column, Table } from "./table.ts";

/** A table as a Parquet file. The same table gives the same bytes. */
export function tableParquet(table: Table): Uint8Array {
  const buffer = parquetWriteBuffer({
    schema: [
      { name: "schema", num_children: table.length },
      ...table.map((column): SchemaElement => ({
        name: column.name,
        repetition_type: "OPTIONAL",
        ...typeOf(column),
      })),
    ],
    columnData: table.map(({ name, values }) => ({ name, data: [...values] })),
    createdBy: "wattbook",
  });
  return new Uint8Array(buffer);
}

function typeOf({ type }: Column): Omit<SchemaElement, "name"> {
  switch (type) {
    case "text":
      return { type: "BYTE_ARRAY", converted_type: "UTF8" };
    case "integer":
      return { type: "INT32" };
    case "number":
      return { type: "DOUBLE" };
  }
}
