import { expect, test } from "vitest";
import { summary, type SyncSummary } from "../../../src/commands/sync/summary.ts";

const month = (metric: string, changes = {}) => ({
  metric,
  month: "2025-01",
  added: 1234,
  changed: 0,
  written: 56_789,
  last: Date.UTC(2025, 0, 31, 23, 59, 30),
  ...changes,
});
const size = { metrics: 2, files: 12, bytes: 3_456_789, first: "2024-08" };
const sync: SyncSummary = {
  dir: "archive",
  months: [
    month("b_watts"),
    month("a_watts"),
    month("a_watts", { month: "2025-02", written: null, added: 0, last: null }),
  ],
  absent: ["home:x", "home:y"],
  zone: "Europe/Berlin",
  took: 12_340,
  size,
  ended: true,
};

test("has a line per metric in order, and what the archive holds now", () => {
  expect(summary(sync)).toBe(`\
Metric    New samples   Files   Written       Last sample
─────────────────────────────────────────────────────────
a_watts         1,234       1     57 kB  2025-02-01 00:59
b_watts         1,234       1     57 kB  2025-02-01 00:59
─────────────────────────────────────────────────────────
Total           2,468       2    114 kB

Archive  archive: 2 metrics, 12 files, 3.5 MB, since 2024-08
Took     12.3 s
Absent   home:x, home:y (not on the server)
`);
});

test("tells of values that changed, and that it came to no end", () => {
  const text = summary({ ...sync, months: [month("a", { changed: 5 })], ended: false });
  expect(text).toContain("Metric   New samples   Changed   Files");
  expect(text).toMatch(/^a +1,234 +5 +1 /m);
  expect(text).toContain(
    "Stopped  everything listed is on disk; the next sync continues from there",
  );
});

test("needs no table when there was nothing to do", () => {
  expect(summary({ ...sync, months: [], absent: [] })).toBe(`\
Nothing new

Archive  archive: 2 metrics, 12 files, 3.5 MB, since 2024-08
Took     12.3 s
`);
});

test("breaks long lines between words", () => {
  const absent = Array.from({ length: 12 }, (_, i) => `a_rather_long_metric_${i}`);
  for (const line of summary({ ...sync, absent }, { width: 60 }).split("\n")) {
    expect(line.length).toBeLessThanOrEqual(60);
  }
});
