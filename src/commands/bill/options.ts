import type { SourceOption } from "../options.ts";

/** The command line of `deno task bill`, checked. */
export interface BillOptions {
  /** Bill file. */
  readonly file: string;
  readonly zone?: string;
  readonly source?: SourceOption;
  readonly household?: string;
  /** Whether standard output is JSON. */
  readonly json: boolean;
  readonly debug: boolean;
}
