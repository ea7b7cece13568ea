import { expect, test } from "vitest";
import { reportColumns } from "../../src/tables/csv_json.ts";
import { countFlags } from "../../src/tables/notes.ts";
import { days } from "./tables.ts";

test("reportColumns() has the columns of the day, then those of the detail", () => {
  expect(reportColumns({})).toHaveLength(16);
  expect(reportColumns({ detail: [] }).at(-1)?.name).toBe("self_consumption_rate_high");
});

test("countFlags() counts days in the order of the catalogue", () => {
  expect(countFlags(days("2025-06-01", "2025-06-03", {}))).toEqual([]);
  const some = days("2025-06-01", "2025-06-03", {
    "2025-06-01": { flags: ["pv_gap"] },
    "2025-06-02": { flags: ["pv_gap", "grid_gap"] },
  });
  expect(countFlags(some)).toEqual([["grid_gap", "1 day"], ["pv_gap", "2 days"]]);
});
