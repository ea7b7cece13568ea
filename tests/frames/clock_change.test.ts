import { describe, expect, test } from "vitest";
import { clockChange } from "../../src/frames/clock_change.ts";
import { HOUR, localDays } from "../../src/time.ts";

describe("clockChange()", () => {
  test.each([
    ["2025-03-30", "Europe/Berlin", "2025-03-30T01:00:00Z", 1],
    ["2025-10-26", "Europe/Berlin", "2025-10-26T01:00:00Z", -1],
    ["2025-10-05", "Australia/Lord_Howe", "2025-10-04T15:30:00Z", 0.5],
    // The clock is put back from midnight to 23:00 of the same day.
    ["2025-10-25", "Asia/Beirut", "2025-10-25T21:00:00Z", -1],
  ])("of %s in %s is at %s, by %d h", (label, zone, at, hours) => {
    const [day] = localDays(label, label, zone);
    const change = clockChange(day!, zone)!;
    expect(new Date(change.at).toISOString()).toBe(at.replace("Z", ".000Z"));
    expect((change.after - change.before) / HOUR).toBe(hours);
  });

  test.each([["2025-06-01", "Europe/Berlin"], ["2025-03-30", "Asia/Kolkata"]])(
    "is none on %s in %s",
    (label, zone) => {
      expect(clockChange(localDays(label, label, zone)[0]!, zone)).toBeNull();
    },
  );
});
