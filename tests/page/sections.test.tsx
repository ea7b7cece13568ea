import type { JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import { computeKpis } from "../../src/energy/kpis.ts";
import { defaultHousehold } from "../../src/household.ts";
import { contentPolicy } from "../../src/page/content_policy.ts";
import { DataTable, Unknown } from "../../src/page/data_table.tsx";
import { EnergyTableView, FlagTable } from "../../src/page/energy_table.tsx";
import { drawFigures, inlineFigure, pickFigures } from "../../src/page/figures.ts";
import {
  BestDays,
  KeyFigureCards,
  KeyFigureTable,
  StringTable,
} from "../../src/page/key_figures.tsx";
import { Page } from "../../src/page/page.tsx";
import { GapTables, QualitySection, RepairTable } from "../../src/page/quality_section.tsx";
import { localTime } from "../../src/page/quantity.ts";
import { ReconciliationTables } from "../../src/page/reconciliation_tables.tsx";
import { dailyEnergyPlot } from "../../src/plots/daily_energy.ts";

const none = { kind: "day" as const, zone: "UTC", source: "none", rows: [], notices: [] };
const household = defaultHousehold({ zone: "UTC" });
const data = { table: none, days: none, household, samples: null, made: 0 };

test.each<[string, JSX.Element, string | RegExp]>([
  ["the yield of two days", bestDays(2), "1 Jun 2025"],
  ["a single day, which is its own best", bestDays(1), /^$/],
  ["what is not known", <Unknown />, "not known"],
  ["markup in a cell", table("<1>"), '<th scope="row">&lt;1></th>'],
  ["a CSV to download", <EnergyTableView table={none} />, "data:text/csv;"],
  ["no flags", <FlagTable table={none} />, /^$/],
  [
    "no roof's figures",
    <KeyFigureCards data={data} kpis={computeKpis(none)} hasPv />,
    "Self-sufficiency",
  ],
  ["unknown cards", <KeyFigureCards data={data} kpis={computeKpis(none)} hasPv />, "not known"],
  ["key figures", <KeyFigureTable data={data} kpis={computeKpis(none)} hasPv />, "Base load"],
  ["markup in a string's name", strings(), "&lt;1>"],
  [
    "days that a server computed",
    <QualitySection data={data}>a calendar</QualitySection>,
    "the server computed these days",
  ],
  [
    "nothing to reconcile",
    <ReconciliationTables days={[]} kind="day" />,
    /^<p>There is nothing to reconcile.<\/p>$/,
  ],
  ["no repairs", <RepairTable repairs={[]} zone="UTC" isRepaired />, "No repairs were necessary"],
  [
    "markup in a source",
    <Page data={{ ...data, days: { ...none, source: "<b>" } }} figures={[]} />,
    "&lt;b>",
  ],
])("shows %s", (_, element, expected) => {
  expect(renderToString(element)).toMatch(expected);
});

function bestDays(count: 1 | 2): JSX.Element {
  const highest = {
    column: "yield_kwh" as const,
    kind: "highest" as const,
    date: "2025-06-01",
    value: 9,
  };
  const lowest = { ...highest, kind: "lowest" as const, date: "2025-06-02", value: 3 };
  return <BestDays records={[highest, lowest].slice(0, count)} />;
}

function table(cell: string): JSX.Element {
  const columns = [{ title: "Day", cell: (day: string) => day }];
  return <DataTable name="days" caption="Days" columns={columns} rows={[cell]} />;
}

function strings(): JSX.Element {
  const some = ["<1>", "2"].map((name) => ({ name, dc_kwh: 5, share: 0.5, array_yield: null }));
  return <StringTable strings={some} />;
}

test("a gap has its class and its evidence", () => {
  const gap = { start: 0, end: 3_600_000, class: "outage" as const, evidence: "it stood still" };
  const gaps = { grid: [gap], generation: [] };
  const html = renderToString(
    <GapTables gaps={gaps} zone="UTC" range={{ start: 0, end: 9e6 }} />,
  );
  expect(html).toContain("outage");
  expect(html).toContain("it stood still");
});

describe("figures", () => {
  const draw = (options: object) => dailyEnergyPlot(none, options);

  test("are drawn in two widths", async () => {
    const [drawn] = await drawFigures([{ section: "energy", caption: "", draw }]);
    expect(drawn?.wide).toContain('width="896"');
    expect(drawn?.narrow).toContain('width="360"');
  });

  test("have no style of their own, and a name", async () => {
    const svg = inlineFigure(await draw({ theme: "auto" }));
    expect(svg).not.toContain("style");
    expect(svg).toContain('aria-label="Energy per day.');
  });

  test("are none where there are no days", () => {
    expect(pickFigures(data)).toEqual([]);
  });
});

test("the policy forbids everything but the page's own texts", () => {
  const policy = contentPolicy({ style: "", script: "" });
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy).toContain("script-src 'sha256-47DEQ");
});

test("localTime() is the clock on the wall", () => {
  expect(localTime(Date.UTC(2025, 5, 3, 11, 5), "Europe/Berlin")).toBe("3 Jun 2025, 13:05");
});
