import { describe, expect, test } from "vitest";
import {
  comparisonTable,
  daysInWords,
  formatInWords,
  isUnexplained,
  refuseUnexplained,
  shownReasons,
  verificationText,
} from "../../../src/commands/verify/print.ts";
import type { ComparedDay, ComparedEnergy } from "../../../src/verify/compare.ts";
import { DIFFERENCE_REASONS } from "../../../src/verify/retrace.ts";

const row = (day: string, changes: Partial<ComparedDay> = {}): ComparedDay => ({
  day,
  local: 7,
  server: 7,
  parts: [],
  rest: 0,
  ...changes,
});
const comparison = (
  rows: ComparedDay[],
  changes: Partial<ComparedEnergy> = {},
): ComparedEnergy => ({
  quantity: "import",
  days: "local",
  expression: "sum(increase(import[1d]))",
  withoutRule: [],
  spelledOut: "sum(increase(import[1d]))",
  rows,
  ...changes,
});
const verification = (comparisons: ComparedEnergy[]) => ({
  zone: "Europe/Berlin",
  source: "a server",
  dialect: "VictoriaMetrics",
  comparisons,
  notices: [],
});

const RESTART = row("2025-10-26", {
  local: 8.486,
  server: 8.4894,
  parts: [
    { reason: "window_ends", kwh: -0.0046 },
    { reason: "restarts", kwh: -0.005 },
    { reason: "extrapolation", kwh: 0.013 },
    { reason: "repaired", kwh: 0 },
  ],
});

describe("comparisonTable()", () => {
  test("names the days that neither knows in one line", () => {
    const none = (day: string, changes = {}) =>
      row(day, { local: null, server: null, rest: null, ...changes });
    const before = [none("2025-10-23"), none("2025-10-24")];
    const told =
      "Neither Wattbook nor the server has a number for 2025-10-23 to 2025-10-24 (2 days)\n";
    const some = comparisonTable(comparison([...before, RESTART]));
    expect(some).toContain(told);
    expect(some).not.toMatch(/^2025-10-23/m);
    expect(some).toMatch(/^2025-10-26 /m);
    expect(comparisonTable(comparison([...before, row("2025-10-25")])))
      .toContain(`${told}1 day agrees to 0.5 Wh`);
    expect(comparisonTable(comparison(before)).endsWith(told)).toBe(true);
    // A number that should be there and is not is no day without one.
    expect(comparisonTable(comparison([none("2025-10-24", { rest: -3 })]))).toMatch(/-3000\.0$/m);
  });

  test("is as wide as its numbers: years are not cut, and three reasons keep within 80 characters", () => {
    const parts = (["utc_day", "restarts", "extrapolation"] as const)
      .map((reason) => ({ reason, kwh: 1 }));
    const text = comparisonTable(comparison([row("2025-10-25", { server: 10, parts })]));
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    const years = row("2025-10-25", { local: 1234567.891, server: 1234569.891, parts });
    expect(comparisonTable(comparison([years]))).toContain("  1234567.891  1234569.891  ");
  });

  test("has a column for each reason with a share, and a total", () => {
    expect(comparisonTable(comparison([row("2025-10-25"), RESTART]))).toBe(`\
Grid import on local days
sum(increase(import[1d]))
Day         Wattbook  Server  Difference  Ends  Restarts  Extrapol.
                 kWh     kWh          Wh    Wh        Wh         Wh
───────────────────────────────────────────────────────────────────
2025-10-25     7.000   7.000           ·     ·         ·          ·
2025-10-26     8.486   8.489        +3.4  -4.6      -5.0      +13.0
───────────────────────────────────────────────────────────────────
Total         15.486  15.489        +3.4  -4.6      -5.0      +13.0
`);
  });

  test("shows what no reason explains, in a column of its own", () => {
    const text = comparisonTable(comparison([row("2025-10-25", { server: 7.2, rest: 0.2 })]));
    expect(text).toMatch(/Difference +Rest$/m);
    expect(text).toMatch(/^2025-10-25 +7\.000 +7\.200 +\+200\.0 +\+200\.0$/m);
  });

  test("shows days that one side does not know, and sums the others", () => {
    const rows = [
      row("2025-10-24"),
      row("2025-10-25", { local: null }),
      row("2025-10-26", { server: null, rest: null }),
      RESTART,
    ];
    const text = comparisonTable(comparison(rows));
    expect(text).toMatch(/^2025-10-25 +– +7\.000 +–/m);
    expect(text).toMatch(/^2025-10-26 +7\.000 +– +–/m);
    expect(text).toMatch(/^Total +15\.486 +15\.489/m);
  });

  test("needs one line where all days agree, but not where one is unknown", () => {
    const days = [row("2025-10-25"), row("2025-10-26", { server: 7.0004 })];
    expect(comparisonTable(comparison(days))).toMatch(/\n2 days agree to 0.5 Wh\n$/);
    const unknown = comparison([...days, row("2025-10-27", { local: null })]);
    expect(comparisonTable(unknown)).not.toContain("agree");
  });

  test("tells for which days the rule did not exist, and what was asked instead", () => {
    const text = comparisonTable(comparison([row("2025-10-05"), row("2025-10-06"), RESTART], {
      quantity: "export",
      expression: "rule",
      spelledOut: "raw",
      withoutRule: ["2025-10-05", "2025-10-06"],
    }));
    expect(text).toContain(
      "rule\nraw\nComputed from raw samples for 2025-10-05 to 2025-10-06 (2 days): " +
        "the recording rule did not exist yet\n",
    );
  });
});

