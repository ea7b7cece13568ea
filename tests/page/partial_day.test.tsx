/** A page of the plain house on days of which one is known in part. */
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { computeKpis } from "../../src/energy/kpis.ts";
import { KeyFigureCards } from "../../src/page/key_figures.tsx";
import { summaryOf } from "../../src/page/summary.ts";
import { toHtml } from "../../src/page/to_html.tsx";
import { stretch } from "../plots/house.ts";
import { pageOf } from "./page_of.ts";

const range = { from: "2025-06-10", to: "2025-06-12" };
const text = (html: string) => html.replaceAll(/<[^>]+>/g, "");

test.each([
  ["the meter was silent for an afternoon", { grid: stretch("2025-06-11", "12:00", "17:00") }],
  ["nothing was heard for a day", {
    grid: stretch("2025-06-11", "00:00", "23:00"),
    inverter: stretch("2025-06-11", "00:00", "23:00"),
  }],
])("the page's sentence has the sums of its cards when %s", async (_, blind) => {
  const page = await pageOf(range, blind), sentence = summaryOf(page.days);
  expect(page.days.rows.slice(0, 2).map(({ complete }) => complete)).toEqual([true, false]);
  expect(text(await toHtml(page))).toContain(sentence);
  const cards = text(
    renderToString(<KeyFigureCards data={page} kpis={computeKpis(page.days)} hasPv />),
  );
  const sums = sentence.match(/[\d.,]+\skWh/g)!;
  expect(sums.length).toBeGreaterThanOrEqual(4);
  for (const sum of sums) expect(cards).toContain(sum);
});
