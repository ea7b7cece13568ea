import type { JSX } from "preact";
import type { AuditRow } from "../energy/repairs.ts";
import { type Cell, DataTable } from "./data_table.tsx";
import { localTime } from "./local_time.ts";
import { grouped, quantity, SPACE } from "./quantity.ts";

/** More repairs than this make a page long and nobody wiser. */
const MANY = 100;

/**
 * The repairs of counters and power samples, one by one.
 */
export function RepairTable(
  { repairs, zone, isRepaired }: {
    readonly repairs: readonly AuditRow[];
    readonly zone: string;
    readonly isRepaired: boolean;
  },
): JSX.Element {
  if (!isRepaired) {
    return (
      <p>
        Repairs were off: each fall of a counter is taken for a reset, each leap for energy, and
        each power sample for true.
      </p>
    );
  }
  if (repairs.length === 0) return <p>No repairs were necessary.</p>;
  const left = repairs.length - MANY;
  return (
    <DataTable
      name="repairs"
      caption={`Repairs of counters and power samples${
        left > 0 ? `, the first ${MANY} of ${repairs.length}` : ""
      }`}
      columns={[
        { title: "Time", cell: ({ time }: AuditRow) => localTime(time, zone) },
        { title: "Of", kind: "short", cell: ({ role }) => role.replaceAll("_", " ") },
        { title: "Taken for", kind: "short", cell: ({ rule }) => rule.replaceAll("_", " ") },
        { title: "Before", kind: "number", cell: ({ before, power }) => reading(before, power) },
        { title: "After", kind: "number", cell: ({ after }) => reading(after) },
        {
          title: "Booked",
          unit: "kWh",
          kind: "number",
          cell: ({ kwh }) => ({ value: kwh, text: grouped(kwh, 3) }),
        },
      ]}
      rows={repairs.slice(0, MANY)}
    />
  );
}

/** A reading of a counter or, where it was the power that was wrong, that power. */
function reading(kwh: number | null, watts?: number): Cell {
  if (watts !== undefined) return { value: watts, text: quantity(watts, "W") };
  return kwh === null ? "" : { value: kwh, text: `${grouped(kwh, 3)}${SPACE}kWh` };
}
