import { describe, expect, test } from "vitest";
import { parseNowOptions } from "../../../src/commands/now.ts";
import { parseReportOptions } from "../../../src/commands/report.ts";

const DEFAULTS = {
  period: "day",
  format: "csv",
  out: "report.csv",
  includeToday: false,
  compute: "local",
  detail: false,
  repair: true,
  quiet: false,
  debug: false,
};

describe("parseReportOptions()", () => {
  test.each([
    ["", {}],
    ["--", {}],
    // As handed over by `deno task report -- --quiet`.
    ["-- --quiet", { quiet: true }],
    ["--from 2025-03-01 --to 2025-03-31", { from: "2025-03-01", to: "2025-03-31" }],
    ["--from 2024-02-29 --to 2024-02-29", { from: "2024-02-29", to: "2024-02-29" }],
    ["--period week", { period: "week" }],
    ["--zone Asia/Kolkata", { zone: "Asia/Kolkata" }],
    ["--source demo", { source: { demo: true } }],
    ["--source demo:battery", { source: { demo: "battery" } }],
    ["--source server", { source: { server: true } }],
    ["--source archive:a/b:c", { source: { archive: "a/b:c" } }],
    ["--source archive:a+b+server", { source: { archive: "a+b", server: true } }],
    ["--wire chunks", { wire: "chunks" }],
    ["--source archive:a+server --wire json", {
      source: { archive: "a", server: true },
      wire: "json",
    }],
    ["--format json", { format: "json", out: "report.json" }],
    ["--format parquet --out -", { format: "parquet", out: "-" }],
    ["--out -", { out: "-" }],
    ["--out=x/months.json", { out: "x/months.json", format: "json" }],
    ["--out x/year.html", { out: "x/year.html", format: "html" }],
    ["--format html", { format: "html", out: "report.html" }],
    // What is said wins over what a name hints at.
    ["--out x.json --format csv", { out: "x.json", format: "csv" }],
    ["--out energy.txt", { out: "energy.txt" }],
    ["--out energy", { out: "energy" }],
    ["--out X.JSON", { out: "X.JSON", format: "json" }],
    ["--gaps gaps.csv", { gaps: "gaps.csv" }],
    ["--gaps -", { gaps: "-" }],
    ["--household my.json", { household: "my.json" }],
    ["--tariff my.json", { tariff: "my.json" }],
    ["--no-tariff", { tariff: false }],
    ["--compute server --no-tariff", { compute: "server", tariff: false }],
    ["--detail --no-repair", { detail: true, repair: false }],
    ["--compute server", { compute: "server" }],
    ["--compute server --source server", { compute: "server", source: { server: true } }],
    ["--compute local --source demo", { source: { demo: true } }],
    ["--include-today --debug", { includeToday: true, debug: true }],
  ])("reads '%s'", (line, expected) => {
    const args = line.split(" ").filter(Boolean);
    expect(parseReportOptions(args)).toEqual({ options: { ...DEFAULTS, ...expected } });
  });

  test.each([
    ["--from 2025-02-30", "'2025-02-30' is not a day"],
    ["--to yesterday", "--to: 'yesterday' is not a day of the calendar"],
    ["--from 2025-3-1", "YYYY-MM-DD"],
    ["--from 2025-03-02 --to 2025-03-01", "--from 2025-03-02 is after --to 2025-03-01"],
    ["--from", "argument missing"],
    ["--period quarter", "day, week, month, year"],
    ["--zone Mars/Olympus", "--zone: 'Mars/Olympus' is not an IANA time zone"],
    ["--source influx", "demo, demo:battery, server, archive:DIR and archive:DIR+server"],
    ["--source archive:", "demo, demo:battery, server, archive:DIR and archive:DIR+server"],
    ["--source demo:", "demo, demo:battery, server"],
    ["--source demo:wallbox", "demo, demo:battery, server"],
    ["--format xlsx", "csv, json, parquet"],
    ["--compute cloud", "local, server"],
    ["--compute server --source archive:x", "cannot be combined with --source archive"],
    ["--compute server --source demo", "cannot be combined with --source demo"],
    ["--compute server --source demo:battery", "cannot be combined with --source demo:battery"],
    [
      "--compute server --source archive:x+server",
      "cannot be combined with --source archive:…+server",
    ],
    ["--compute server --detail", "cannot be combined with --detail"],
    ["--compute server --gaps g.csv", "cannot be combined with --gaps"],
    ["--compute server --wire json", "cannot be combined with --wire"],
    ["--source demo --wire json", "--wire cannot be combined with --source demo"],
    ["--source archive:x --wire chunks", "--wire cannot be combined with --source archive"],
    ["--wire xml", "Allowed choices are auto, json, chunks"],
    ["--out - --gaps -", "--out and --gaps are both -"],
    ["--format json --gaps report.json", "--out and --gaps are both report.json"],
    ["--out a.csv --gaps ./a.csv", "--out and --gaps are both a.csv"],
    ["--out x/../a.csv --gaps a.csv", "--out and --gaps are both x/../a.csv"],
    ["--compute server --no-repair", "cannot be combined with --no-repair"],
    ["--out x.xlsx", "--out 'x.xlsx': no .xlsx files are written"],
    ["--out x.ODS --format csv", "End the name with .csv, .json, .parquet, or .html"],
    ["--out 2025.pdf", "no .pdf files"],
    ["--gaps gaps.json", "--gaps 'gaps.json': no .json files"],
    ["--form csv", "Did you mean"],
    ["2025", "too many arguments"],
    ["--quiet=yes", "--quiet"],
  ])("refuses '%s' with exit code 2", (line, message) => {
    const parsed = parseReportOptions(line.split(" "));
    expect(parsed).toMatchObject({ exitCode: 2, text: expect.stringMatching(/^error: /) });
    expect(parsed).toMatchObject({ text: expect.stringContaining(message) });
    expect(parsed).toMatchObject({ text: expect.stringContaining("--help") });
  });

  test("lists every option in the help", () => {
    const help = parseReportOptions(["--help"]);
    expect(help).toMatchObject({ exitCode: 0 });
    for (
      const option of [
        "from",
        "wire",
        "to",
        "period",
        "zone",
        "source",
        "format",
        "out",
        "gaps",
        "household",
      ]
        .concat("include-today", "compute", "quiet", "debug", "help")
    ) {
      expect(help).toMatchObject({ text: expect.stringContaining(`--${option}`) });
    }
  });
});

describe("parseNowOptions()", () => {
  test("reads its options", () => {
    expect(parseNowOptions([])).toEqual({ options: { debug: false } });
    expect(parseNowOptions(["--zone", "UTC", "--household", "h.json", "--debug"])).toEqual({
      options: { zone: "UTC", household: "h.json", debug: true },
    });
  });

  test.each([["--zone", "Nowhere"], ["--from", "2025-01-01"], ["x"]])(
    "refuses '%s %s' with exit code 2",
    (...args) => expect(parseNowOptions(args)).toMatchObject({ exitCode: 2 }),
  );
});
