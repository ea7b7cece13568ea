import { expect, test } from "vitest";
import type { Home } from "../../src/house/home.ts";
import { openHousehold } from "../../src/house/open_household.ts";
import { DayBook } from "../../src/mcp/day_book.ts";
import { whatIf } from "../../src/mcp/tools/what_if.ts";

const TARIFF = "data/tariffs/de-flat.json";

test("what_if simulates a period that ended today again tomorrow, when today is over", async () => {
  let at = Date.UTC(2025, 5, 2, 10);
  const now = () => at;
  await using home = await openHousehold({ demo: true }, { now });
  const asked: unknown[] = [];
  const counting = Object.assign(Object.create(home) as Home, {
    whatIf: (options: unknown) => {
      asked.push(options);
      return Promise.resolve({ batteries: [], without: [], currency: "EUR" });
    },
  });
  const { isDemo, household, source, zone } = home;
  const book = new DayBook(
    { isDemo, household, source, zone, days: (options) => home.days(options) },
    { now, patience: 60_000, tariff: TARIFF },
  );
  const ask = () =>
    whatIf.answer({ from: "2025-06-01", to: "2025-06-02" }, {
      ...{ home: counting, book, tariffs: [TARIFF] },
      signal: new AbortController().signal,
    });
  await ask();
  await ask();
  expect(asked).toHaveLength(1);
  at += 24 * 3_600_000;
  await ask();
  expect(asked).toHaveLength(2);
});
