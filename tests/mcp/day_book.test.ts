import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openHousehold } from "../../src/house/open_household.ts";
import type { Home } from "../../src/house/home.ts";
import { type AskedHome, DayBook } from "../../src/mcp/day_book.ts";

// The first question about a year reads all of it, on a busy machine in half a minute.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const now = () => Date.UTC(2026, 0, 1, 12);
let home: Home;
beforeAll(async () => {
  home = await openHousehold({ demo: "battery" }, { now });
});

/** The house, counting how often each month is read. */
function counting(days: AskedHome["days"] = (options) => home.days(options)) {
  const asked: string[] = [];
  const { zone, household, source, isDemo } = home;
  return {
    asked,
    house: {
      zone,
      household,
      source,
      isDemo,
      days(options: Parameters<AskedHome["days"]>[0]) {
        asked.push(options!.from!);
        return days(options);
      },
    },
  };
}

describe("DayBook", () => {
  test(
    "gives the rows, gaps, repairs and power that the house gives of the same days",
    async () => {
      const book = new DayBook(home, { now, patience: 120_000 });
      await fc.assert(
        fc.asyncProperty(fc.nat(360), fc.nat(40), async (first, length) => {
          const day = (count: number) =>
            new Date(Date.UTC(2025, 0, 1 + count)).toISOString().slice(0, 10);
          const range = { from: day(first), to: day(Math.min(364, first + length)) };
          const ours = await book.days(range);
          const theirs = await home.days({ ...range, power: "15m", strings: false });
          expect(ours.rows).toEqual(theirs.rows);
          expect(ours.gaps.frame.toRecords()).toEqual(theirs.gaps.frame.toRecords());
          expect(ours.repairs.frame.toRecords()).toEqual(theirs.repairs.frame.toRecords());
          expect(ours.power.table.load_w).toEqual(theirs.power.table.load_w);
          expect(ours.power.table.rawPeaks).toEqual(theirs.power.table.rawPeaks);
          expect(ours.kpis().figures.peak_import).toEqual(theirs.kpis().figures.peak_import);
        }),
        { numRuns: 6, seed: 21 },
      );
    },
    120_000,
  );

  test("reads a month once, for askers at the same time as well", async () => {
    const { asked, house } = counting();
    const book = new DayBook(house, { now, patience: 120_000 });
    await Promise.all([
      book.days({ from: "2025-04-20", to: "2025-05-02" }),
      book.days({ from: "2025-05-01", to: "2025-05-31" }),
    ]);
    await book.days({ from: "2025-04-01", to: "2025-05-31" });
    expect(asked).toEqual(["2025-04-01", "2025-05-01"]);
  });

  test("answers a short question before a long one that was asked earlier", async () => {
    const { asked, house } = counting();
    const book = new DayBook(house, { now, patience: 120_000 });
    const long = book.days({ from: "2025-03-01", to: "2025-06-30" });
    const short = book.days({ from: "2025-06-30", to: "2025-06-30" });
    const first = await Promise.race([long, short]);
    expect(first.rows.map(({ date }) => date)).toEqual(["2025-06-30"]);
    expect((await long).rows).toHaveLength(122);
    expect(asked).toEqual(["2025-03-01", "2025-06-01", "2025-04-01", "2025-05-01"]);
  });

  test("prices that reach over the asked days need not reach over the whole month", async () => {
    const folder = await mkdtemp(join(tmpdir(), "prices-")), tariff = join(folder, "tariff.json");
    const hours = Array.from(
      { length: 72 },
      (_, hour) => `${new Date(Date.UTC(2025, 5, 9) + hour * 3_600_000).toISOString()},30`,
    );
    await writeFile(join(folder, "prices.csv"), ["start,price", ...hours].join("\n"));
    const common = { from: "2025-01-01", unit: "ct/kWh", vat: 0 };
    await writeFile(
      tariff,
      JSON.stringify({
        ...{ tz: "Europe/Berlin", currency: "EUR" },
        components: [
          { id: "energy", flow: "import", series: "spot", ...common },
          { id: "feed-in", flow: "export", price: 8, ...common },
        ],
        series: { spot: { csv: "prices.csv", unit: "ct/kWh", step: "PT1H" } },
      }),
    );
    const book = new DayBook(home, { now, patience: 120_000, tariff });
    const range = { from: "2025-06-10", to: "2025-06-10" };
    const { rows, money } = await book.days(range);
    const theirs = await home.days({ ...range, tariff });
    expect([rows, money.table.rows]).toEqual([theirs.rows, theirs.money.table.rows]);
    await expect(book.days({ ...range, to: "2025-06-20" })).rejects.toThrow("its prices end at");
    await expect(book.days({ from: "2025-06-01", to: "2025-06-30" })).rejects.toThrow(
      "its prices begin at",
    );
    await rm(folder, { recursive: true });
  });

  test("does not keep a failure", async () => {
    let isDown = true;
    const { asked, house } = counting(async (options) => {
      if (isDown) throw new Error("down");
      return await home.days(options);
    });
    const book = new DayBook(house, { now, patience: 120_000 });
    const june = { from: "2025-06-01", to: "2025-06-30" };
    await expect(book.days(june)).rejects.toThrow("down");
    isDown = false;
    expect((await book.days(june)).rows).toHaveLength(30);
    expect(asked).toHaveLength(2);
  });

  test("asks a server again after a while, and for the running month soon", async () => {
    let at = now();
    const { asked, house } = counting();
    const server = { ...house, source: { ...home.source, kind: "server" as const } };
    const book = new DayBook(server, { now: () => at, patience: 120_000 });
    const both = { from: "2025-12-01", to: "2026-01-01" };
    await book.days(both);
    await book.days(both);
    expect(asked).toEqual(["2025-12-01", "2026-01-01"]);
    at += 61_000;
    await book.days(both);
    expect(asked.slice(2)).toEqual(["2026-01-01"]);
    at += 3_600_000;
    await book.days(both);
    expect(asked.slice(3)).toEqual(["2025-12-01", "2026-01-01"]);
  });

  test("reads a month of an archive again until the archive goes beyond it", async () => {
    const HOUR = 3_600_000, midnight = Date.UTC(2025, 10, 30, 23);
    let at = midnight - HOUR;
    const { asked, house } = counting();
    const start = Date.UTC(2025, 8, 2);
    const source = { ...home.source, extent: () => Promise.resolve({ start, end: at }) };
    const book = new DayBook({ ...house, source }, { now: () => at, patience: 120_000 });
    const reads = async (date: string) => {
      await book.days({ from: date, to: date });
      return asked.filter((from) => from === `${date.slice(0, 7)}-01`).length;
    };
    expect(await reads("2025-11-30")).toBe(1);
    at = midnight + HOUR;
    expect(await reads("2025-11-30")).toBe(2);
    // Now November is whole, and stays so.
    at += 24 * HOUR;
    expect(await reads("2025-11-30")).toBe(2);
    expect(await reads("2025-10-01")).toBe(1);
    // September begins with the first sample: older ones may come.
    expect(await reads("2025-09-30")).toBe(1);
    at += HOUR;
    expect(await reads("2025-09-30")).toBe(2);
    expect(await reads("2025-10-01")).toBe(1);
  });

  test("does not read a month again that is still being read", async () => {
    let at = now();
    const { promise: slow, resolve } = Promise.withResolvers<void>();
    const { asked, house } = counting(async (options) => {
      await slow;
      return await home.days(options);
    });
    const server = { ...house, source: { ...home.source, kind: "server" as const } };
    const book = new DayBook(server, { now: () => at, patience: 120_000 });
    const running = { from: "2026-01-01", to: "2026-01-01" };
    const first = book.days(running);
    at += 120_000;
    const second = book.days(running);
    resolve();
    await Promise.all([first, second]);
    await book.days(running);
    expect(asked).toEqual(["2026-01-01"]);
  });

  test("refuses centuries before it reads anything", async () => {
    const { asked, house } = counting();
    const book = new DayBook(house, { now });
    await expect(book.days({ from: "0001-01-01", to: "2025-12-31" })).rejects
      .toMatchObject({ code: "RANGE_TOO_LONG", hint: "Ask for at most 20 years." });
    expect(asked).toEqual([]);
  });

  test("stops waiting when the asker goes away", async () => {
    const book = new DayBook(home, { now, patience: 120_000 });
    const signal = AbortSignal.abort(new Error("gone"));
    await expect(book.days({ from: "2025-02-01", to: "2025-02-02" }, { signal })).rejects
      .toThrow("gone");
  });

  test("reads ahead, the latest months first", async () => {
    const { asked, house } = counting();
    await new DayBook(house, { now }).readAhead(2);
    expect(asked).toEqual(["2025-12-01", "2025-11-01"]);
  });
});