describe("verificationText()", () => {
  test("explains the reasons that occur, and no others", () => {
    const text = verificationText(verification([comparison([RESTART])]));
    expect(text).toMatch(/^Server +computes as VictoriaMetrics$/m);
    expect(text).toMatch(/^Reasons +Ends +Energy between/m);
    expect(text).toMatch(/^ +Extrapol\. +increase\(\)/m);
    expect(text).not.toContain("Late reset");
  });
});

test("docs/verify.md tells every reason", async () => {
  const docs = await Deno.readTextFile(new URL("../../../docs/verify.md", import.meta.url));
  const told = [...docs.matchAll(/^\| ([\w. ]+?) +\| (?!What)/gm)].map(([, title]) => title);
  expect(told).toEqual(Object.values(DIFFERENCE_REASONS).map(({ title }) => title));
});

describe("refuseUnexplained()", () => {
  test("lets pass what is explained, up to a rounded watt-hour, or not compared", () => {
    const rows = [RESTART, row("a", { rest: 0.0009 }), row("b", { rest: null })];
    expect(rows.filter(isUnexplained)).toEqual([]);
    refuseUnexplained(verification([comparison(rows)]));
  });

  test("names each energy and its worst day", () => {
    const rows = [
      row("2025-10-24", { rest: 0.002 }),
      row("2025-10-25", { rest: -0.5 }),
      row("2025-10-26", { rest: NaN }),
    ];
    expect(() => refuseUnexplained(verification([comparison(rows)]))).toThrow(
      expect.objectContaining({
        code: "UNEXPLAINED_DIFFERENCE",
        message: "Not explained: Grid import on local days on 2025-10-25 (-500 Wh) and 2 more",
      }),
    );
  });
});

describe("daysInWords()", () => {
  test.each([
    [["2025-02-28"], "2025-02-28 (1 day)"],
    [["2024-02-28", "2024-02-29", "2024-03-01"], "2024-02-28 to 2024-03-01 (3 days)"],
    [["2025-01-01", "2025-01-03"], "2025-01-01, 2025-01-03 (2 days)"],
  ])("%j", (days, words) => {
    expect(daysInWords(days)).toBe(words);
  });
});

test("formatInWords() says what was compared", () => {
  expect(formatInWords({ quantity: "yield", days: "local" })).toBe("PV yield on local days");
});

test("shownReasons() leaves out what is too small to matter", () => {
  const parts = [{ reason: "restarts" as const, kwh: -0.005 }, { reason: "rule" as const, kwh: 0 }];
  expect(shownReasons([{ day: "", local: 1, server: 1, parts, rest: 0 }])).toEqual(["restarts"]);
});
