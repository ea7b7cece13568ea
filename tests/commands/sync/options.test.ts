import { describe, expect, test } from "vitest";
import { parseSyncOptions } from "../../../src/commands/sync/options.ts";

const DEFAULTS = {
  dir: "archive",
  rewrite: [],
  sameHousehold: false,
  quiet: false,
  debug: false,
};

describe("parseSyncOptions()", () => {
  test.each([
    ["", {}],
    ["--dir homes/household=weber", { dir: "homes/household=weber" }],
    ["--from 2025-03-01 --zone Asia/Kolkata", { from: "2025-03-01", zone: "Asia/Kolkata" }],
    ["--overlap 0.5", { overlap: 0.5 }],
    ["--overlap 0", { overlap: 0 }],
    ["--rewrite 2025-03", { rewrite: ["2025-03"] }],
    ["--rewrite 2025-03 2025-04 --quiet", { rewrite: ["2025-03", "2025-04"], quiet: true }],
    ["--rewrite 2025-03 --rewrite 2025-04", { rewrite: ["2025-03", "2025-04"] }],
    ["--household my.json --same-household", { household: "my.json", sameHousehold: true }],
    ["--wire json", { wire: "json" }],
    ["-- --debug", { debug: true }],
  ])("reads '%s'", (line, expected) => {
    expect(parseSyncOptions(line.split(" ").filter(Boolean)))
      .toEqual({ options: { ...DEFAULTS, ...expected } });
  });

  test.each([
    ["--from 2025-02-30", "'2025-02-30' is not a day"],
    ["--overlap soon", "from 0 to 744"],
    ["--overlap -1", "from 0 to 744"],
    ["--rewrite 2025-13", "YYYY-MM"],
    ["--rewrite 2025-03-01", "YYYY-MM"],
    ["--zone Mars/Olympus", "'Mars/Olympus' is not an IANA time zone"],
    ["--wire xml", "Allowed choices are auto, json, chunks"],
    ["--dir=", "Give a folder"],
    ["--dri x", "Did you mean"],
  ])("refuses '%s' with exit code 2", (line, message) => {
    expect(parseSyncOptions(line.split(" "))).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining(message),
    });
  });
});
