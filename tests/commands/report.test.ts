import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ReaderGone } from "../../src/effects.ts";
import { report } from "../../src/commands/report.ts";
import { capture, effects } from "../terminal/capture.ts";

let folder: string, out: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "report-"));
  out = join(folder, "report.csv");
});
afterEach(() => rm(folder, { recursive: true }));

const JUNE = ["--source", "demo", "--from", "2025-06-01", "--to", "2025-06-03"];

describe("report()", () => {
  test("shows the table of the demo and writes it to a file", async () => {
    const here = effects();
    expect(await report([...JUNE, "--out", out], here)).toBe(0);
    const csv = await readFile(out, "utf8");
    expect(csv.split("\r\n").map((line) => line.slice(0, 10))).toEqual(
      ["date,start", "2025-06-01", "2025-06-02", "2025-06-03", ""],
    );
    expect(here.stdout.text).toMatch(/^Day +Import +Export +Yield/);
    expect(here.stdout.text).toMatch(/^Total .* 3 of 3 days$/m);
    expect(here.stdout.text).toContain("Source  demo household");
    expect(here.stdout.text).toContain("Zone    Europe/Berlin");
    expect(here.stdout.text).toMatch(new RegExp(`^Wrote ${out} \\(3 days\\)$`, "m"));
    expect(here.stderr.text).toBe("");
    expect(await readdir(folder)).toEqual(["report.csv"]);
  });

  test("says under the table that repairs are off", async () => {
    const here = effects();
    expect(await report([...JUNE, "--no-repair", "--out", out], here)).toBe(0);
    expect(here.stdout.text).toMatch(/^Repairs off: /m);
  });

  test("takes the demo where no server is configured", async () => {
    const here = effects();
    expect(await report([...JUNE.slice(2), "--out", out], here)).toBe(0);
    expect(here.stdout.text).toContain("Source  demo household");
  });

  test("writes the data alone to standard output, all else to standard error", async () => {
    const here = effects();
    expect(await report([...JUNE, "--out", "-"], here)).toBe(0);
    expect(here.stdout.text).toMatch(/^date,start[^]*\r\n$/);
    expect(here.stdout.text.split("\r\n")).toHaveLength(5);
    expect(here.stderr.text).toMatch(/^Day +Import[^]*Source {2}demo/);
  });

  test("writes the gaps and what proves them beside the table", async () => {
    const here = effects(), gaps = join(folder, "gaps.csv");
    expect(await report([...JUNE, "--out", out, "--gaps", gaps], here)).toBe(0);
    const lines = (await readFile(gaps, "utf8")).split("\r\n");
    expect(lines[0]).toBe("signal,start,end,hours,class,evidence");
    expect(lines.at(-1)).toBe("");
    const rows = lines.slice(1, -1).map((line) => line.split(","));
    expect(rows.filter((row) => row[4] !== "night")).toEqual([[
      "generation",
      "2025-06-03T11:14:04.121+02:00",
      "2025-06-03T13:05:04.121+02:00",
      "1.85",
      "logger_down",
      "exported up to 5702 W",
    ]]);
    // Three days begin and end at night.
    expect(rows).toHaveLength(5);
    expect(here.stdout.text).toMatch(new RegExp(`^Wrote ${gaps} \\(5 gaps\\)$`, "m"));
    expect(await readdir(folder)).toEqual(["gaps.csv", "report.csv"]);
  });

  test("writes the gaps alone to standard output", async () => {
    const here = effects();
    expect(await report([...JUNE, "--out", out, "--gaps", "-"], here)).toBe(0);
    expect(here.stdout.text).toMatch(/^signal,start[^]*\r\n$/);
    expect(here.stdout.text.split("\r\n")).toHaveLength(7);
    expect(here.stderr.text).toMatch(new RegExp(`^Day +Import[^]*^Wrote ${out} `, "m"));
  });

  test.each([["-"], ["file"]])("prints nothing with --quiet, to %s", async (where) => {
    const here = effects();
    const target = where === "-" ? "-" : out;
    // Days that the archive does not have would be worth a notice.
    const args = ["--source", "demo", "--from", "2024-12-01", "--to", "2025-01-02", "--quiet"];
    expect(await report([...args, "--out", target], here)).toBe(0);
    expect(here.stderr.text).toBe("");
    expect(here.stdout.text === "").toBe(target !== "-");
  });

  test("tells people what they would wonder about", async () => {
    const here = effects();
    await report(
      ["--source", "demo", "--from", "2024-12-01", "--to", "2024-12-02", "--out", out],
      here,
    );
    // One line: that these days are empty says nothing about the household file.
    expect(here.stderr.text).toMatch(
      /^notice: The archive has whole days from 2025-01-01 to .*\n$/,
    );
    expect(await readFile(out, "utf8")).toMatch(
      /2024-12-01,[^\r]*,24,,,,,,,,0\.0000,[^\r]*no_data/,
    );
  });

  test("shows the months below a long table, and the total once", async () => {
    const here = effects();
    await report(
      ["--source", "demo", "--from", "2025-01-01", "--to", "2025-03-31", "--out", out],
      here,
    );
    expect(here.stdout.text).toMatch(/2025-03-31 [^]*\n\nMonth +Import[^]*\n2025-03 [^]*\nTotal/);
    expect(here.stdout.text.match(/^Total/gm)).toHaveLength(1);
    expect(here.stdout.text).toMatch(/^Total .* 90 of 90 days$/m);
  });

  test.each([["week", "2025-W22"], ["month", "2025-06"], ["year", "2025"]])(
    "has a row per %s",
    async (period, first) => {
      const here = effects();
      await report([...JUNE, "--period", period, "--out", "-", "--quiet"], here);
      expect(here.stdout.text.split("\r\n")[1]).toMatch(new RegExp(`^${first},`));
    },
  );

  test("takes an archive with its own household, or another zone", async () => {
    const demo = new URL("../../data/fixtures/demo", import.meta.url).pathname;
    const args = [...JUNE.slice(2), "--source", `archive:${demo}`, "--out", "-", "--quiet"];
    const berlin = effects({ env: { HOUSEHOLD_ZONE: "America/New_York" } }), kolkata = effects();
    await report(args, berlin);
    expect(berlin.stdout.text).toContain("2025-06-01,2025-06-01T00:00:00+02:00,");
    await report([...args, "--zone", "Asia/Kolkata"], kolkata);
    expect(kolkata.stdout.text).toContain("2025-06-01,2025-06-01T00:00:00+05:30,");
  });

  test("does not read the settings of a server for the demo", async () => {
    expect(await report([...JUNE, "--out", out], effects({ env: { AGENT_USER: "half" } }))).toBe(0);
  });

  test.each([
    [["--source", "server"], {}, "No metrics server is configured"],
    [["--source", "server"], { METRICS_URL: "http://127.0.0.1:9" }, "zone of the household"],
    [[], { AGENT_USER: "half" }, "A route is half configured"],
    [["--source", "archive:no/such/folder"], {}, "'no/such/folder'"],
    [["--household", "no/such.json"], {}, "'no/such.json' does not exist"],
    [["--from", "2026-02-01"], {}, "--from 2026-02-01 is after"],
  ])("fails with one message for %j", async (args, env, message) => {
    const here = effects({ env: env as Record<string, string> });
    expect(await report([...args, "--out", out], here)).toBe(1);
    expect(here.stderr.text).toMatch(/^error: .*\nhint: .*\n$/);
    expect(here.stderr.text).toContain(message);
    expect(here.stdout.text).toBe("");
    expect(await readdir(folder)).toEqual([]);
  });

  test("complains of a file that cannot be written before it reads anything", async () => {
    const here = effects({ env: { AGENT_USER: "half" } });
    expect(await report(["--out", join(folder, "no", "report.csv")], here)).toBe(1);
    expect(here.stderr.text).toContain("does not exist");
  });

  test("refuses wrong usage with exit code 2, on standard error", async () => {
    const here = effects();
    expect(await report(["--from", "2025-02-30"], here)).toBe(2);
    expect(here.stderr.text).toContain("'2025-02-30' is not a day of the calendar");
    expect(here.stdout.text).toBe("");
  });

  test("prints help on standard output with exit code 0", async () => {
    const here = effects();
    expect(await report(["--help"], here)).toBe(0);
    expect(here.stdout.text).toContain("Usage: deno task report");
  });

  test("is done when the reader leaves early; the file is there", async () => {
    const gone = { ...capture(), write: () => Promise.reject(new ReaderGone()) };
    const here = effects({ stdout: gone });
    expect(await report([...JUNE, "--out", out], here)).toBe(0);
    expect(here.stderr.text).toBe("");
    expect(await readdir(folder)).toEqual(["report.csv"]);
  });

  test("leaves nothing behind when it is interrupted", async () => {
    const here = effects({ signal: AbortSignal.abort() });
    expect(await report([...JUNE, "--out", out], here)).toBe(130);
    expect(here.stderr.text).toBe("Interrupted\n");
    expect(await readdir(folder)).toEqual([]);
  });
});
