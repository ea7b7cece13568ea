import { describe, expect, test } from "vitest";
import { parseVerifyOptions, verify } from "../../src/commands/verify.ts";
import { effects } from "../terminal/capture.ts";

describe("parseVerifyOptions()", () => {
  test("takes days, zone, household and where the samples come from", () => {
    const args = "--from 2025-10-01 --to 2025-10-02 --zone UTC --household a.json --source server";
    expect(parseVerifyOptions(args.split(" "))).toEqual({
      options: {
        from: "2025-10-01",
        to: "2025-10-02",
        zone: "UTC",
        household: "a.json",
        source: { server: true },
        quiet: false,
        debug: false,
      },
    });
  });

  test.each([
    [["--source", "demo"], "Allowed are server, archive:DIR and archive:DIR+server"],
    [["--from", "2025-02-30"], "2025-02-30"],
    [["--from", "2025-10-02", "--to", "2025-10-01"], "is after --to"],
    [["--wire", "xml"], "Allowed choices are auto, json, chunks"],
    [
      ["--source", "archive:a", "--wire", "json"],
      "--wire cannot be combined with --source archive",
    ],
    [["--frm"], "unknown option '--frm'"],
  ])("refuses %j with exit code 2", (args, message) => {
    expect(parseVerifyOptions(args)).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining(message),
    });
  });
});

describe("verify()", () => {
  test("needs a server", async () => {
    const here = effects();
    expect(await verify([], here)).toBe(1);
    expect(here.stderr.text).toMatch(/^error: No metrics server is configured\nhint: /);
    expect(here.stdout.text).toBe("");
  });

  test("helps", async () => {
    const here = effects();
    expect(await verify(["--help"], here)).toBe(0);
    expect(here.stdout.text).toContain("docs/verify.md");
  });
});
