import { describe, expect, it } from "vitest";
import { measureAll, type Measured } from "./measure.ts";
import { lineOf, PAGE, page, RUNS } from "./page.ts";

/** Runs of each row in this test; `deno task accuracy` makes more, which begin with these. */
const FEW = 60;

const written = await Deno.readTextFile(PAGE);
const sections = measureAll(FEW);
const rows = sections.flat();

/** What the page says of a row. */
function told({ scenario }: Measured): { former: number | null; ours: number } {
  const line = written.split("\n").find((line) => line.startsWith(`| ${scenario.what} | `));
  const [former, ours] = line!.split(" | ").slice(2).map((cell) => parseFloat(cell));
  return { former: Number.isNaN(former!) ? null : former! / 100, ours: ours! / 100 };
}

/** Four standard errors of the difference of two rates that share their first runs. */
function reach(rate: number, runs: number): number {
  // Of a rate that was never seen, half a run.
  const spread = Math.max(rate * (1 - rate), 0.5 / runs);
  return 4 * Math.sqrt(spread / runs);
}

describe("the statistics of a replay", () => {
  it.each(rows.map((row) => [row.scenario.what, row] as const))(
    "are on the page as they are measured: %s",
    (_, row) => {
      const { former, ours } = told(row);
      expect(Math.abs(ours - row.ours)).toBeLessThanOrEqual(reach(ours, row.runs));
      if (row.former === null) expect(former).toBeNull();
      else expect(Math.abs(former! - row.former)).toBeLessThanOrEqual(reach(former!, row.runs));
    },
  );

  it.each(
    rows.filter(({ scenario }) => scenario.wanted).map((row) => [row.scenario.what, row] as const),
  )(
    "hold what they promise: %s",
    (_, row) => {
      const { ours } = told(row), { wanted } = row.scenario;
      const runs = RUNS * (row.scenario.effort ?? 1);
      // The page's own rate may be off by chance, by two standard errors of what is wanted.
      const chance = (rate: number) => 2 * Math.sqrt(rate * (1 - rate) / runs);
      if ("atLeast" in wanted!) {
        expect(ours).toBeGreaterThanOrEqual(wanted.atLeast - chance(wanted.atLeast));
      } else expect(ours).toBeLessThanOrEqual(wanted!.atMost + chance(wanted!.atMost));
    },
  );

  it("need to: what was there before breaks its promise in every section with promises", () => {
    for (const section of sections.slice(0, 3)) {
      const broken = section.filter((row) => {
        const { former } = told(row), { wanted } = row.scenario;
        if (former === null || !wanted) return false;
        return "atLeast" in wanted ? former < wanted.atLeast - 0.05 : former > wanted.atMost + 0.05;
      });
      expect(broken.length).toBeGreaterThan(2);
    }
  });

  it("are described by the page of these rows", () => {
    // All but the measured lines, which a longer measurement made.
    const without = (text: string, lines: readonly string[]) =>
      text.split("\n").filter((line) => !lines.some((one) => line.startsWith(one))).join("\n");
    const starts = rows.map((row) => lineOf(row).split(" | ").slice(0, 2).join(" | "));
    expect(without(written, starts)).toBe(without(page(sections), starts));
  });
});
