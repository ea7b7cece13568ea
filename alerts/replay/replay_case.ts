import type { CaseFile } from "../src/case_file.ts";
import type { Label } from "./label.ts";

export interface ReplayCase {
  readonly id: string;
  /** Name of the alert or of the host's check. Cases with the same name are not independent. */
  readonly cluster: string;
  readonly file: CaseFile;
  readonly label?: Label;
}
