import { expect, test } from "vitest";
import { gapsCsv } from "../../src/tables/csv_json.ts";

const gap = (start: string, end: string, evidence: string) => (
  { start: Date.parse(start), end: Date.parse(end), class: "unknown" as const, evidence }
);

test("gapsCsv() lists both signals by their start, in local time with its offset", () => {
  const csv = gapsCsv({
    grid: [
      // both half past two of a long night
      gap("2025-10-26T00:30Z", "2025-10-26T01:30Z", 'stood still, "which" proves nothing'),
    ],
    generation: [gap("2025-10-25T00:00Z", "2025-10-25T00:00:40Z", "dark")],
  }, "Europe/Berlin");
  expect(csv.split("\r\n")).toEqual([
    "signal,start,end,hours,class,evidence",
    "generation,2025-10-25T02:00:00+02:00,2025-10-25T02:00:40+02:00,0.01,unknown,dark",
    "grid,2025-10-26T02:30:00+02:00,2025-10-26T02:30:00+01:00,1.00,unknown," +
    '"stood still, ""which"" proves nothing"',
    "",
  ]);
});

test("gapsCsv() has its header without any gap", () => {
  expect(gapsCsv({ grid: [], generation: [] }, "UTC")).toBe(
    "signal,start,end,hours,class,evidence\r\n",
  );
});
