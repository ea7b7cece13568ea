import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { computeKpis } from "../../src/energy/kpis.ts";
import { defaultHousehold } from "../../src/household.ts";
import { KeyFigureCards } from "../../src/page/key_figures.tsx";
import { MoneySection } from "../../src/page/money_section.tsx";
import { Page } from "../../src/page/page.tsx";
import { days } from "../tables/tables.ts";
import { moneyOf } from "./money_of.ts";

test("the section of money shows each amount with its band, and what has no price", () => {
  const money = moneyOf("2025-06-01", "2025-06-02", ({ label }) => ({
    unpricedImport: label === "2025-06-02" ? 3.5 : 0,
  }));
  const html = renderToString(h(MoneySection, { money, children: null }));
  expect(html).toContain("All days at '&lt;Flat>'");
  expect(html).toMatch(/Net.*14\.00.*12\.00.*18\.00/);
  expect(html).toMatch(/2025-06-02 \*.*3\.50/);
  expect(html).not.toContain("Saved by the battery");
});

test("a page says each notice once", () => {
  const money = { ...moneyOf("2025-06-01", "2025-06-02"), notices: ["This is a demo", "History"] };
  const table = { ...days("2025-06-01", "2025-06-02"), notices: ["This is a demo"] };
  const data = { table, days: table, money, samples: null, made: 0 };
  const html = renderToString(
    h(Page, { data: { ...data, household: defaultHousehold({ zone: "UTC" }) }, figures: [] }),
  );
  expect(html.match(/<li>(This is a demo|History)<\/li>/g)).toEqual([
    "<li>This is a demo</li>",
    "<li>History</li>",
  ]);
});

test("what nothing lacks has no column", () => {
  const shown = (of: Parameters<typeof moneyOf>[2]) =>
    renderToString(
      h(MoneySection, { money: moneyOf("2025-06-01", "2025-06-02", of), children: null }),
    ).match(/>(Unpriced|Uncovered)</g);
  expect(shown(() => ({}))).toBeNull();
  expect(shown(() => ({ uncovered: 0.5 }))).toEqual([">Uncovered<"]);
  expect(shown(() => ({ unpricedImport: 0.5 }))).toEqual([">Unpriced<"]);
});

test("the cards show the money where a tariff is known", () => {
  const table = days("2025-06-01", "2025-06-02");
  const household = defaultHousehold({ zone: "UTC" }), kpis = computeKpis(table);
  const data = { table, days: table, household, samples: null, made: 0 };
  const cards = (money: ReturnType<typeof moneyOf> | null) =>
    renderToString(h(KeyFigureCards, { data: { ...data, money }, kpis, hasPv: true }))
      .replaceAll(/<[^>]*>/g, "|");
  expect(cards(null)).not.toContain("EUR");
  const money = moneyOf("2025-06-01", "2025-06-02");
  expect(cards(money)).toMatch(/\|Net\|+14\.00\u202f\|EUR\|.*\|Energy from the grid\|+20\.00/);
  const [first, second] = money.days;
  const part = { ...money, days: [first!, { ...second!, pvSavings: null }] };
  expect(cards(part)).toMatch(
    /\|Saved by PV\|+20\.00\u202f\|EUR\|+the house would have paid more, 1 of 2 days\|/,
  );
  expect(cards({ ...money, hasBattery: true })).toContain("Saved by the battery");
});

test("a house without PV has no cards of PV's money", () => {
  const table = days("2025-06-01", "2025-06-02");
  const household = defaultHousehold({ zone: "UTC" }), kpis = computeKpis(table);
  const money = moneyOf("2025-06-01", "2025-06-02");
  const none = { value: 0, below: 0, above: 0, sigma: 0 };
  const without = {
    ...money,
    days: money.days.map((day) => ({ ...day, revenue: none, pvSavings: none })),
  };
  const cards = (money: ReturnType<typeof moneyOf>, hasPv: boolean) => {
    const data = { table, days: table, household, samples: null, made: 0, money };
    const html = renderToString(h(KeyFigureCards, { data, kpis, hasPv }));
    return [...html.matchAll(/card-(net|cost|revenue|pv_savings)"/g)].map(([, name]) => name);
  };
  expect(cards(without, false)).toEqual(["net", "cost"]);
  // A battery that charged from the grid may feed in.
  expect(cards(money, false)).toContain("revenue");
  expect(cards(without, true)).toEqual(["net", "cost", "revenue", "pv_savings"]);
});
