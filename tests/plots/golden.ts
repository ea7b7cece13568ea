import { expect } from "vitest";
import type { Figure } from "../../src/plots/svg.ts";

/**
 * Compares a figure with its picture in `tests/plots/golden`. A missing picture is written, but
 * fails under `CI=true`; `deno task vitest --project unit tests/plots -u` renews all.
 */
export async function expectGolden(figure: Figure, name: string): Promise<void> {
  // One element a line, so that a difference is readable.
  const text = figure.outerHTML.replaceAll("><", ">\n<");
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
  await expect(`${text}\n`).toMatchFileSnapshot(`golden/${name}.svg`);
}
