import type { JSX } from "preact";
import type { Analysis } from "../energy/days.ts";
import type { Gap } from "../frames/gaps.ts";
import type { TimeRange } from "../time.ts";
import { DataTable } from "./data_table.tsx";
import { localTime } from "./local_time.ts";
import { duration } from "./quantity.ts";

/** Whose samples are missing. */
type OwnedGap = Gap & { readonly whose: "meter" | "inverter" };

/** So many gaps are told one by one. */
const TOLD = 10;

/**
 * The gaps by what caused them, and the longest ones, as far as they lie in a range; nights are none.
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
  const all = [...within(gaps.grid, "meter"), ...within(gaps.generation, "inverter")];
  if (all.length === 0) return <p>There are no gaps in the samples.</p>;
  const groups = [...Map.groupBy(all, ({ whose, class: why }) => `${whose}, ${nameOf(why)}`)];
  const byLength = all.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, TOLD);
  return (
    <>
      <DataTable
        name="gap-classes"
        caption="Gaps in the samples by cause, without nights"
        columns={[
          { title: "Whose samples, and why", cell: ([name]: [string, OwnedGap[]]) => name },
          { title: "Gaps", kind: "number", cell: ([, some]) => count(some.length) },
          { title: "Together", kind: "number", cell: ([, some]) => length(some.map(lengthOf)) },
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
        caption={all.length > TOLD ? `The ${TOLD} longest of ${all.length} gaps` : "All gaps"}
        columns={[
          { title: "Since", cell: ({ start }: OwnedGap) => localTime(start, zone) },
          { title: "Length", kind: "number", cell: (gap) => length([lengthOf(gap)]) },
          { title: "Whose", kind: "short", cell: ({ whose }) => whose },
          { title: "Why", kind: "short", cell: (gap) => nameOf(gap.class) },
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
