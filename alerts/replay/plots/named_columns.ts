import type { Frame } from "../../../src/frames/frame.ts";

/** A row of a frame. */
export type NamedRow = Readonly<Record<string, unknown>>;

export function rowsWith(frame: Frame, names: readonly string[]): NamedRow[] {
  const missing = names.find((name) => !frame.columns.includes(name));
  if (missing !== undefined) {
    throw new RangeError(`The frame has no column '${missing}': ${frame.columns.join(", ")}`);
  }
  return frame.toRecords() as NamedRow[];
}
