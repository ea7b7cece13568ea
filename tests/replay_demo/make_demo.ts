/**
 * The files of the replay demo, out of what is written in `cases/`.
 *
 * @module
 */

import type { Label } from "../../src/replay/label.ts";
import { DEMO_CASES } from "./demo_cases.ts";
import { makeCase } from "./make_case.ts";

/** Where the demo lies. */
export const FOLDER = new URL("../../data/fixtures/replay/", import.meta.url);

const LABELLED = { by: "demo author", at: "2026-11-21" };

/** Makes all files that are made, by their paths below {@linkcode FOLDER}. */
export async function makeDemo(): Promise<Map<string, string>> {
  const files = await Promise.all(DEMO_CASES.map(makeCase));
  const labels = DEMO_CASES.map(({ id, label }): Label => ({ case: id, ...label, ...LABELLED }));
  return new Map([
    ["cases.jsonl", lines(files)],
    ["labels.jsonl", lines(labels)],
  ]);
}

function lines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
