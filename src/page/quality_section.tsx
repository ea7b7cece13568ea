import type { ComponentChildren, JSX } from "preact";
import type { Analysis } from "../energy/days.ts";
import type { AuditRow } from "../energy/repairs.ts";
import { totalRow } from "../energy/table.ts";
import type { Gap } from "../frames/gaps.ts";
import { type Cell, DataTable } from "./data_table.tsx";
import { FlagTable } from "./energy_table.tsx";
import type { PageData } from "./page_data.ts";
import { duration, grouped, localTime, quantity, SPACE } from "./quantity.ts";
import { ReconciliationTables } from "./reconciliation_tables.tsx";
import { counted } from "../text.ts";
import type { TimeRange } from "../time.ts";

/** Props of {@linkcode QualitySection}. */
export interface QualitySectionProps {
  /** Data of the page. */
  readonly data: PageData;
  /** The calendar of the days. */
  readonly children: ComponentChildren;
}

/**
 * How good the numbers are: coverage, flags, gaps, repairs, and each energy by every method.
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
            Gaps, repairs and error bands need raw samples, but the server computed these days.
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
              adding up power. The difference shows how accurate such sums are where there is no
              register.
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

/** A gap and its device. */
type OwnedGap = Gap & { readonly whose: string };

/** At most this many gaps are listed. */
const TOLD = 10;

/**
 * The gaps of a range by cause, and the longest ones. Nights do not count.
 */
export function GapTables(
  { gaps, zone, range }: Pick<Analysis, "gaps"> & {
    readonly zone: string;
    readonly range: TimeRange;
  },
): JSX.Element {
  const within = (some: readonly Gap[], whose: OwnedGap["whose"]) =>
    some.filter((gap) => gap.class !== "night").map((gap): OwnedGap => ({
      ...gap,
      whose,
      start: Math.max(gap.start, range.start),
      end: Math.min(gap.end, range.end),
    }));
  const all = [
    ...within(gaps.grid, "meter"),
    ...within(gaps.generation, "inverter"),
    ...Object.entries(gaps.devices ?? {}).flatMap(([name, own]) =>
      within(own, name.replaceAll("_", " "))
    ),
  ];
  if (all.length === 0) return <p>There are no gaps in the samples.</p>;
  const groups = [...Map.groupBy(all, ({ whose, class: why }) => `${whose}, ${nameOf(why)}`)];
  const byLength = all.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, TOLD);
  return (
    <>
      <DataTable
        name="gap-classes"
        caption="Gaps in the samples by cause, without nights"
        columns={[
          { title: "Device and cause", cell: ([name]: [string, OwnedGap[]]) => name },
          { title: "Gaps", kind: "number", cell: ([, some]) => count(some.length) },
          { title: "Total", kind: "number", cell: ([, some]) => length(some.map(lengthOf)) },
          {
            title: "Longest",
            kind: "number",
            cell: ([, some]) => length([Math.max(...some.map(lengthOf))]),
          },
        ]}
        rows={groups}
      />
      <DataTable
        name="longest-gaps"
        folded
        caption={all.length > TOLD ? `The ${TOLD} longest of ${all.length} gaps` : "All gaps"}
        columns={[
          { title: "Since", cell: ({ start }: OwnedGap) => localTime(start, zone) },
          { title: "Length", kind: "number", cell: (gap) => length([lengthOf(gap)]) },
          { title: "Device", kind: "short", cell: ({ whose }) => whose },
          { title: "Cause", kind: "short", cell: (gap) => nameOf(gap.class) },
          { title: "Evidence", cell: ({ evidence }) => evidence },
        ]}
        rows={byLength}
      />
    </>
  );
}

function lengthOf({ start, end }: Gap): number {
  return end - start;
}

function nameOf(why: Gap["class"]): string {
  return why === "unknown" ? "cause unknown" : why.replace("_", " ");
}

function count(value: number) {
  return { value, text: String(value) };
}

function length(parts: readonly number[]) {
  const value = parts.reduce((sum, ms) => sum + ms, 0);
  return { value, text: duration(value) };
}

/** At most this many repairs are listed. */
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
        Repairs were off: each fall of a counter counts as a reset, each leap as energy, and each
        power sample as correct.
      </p>
    );
  }
  if (repairs.length === 0) return <p>No repairs were necessary.</p>;
  const left = repairs.length - MANY;
  return (
    <DataTable
      name="repairs"
      folded
      caption={`Repairs of counters and power samples${
        left > 0 ? `, the first ${MANY} of ${repairs.length}` : ""
      }`}
      columns={[
        { title: "Time", cell: ({ time }: AuditRow) => localTime(time, zone) },
        { title: "Signal", kind: "short", cell: ({ role }) => role.replaceAll("_", " ") },
        { title: "Cause", kind: "short", cell: ({ rule }) => rule.replaceAll("_", " ") },
        { title: "Before", kind: "range", cell: ({ before, power }) => reading(before, power) },
        { title: "After", kind: "range", cell: ({ after }) => reading(after) },
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

/** A reading of a counter, or the power if that was repaired. */
function reading(kwh: number | null, watts?: number): Cell {
  if (watts !== undefined) return { value: watts, text: quantity(watts, "W") };
  return kwh === null ? "" : { value: kwh, text: `${grouped(kwh, 3)}${SPACE}kWh` };
}
