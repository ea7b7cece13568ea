import { join } from "node:path";
import { resultFiles } from "../results/result_files.ts";
import type { RunResults } from "../results/run_results.ts";
import { writeWhole } from "../write_whole.ts";

/** Writes the results of a run in all forms into its folder. */
export async function writeResults(folder: string, results: RunResults): Promise<void> {
  for await (const [name, content] of resultFiles(results)) {
    await writeWhole(join(folder, name), content);
  }
}
