import type { RecordedUse } from "./estimate.ts";

/** What one recorded answer used. */
export interface SingleUse {
  /** Length of its question. [bytes] */
  readonly bytes: number;
  /** Tokens that were read and written. */
  readonly usage: { readonly input: number; readonly output: number };
  /** Cost [USD], `undefined` if it is not known. */
  readonly usd: number | undefined;
}

/**
 * Adds what a recorded answer used to what others of its model did.
 *
 * @param used By model; it is changed.
 */
export function addUse(
  used: Map<string, RecordedUse>,
  model: string,
  { bytes, usage, usd }: SingleUse,
): void {
  const sum = used.get(model) ?? { answers: 0, bytes: 0, input: 0, output: 0, usd: 0 };
  used.set(model, {
    answers: sum.answers + 1,
    bytes: sum.bytes + bytes,
    input: sum.input + usage.input,
    output: sum.output + usage.output,
    usd: sum.usd === undefined || usd === undefined ? undefined : sum.usd + usd,
  });
}
