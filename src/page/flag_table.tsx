import type { JSX } from "preact";
import { type Flag, FLAGS } from "../catalogue.ts";
import type { EnergyTable } from "../energy/table.ts";
import { countFlags } from "../tables/notes.ts";
import { DataTable } from "./data_table.tsx";

/**
 * The flags of a table, how often they are there, and what they say; nothing where there are none.
 */
export function FlagTable({ table }: { readonly table: EnergyTable }): JSX.Element | null {
  const flags = countFlags(table);
  if (flags.length === 0) return null;
  return (
    <DataTable
      name="flags"
      caption="Notes in the table, and what they mean"
      columns={[
        { title: "Note", cell: ([flag]: [Flag, string]) => flag.replaceAll("_", " ") },
        { title: "On", kind: "short", cell: ([, count]) => count },
        { title: "Meaning", cell: ([flag]) => FLAGS[flag] },
      ]}
      rows={flags}
    />
  );
}
