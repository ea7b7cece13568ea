import { describe, expect, it } from "vitest";
import { measureAll, PAGE, page, RUNS } from "./page.ts";

/** Four standard errors of a rate over so many runs. */
const margin = (rate: number, runs: number) => 4 * Math.sqrt(rate * (1 - rate) / runs);

describe("the statistics of a replay", () => {
  const rows = measureAll();

  it.each(rows)("hold what they promise ($none.scenario)", ({ none, some }) => {
    // Two candidates, so twice as many intervals; they share the baseline, so not twice as sure.
    expect(Math.abs(none.coverage - 0.95)).toBeLessThan(margin(0.95, RUNS));
    expect(Math.abs(some.coverage - 0.95)).toBeLessThan(margin(0.95, RUNS));
    expect(none.verdicts).toBeLessThan(0.05 + margin(0.05, RUNS));
    expect(some.wrongWay).toBeLessThan(0.005);
    if (none.scenario.clusters < 6) expect(none.verdicts + some.verdicts).toBe(0);
    else expect(some.verdicts).toBeGreaterThan(0.8 - margin(0.8, RUNS));
  });

  it("are needed: alerts of one name taken for independent mislead", () => {
    const many = rows.filter(({ none }) => none.scenario.size >= 5);
    expect(many.length).toBeGreaterThan(0);
    for (const { none } of many) expect(none.naiveCoverage).toBeLessThan(0.8);
  });

  it("are described as they are measured", async () => {
    expect(await Deno.readTextFile(PAGE)).toBe(page(rows));
  });
});
