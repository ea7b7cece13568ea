import { expect, test, vi } from "vitest";
import { replay } from "../../replay/command/replay.ts";
import { effects } from "../../../tests/terminal/capture.ts";

// Each runs a command over all of the demo several times: half a minute on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** Runs a command on the demo. */
async function demo(...args: string[]) {
  const runs = await Deno.makeTempDir({ prefix: "wattbook-demo-" });
  const fakes = effects({ now: () => Date.UTC(2027, 0, 1) });
  const code = await replay([...args, "--runs", runs], fakes);
  await Deno.remove(runs, { recursive: true });
  return { code, out: fakes.stdout.text.replaceAll(runs, "runs"), err: fakes.stderr.text };
}

test("the demo finds that the shipped prompts are better, and says what to do next", async () => {
  const { code, out, err } = await demo();
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("The answers are synthetic");
  expect(out).toMatch(/\nshipped \(baseline\) /);
  expect(out).toContain("\nshort is worse than shipped: ");
  expect(out).toContain("\nno-context is worse than shipped: ");
  expect(out).toContain("'deno task replay run' exits with 2");
  // What it advises works.
  const advised = [...out.matchAll(/deno task replay (compare \S+ \S+|show \S+)\s/g)];
  expect(advised.length).toBe(2);
  for (const [, command] of advised) {
    const told = await demo(...command!.split(" "));
    expect([told.code, told.err]).toEqual([0, ""]);
    expect(told.out.length).toBeGreaterThan(500);
  }
});

test("the demo's recordings are whole and hold no secret, and all of them are used", async () => {
  const verified = await demo("verify");
  expect(verified.out).toMatch(/^✓ \d+ recordings in '.*', 0 bad, /);
  expect((await demo("prune")).out).toContain("No recordings that");
});
