import { beforeAll, describe, expect, test } from "vitest";
import { measure, type Measured } from "./measure.ts";
import { accuracyPage } from "./page.ts";
import { PITFALLS } from "./pitfalls.ts";

const found = new Map<string, Measured>();

beforeAll(async () => {
  for (const pitfall of PITFALLS) found.set(pitfall.name, await measure(pitfall));
}, 120_000);

describe.each(PITFALLS)("$name", (pitfall) => {
  const { name, day, tolerance, repairs = [], gaps = [], flags = {}, isIncomplete } = pitfall;
  let measured: Measured;
  beforeAll(() => void (measured = found.get(name)!));

  if (isIncomplete) {
    test("cannot be known: the day says so, and its band holds the truth", () => {
      const { analysis, truth } = measured;
      const detail = analysis.reconciled.find(({ date }) => date === day)!;
      expect(analysis.table.rows.find(({ date }) => date === day)!.complete).toBe(false);
      const { low, high } = detail.bands.export_kwh!;
      expect(low).toBeLessThan(truth);
      expect(high).toBeGreaterThan(truth);
    });
  } else {
    test("leaves our result within its tolerance", () => {
      expect(Math.abs(measured.ourError)).toBeLessThanOrEqual(tolerance);
    });

    test("leads a naive computation astray by more than that tolerance", () => {
      expect(Math.abs(measured.naiveError)).toBeGreaterThan(2 * tolerance);
    });
  }

  test("is named by audit, gaps and flags, and nothing else is", () => {
    const { table, gaps: { grid, generation }, repairs: audit } = measured.analysis;
    expect(audit.map(({ role, rule }) => [role, rule])).toEqual(repairs);
    const awake = [...grid, ...generation].filter((gap) => gap.class !== "night");
    expect(awake.map((gap) => gap.class)).toEqual(gaps);
    const flagged = table.rows.filter((row) => row.flags.length > 0);
    expect(Object.fromEntries(flagged.map((row) => [row.date, row.flags]))).toEqual(flags);
  });
});

test("an inverter's clock that is off is told to be set", () => {
  const notices = (name: string) => found.get(name)!.analysis.table.notices;
  expect(notices("Inverter clock an hour late")).toEqual([expect.stringContaining("1 h after")]);
  expect(notices("Inverter clock an hour early")).toEqual([expect.stringContaining("1 h before")]);
  expect(notices("Inverter clock seven hours late"))
    .toEqual([expect.stringContaining("7 h after midnight of Europe/Berlin")]);
});

test("a wrong zone is told with the right one, and both causes of the counter's resets", () => {
  const [line, notice, ...others] = found.get("Wrong zone")!.analysis.table.notices;
  expect(line).toContain('"zone": "Europe/Berlin"');
  expect(notice).toContain("midnight of Asia/Kolkata. Either the inverter's clock is wrong");
  expect(notice).toContain("Or Asia/Kolkata is not the zone of the house");
  expect(others).toEqual([]);
});

test("docs/accuracy.md is what `deno task accuracy` renders", async () => {
  const run = JSON.parse(await Deno.readTextFile("tests/houses/run.json"));
  expect(await Deno.readTextFile("docs/accuracy.md")).toBe(accuracyPage([...found.values()], run));
});
