import { Command } from "commander";
import { describe, expect, test } from "vitest";
import {
  checkedOption,
  parseCommand,
  processEffects,
  runCommand,
} from "../../src/terminal/command.ts";
import { checkDay } from "../../src/time.ts";
import { effects } from "./capture.ts";

test("checkedOption() names the option in its errors", () => {
  const from = checkedOption("--from", checkDay);
  expect(from("2025-03-30")).toBe("2025-03-30");
  expect(() => from("yesterday")).toThrow(/^--from: 'yesterday' is not a day/);
});

describe("parseCommand()", () => {
  const command = () => new Command("greet").option("--name <name>");
  const finish = (given: { name?: string }) => given;

  test("reads options, also behind the dashes that a task passes on", () => {
    const read = { options: { name: "Ada" } };
    expect(parseCommand(command(), ["--name", "Ada"], finish)).toEqual(read);
    expect(parseCommand(command(), ["--", "--name", "Ada"], finish)).toEqual(read);
  });

  test("explains wrong usage with exit code 2, and help with 0", () => {
    expect(parseCommand(command(), ["--nam", "Ada"], finish)).toEqual({
      exitCode: 2,
      text: expect.stringContaining("--name"),
    });
    expect(parseCommand(command(), ["--help"], finish)).toMatchObject({ exitCode: 0 });
  });
});

test("runCommand() ends with 0, or with the exit code of its action", async () => {
  const parsed = { options: { debug: false } };
  expect(await runCommand(parsed, effects(), () => Promise.resolve())).toBe(0);
  expect(await runCommand(parsed, effects(), () => Promise.resolve(7))).toBe(7);
});

test("processEffects() has the streams and the clock of the process", () => {
  const { stdout, now } = processEffects(new AbortController().signal);
  expect(stdout.columns > 0 && now() > 0).toBe(true);
});
