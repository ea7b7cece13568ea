import type { ComponentChildren, JSX } from "preact";
import { counted } from "../text.ts";
import { totalRow } from "../energy/table.ts";
import type { TimeRange } from "../time.ts";
import { FlagTable } from "./flag_table.tsx";
import { GapTables } from "./gap_tables.tsx";
import type { PageData } from "./page_data.ts";
import { quantity } from "./quantity.ts";
import { ReconciliationTables } from "./reconciliation_tables.tsx";
import { RepairTable } from "./repair_table.tsx";

/** Props of {@linkcode QualitySection}. */
export interface QualitySectionProps {
  /** What the page is of. */
  readonly data: PageData;
  /** The calendar of the days. */
  readonly children: ComponentChildren;
}

/**
 * How good the numbers are: coverage, flags, gaps, repairs, and each energy by every way.
 */
export function QualitySection({ data, children }: QualitySectionProps): JSX.Element {
  const { table, days, samples } = data;
  return (
    <>
      <p>{coverageOf(data)}</p>
      {children}
      <FlagTable table={table} />
      {samples === null
        ? (
          <p>
            Gaps, repairs and error bands need raw samples; here the server itself computed the
            days.
          </p>
        )
        : (
          <>
            <h3>Gaps</h3>
            <GapTables gaps={samples.analysis.gaps} zone={days.zone} range={rangeOf(data)} />
            <h3>Repairs</h3>
            <RepairTable
              repairs={samples.analysis.repairs}
              zone={days.zone}
              isRepaired={days.isRepaired ?? true}
            />
            <h3>Reconciliation</h3>
            <p>
              Where the meter has a register, its energy is known twice: by the register and by
              adding up power. The difference tells how well such sums are to be trusted where there
              is none.
            </p>
            <ReconciliationTables days={samples.analysis.reconciled} kind={table.kind} />
          </>
        )}
    </>
  );
}

function rangeOf({ days: { rows } }: PageData): TimeRange {
  return { start: rows[0]?.start ?? 0, end: rows.at(-1)?.end ?? 0 };
}

function coverageOf({ days }: PageData): string {
  const { rows } = days, total = totalRow(days);
  if (!total) return "There are no days.";
  const complete = rows.filter((row) => row.complete).length;
  const parts = [
    `${complete} of ${counted(rows.length, "day")} ${complete === 1 ? "is" : "are"} complete`,
  ];
  const share = (value: number) => quantity(Math.floor(1000 * value) / 1000, "0–1");
  if (total.coverage_grid !== null) {
    parts.push(`samples of grid power cover ${share(total.coverage_grid)} of the time`);
  }
  if (total.coverage_pv !== null) {
    parts.push(`samples of the inverter cover ${share(total.coverage_pv)} of the daylight`);
  }
  return `${parts.join("; ")}.`;
}
