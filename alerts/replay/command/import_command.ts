import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Effects } from "../../../src/terminal/command.ts";
import { counted } from "../../../src/text.ts";
import { REPLAY_EXIT } from "./command_line.ts";
import { importCase, type Importer, proveImport } from "../import/import_cases.ts";
import { opensre } from "../import/opensre.ts";
import { writeWhole } from "../write_whole.ts";

export const IMPORTERS: readonly Importer[] = [opensre];

/** Imports a public benchmark and checks that it can be scored. */
export async function importBenchmark(
  format: string,
  folder: string,
  { out }: { readonly out: string },
  { stdout, stderr }: Pick<Effects, "stdout" | "stderr">,
): Promise<number> {
  const importer = IMPORTERS.find(({ name }) => name === format)!;
  const cases = (await importer.read(folder)).map((one) => importCase(one, importer));
  const { gold, swapped, flaws } = proveImport(cases);
  const lines = (values: readonly unknown[]) =>
    values.map((value) => `${JSON.stringify(value)}\n`).join("");
  await mkdir(out, { recursive: true });
  await writeWhole(join(out, "cases.jsonl"), lines(cases.map(({ file }) => file)));
  await writeWhole(join(out, "labels.jsonl"), lines(cases.map(({ label }) => label)));
  const most = Math.max(...swapped.values()).toFixed(2);
  const right = [...gold.values()].filter((score) => score === 1).length;
  const stripped = cases.reduce((sum, one) => sum + one.stripped.length, 0);
  await stdout.write(
    `${counted(cases.length, "case")} in ${out}, ` +
      `${cases.filter(({ label }) => label.abstain).length} of them healthy\n` +
      `${counted(stripped, "annotation")} that gave answers away taken out\n` +
      `${right} of ${cases.length} gold answers score 1 at their own case; at another one at most ` +
      `${most}\n`,
  );
  if (flaws.length === 0) return REPLAY_EXIT.done;
  await stderr.write(`${flaws.join("\n")}\nDo not trust scores of these cases\n`);
  return REPLAY_EXIT.failure;
}
