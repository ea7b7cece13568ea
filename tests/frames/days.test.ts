import pl from "nodejs-polars";
import { describe, expect, test } from "vitest";
import { serverDays, withLocalDay } from "../../src/frames/days.ts";
import { HOUR, localDay, localDays } from "../../src/time.ts";

describe("withLocalDay()", () => {
  // half-hour zone, skipped midnight, doubled hour, behind UTC
  test.each(["Asia/Kolkata", "Asia/Beirut", "Europe/Berlin", "America/St_Johns"])(
    "agrees in %s with the days of the calendar, hour by hour",
    (zone) => {
      const start = Date.UTC(2025, 2, 27);
      const time = Float64Array.from({ length: 24 * 7 }, (_, i) => start + i * HOUR);
      const frame = pl.DataFrame({ time: pl.Series("time", time) })
        .withColumn(pl.col("time").cast(pl.Datetime("ms", "UTC")));
      expect(withLocalDay(frame, zone).getColumn("day").toArray())
        .toEqual([...time].map((at) => localDay(at, zone)));
    },
  );

  test("counts 23 and 25 hours on the days of the clock change", () => {
    for (const [day, hours] of [["2025-03-30", 23], ["2025-10-26", 25]] as const) {
      const [period] = localDays(day, day, "Europe/Berlin");
      const time = Float64Array.from({ length: 72 }, (_, i) => period!.start + (i - 24) * HOUR);
      const frame = pl.DataFrame({ time: pl.Series("time", time) })
        .withColumn(pl.col("time").cast(pl.Datetime("ms", "UTC")));
      const days = withLocalDay(frame, "Europe/Berlin").getColumn("day").toArray();
      expect(days.filter((one) => one === day)).toHaveLength(hours);
    }
  });

  test("refuses an unknown zone", () => {
    expect(() => withLocalDay(pl.DataFrame({ time: [] }), "Nowhere"))
      .toThrow(expect.objectContaining({ code: "BAD_ZONE" }));
  });
});

describe("serverDays()", () => {
  test("end at UTC midnights, carry that instant and look back 24 hours", () => {
    const range = { start: Date.parse("2025-03-29T22:00Z"), end: Date.parse("2025-03-31T22:00Z") };
    expect(serverDays(range)).toEqual([
      day("2025-03-29", "2025-03-30"),
      day("2025-03-30", "2025-03-31"),
    ]);
  });

  test("are not the local days of Berlin, least of all on a clock change", () => {
    const [local] = localDays("2025-03-30", "2025-03-30", "Europe/Berlin");
    const [server] = serverDays({ start: local!.end, end: local!.end + 3 * HOUR });
    expect(server!.start - local!.start).toBe(HOUR);
    expect(server!.end - local!.end).toBe(2 * HOUR);
  });
});

function day(from: string, to: string) {
  return { label: `${to}T00:00:00.000Z`, start: Date.parse(from), end: Date.parse(to) };
}
