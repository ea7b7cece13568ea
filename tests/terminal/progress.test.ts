import { describe, expect, test, vi } from "vitest";
import { progressLine, type ProgressOptions } from "../../src/terminal/progress.ts";
import { capture } from "./capture.ts";

/** Runs a pull that reports 1 of 4, 2 of 4, ... at the given times. [ms] */
async function shown(
  times: number[],
  { isTerminal = true, ...options }: Partial<ProgressOptions> & { isTerminal?: boolean } = {},
): Promise<string[]> {
  let clock = 0;
  const output = capture({ isTerminal });
  {
    await using progress = progressLine(output, { now: () => clock, ...options });
    for (const [index, time] of times.entries()) {
      clock = time;
      progress.onProgress(index + 1, 4);
      await vi.dynamicImportSettled();
    }
  }
  return output.parts.map(String);
}

describe("progressLine()", () => {
  test("shows how far a long pull is, and removes it", async () => {
    const parts = await shown([1000, 2000, 3000, 4000]);
    const text = parts.join("");
    expect(text).toContain(`Reading ${"█".repeat(8)}${"░".repeat(22)} 25 %`);
    // The line is erased in the end.
    expect(text.lastIndexOf("\x1b[2K")).toBeGreaterThan(text.lastIndexOf("%"));
    expect(parts.at(-1)).not.toContain("Reading");
  });

  test("ends at 100 % and never beyond", async () => {
    const text = (await shown([0, 0, 0, 1000, 2000])).join("");
    expect(text).toContain(`Reading ${"█".repeat(30)} 100 %`);
    expect(text).not.toContain("125 %");
  });

  test.each([
    ["a short pull", [100, 200, 300], {}],
    ["no terminal", [1000, 2000], { isTerminal: false }],
    ["silence", [1000, 2000], { silent: true }],
  ])("shows nothing for %s", async (_, times, options) => {
    expect(await shown(times, options)).toEqual([]);
  });

  test("does not fail where the terminal has gone", async () => {
    const write = () => Promise.reject(new Error("gone"));
    const output = { ...capture({ isTerminal: true }), write };
    await using progress = progressLine(output, { now: () => 0, delay: 0 });
    expect(() => progress.onProgress(1, 2)).not.toThrow();
  });
});
