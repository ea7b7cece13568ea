import { renderToStringAsync } from "preact-render-to-string";
import { h } from "preact";
import { expect, test } from "vitest";
import { moneyRow, type MoneyTable } from "../../src/money/money_table.ts";
import type { MoneyDay } from "../../src/money/settle.ts";
import { MoneySection } from "../../src/page/money_section.tsx";
import { localDays } from "../../src/time.ts";

const amount = (value: number) => ({ value, below: 1, above: 2, sigma: 0 });

test("the section of money shows each amount with its band, and what has no price", async () => {
  const days = localDays("2025-06-01", "2025-06-02", "UTC").map((day, i): MoneyDay => ({
    day,
    cost: amount(10),
    fees: { ...amount(1), below: 0, above: 0 },
    revenue: amount(4),
    net: amount(7),
    pvSavings: amount(20),
    batterySavings: null,
    unpricedImport: i === 1 ? 3.5 : 0,
    unpricedExport: 0,
    uncovered: 0,
  }));
  const money: MoneyTable = {
    kind: "day",
    zone: "UTC",
    currency: "EUR",
    tariff: "<Flat>",
    source: "test",
    days,
    rows: days.map((day) => moneyRow(day.day.label, [day], true)),
    hasBattery: false,
    notices: ["History"],
  };
  const html = await renderToStringAsync(h(MoneySection, { money, children: null }));
  expect(html).toContain("All days at '&lt;Flat>'");
  expect(html).toMatch(/Net.*14\.00.*12\.00.*18\.00/);
  expect(html).toMatch(/2025-06-02 \*.*3\.50/);
  expect(html).not.toContain("Saved by the battery");
});
