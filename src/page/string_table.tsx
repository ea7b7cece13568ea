import type { JSX } from "preact";
import type { StringRatio } from "../energy/strings.ts";
import { DataTable } from "./data_table.tsx";
import { quantity } from "./quantity.ts";

/**
 * The strings of the roof against each other; nothing where there is only one.
 */
export function StringTable(
  { strings }: { readonly strings: readonly StringRatio[] },
): JSX.Element | null {
  if (strings.length < 2) return null;
  const shown = (value: number, unit: string) => ({ value, text: quantity(value, unit) });
  return (
    <DataTable
      name="strings"
      caption="Strings of the roof"
      columns={[
        { title: "String", cell: ({ name }: StringRatio) => name },
        { title: "DC energy", kind: "number", cell: ({ dc_kwh }) => shown(dc_kwh, "kWh") },
        { title: "Share", kind: "number", cell: ({ share }) => shown(share, "0–1") },
        {
          title: "Array yield",
          kind: "number",
          cell: ({ array_yield }) => array_yield === null ? null : shown(array_yield, "kWh/kWp"),
        },
      ]}
      rows={strings}
    />
  );
}
