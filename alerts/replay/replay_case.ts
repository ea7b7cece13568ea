import type { CaseFile } from "../src/case_file.ts";
import type { Label } from "./label.ts";

/** A case with its label. */
export interface ReplayCase {
  readonly id: string;
  /**
   * What it is a case of: the alert's name, or the check of a host. Cases of one cluster are not
   * independent; statistics count clusters.
   */
  readonly cluster: string;
  readonly file: CaseFile;
  readonly label?: Label;
}
