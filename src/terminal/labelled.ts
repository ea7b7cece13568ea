import type { Output } from "../effects.ts";
import { wrap } from "../text.ts";

/**
 * A sentence after its label, such as `notice: …`. A terminal gets lines between words, and a pipe
 * the whole sentence in one line.
 *
 * @param paint Colours the label.
 * @returns Text that ends with a line break.
 */
export function labelled(
  label: string,
  text: string,
  { isTerminal, columns }: Output,
  paint = (label: string) => label,
): string {
  const width = isTerminal ? columns - label.length - 1 : Infinity;
  const indent = " ".repeat(isTerminal ? label.length + 1 : 0);
  const lines = wrap(text, width).map((line, index) =>
    (index ? indent : `${paint(label)} `) + line
  );
  return `${lines.join("\n")}\n`;
}

/** Writes notices, each as a sentence of its own. */
export async function writeNotices(notices: readonly string[], output: Output): Promise<void> {
  for (const notice of notices) await output.write(labelled("notice:", notice, output));
}
