/**
 * A stored alert that is asked about again.
 *
 * @module
 */

import type { CaseFile } from "../src/case_file.ts";
import type { Label } from "./label.ts";

/** A case with its label. */
export interface ReplayCase {
  /** Id of the case file. */
  readonly id: string;
  /**
   * What it is a case of: the alert's name, or the check of a host. Cases of one cluster are not
   * independent; statistics count clusters.
   */
  readonly cluster: string;
  /** The sealed record, its seal checked. */
  readonly file: CaseFile;
  /** What is known of it. */
  readonly label?: Label;
}
