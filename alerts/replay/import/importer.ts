import type { Finding } from "../../src/context/context_item.ts";
import type { Incident } from "../../src/incident.ts";
import type { WrittenAnswer } from "../../src/llm/parse_answer.ts";
import type { Label } from "../label.ts";

/** A case as a benchmark tells it. */
export interface ImportedCase {
  readonly id: string;
  /** The alert, with all that the benchmark says of it: what gives the answer away is taken out later. */
  readonly incident: Incident;
  /** The evidence, each with the name that the gold answer cites it by. */
  readonly findings: readonly (Finding & { readonly name: string })[];
  readonly label: Omit<Label, "case">;
  /** The gold answer in our form; its evidence are names of findings. */
  readonly gold: WrittenAnswer;
}

/** Reads a benchmark. */
export interface Importer {
  readonly name: string;
  /** Names of annotations and labels that tell the answer, whatever their value. */
  readonly givesAway: RegExp;
  /** Reads the cases below a folder, in the order of their names. */
  read(folder: string): Promise<readonly ImportedCase[]>;
}
