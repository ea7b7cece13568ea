import type { Finding } from "../../src/context/context_item.ts";
import type { Incident } from "../../src/incident.ts";
import type { WrittenAnswer } from "../../src/llm/parse_answer.ts";
import type { Label } from "../label.ts";

/** A case of a benchmark. */
export interface ImportedCase {
  readonly id: string;
  /** The alert as the benchmark has it. Hints at the answer are removed later. */
  readonly incident: Incident;
  /** The evidence, with the names that the gold answer cites. */
  readonly findings: readonly (Finding & { readonly name: string })[];
  readonly label: Omit<Label, "case">;
  /** The gold answer in our form, citing findings by name. */
  readonly gold: WrittenAnswer;
}

/** Reads the cases of one benchmark. */
export interface Importer {
  readonly name: string;
  /** Names of annotations and labels that tell the answer. */
  readonly givesAway: RegExp;
  /** Reads the cases in a folder, sorted by name. */
  read(folder: string): Promise<readonly ImportedCase[]>;
}
