import { expect, test } from "vitest";
import { consumersPlot } from "../../src/plots/consumers.ts";
import { energyRow, tableOf } from "../energy/table_rows.ts";

/** A day of 5 kWh, of which the wallbox used some. */
const day = (date: string, wallbox: number, complete = true) => ({
  ...energyRow(date, { complete }),
  consumed: { consumers: { wall_box: wallbox }, other_kwh: 5 - wallbox },
});

async function draw(rows: ReturnType<typeof day>[], names = ["wall_box"]) {
  const table = { ...tableOf(rows), devices: { battery: false, consumers: names } };
  const figure = await consumersPlot(table as never, { width: 600 });
  const texts = (selector: string) =>
    [...figure.querySelectorAll(selector)].map((one) => one.textContent);
  return {
    titles: texts("g title"),
    legend: texts('g[aria-hidden="true"] text'),
    text: figure.outerHTML,
  };
}

test("consumersPlot() draws what each consumer used, and the rest", async () => {
  const { titles, legend, text } = await draw([day("2025-06-01", 2), day("2025-06-02", 1)]);
  expect(titles).toEqual([
    "1 Jun 2025 wall box: 2.00 kWh",
    "1 Jun 2025 everything else: 3.00 kWh",
    "2 Jun 2025 wall box: 1.00 kWh",
    "2 Jun 2025 everything else: 4.00 kWh",
    "1 Jun 2025 consumption: 5.00 kWh",
    "2 Jun 2025 consumption: 5.00 kWh",
  ]);
  expect(legend).toEqual(["wall box", "everything else", "consumption"]);
  expect(text).toContain("2 days: wall box 3 kWh, everything else 7 kWh");
});

test("consumersPlot() says what is pale, and draws a house without named consumers", async () => {
  expect((await draw([day("2025-06-01", 2, false)])).legend).toContain("faded: day not complete");
  const { titles, legend } = await draw([day("2025-06-01", 2)], []);
  expect(legend).toEqual(["the whole house"]);
  expect(titles).toEqual(["1 Jun 2025 the whole house: 5.00 kWh"]);
});

test("consumersPlot() draws the smallest of more than six consumers as one", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const consumers = Object.fromEntries(names.map((name, i) => [name, 7 - i]));
  const rows = [{ ...day("2025-06-01", 0), consumed: { consumers, other_kwh: 1 } }];
  const { legend, titles } = await draw(rows as never, names);
  const named = ["a", "b", "c", "d", "e"];
  expect(legend).toEqual([...named, "2 smaller consumers", "everything else", "consumption"]);
  expect(titles).toContain("1 Jun 2025 2 smaller consumers: 3.00 kWh");
});
