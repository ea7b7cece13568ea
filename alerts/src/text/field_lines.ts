import { wrap } from "../../../src/text.ts";

/** How a field is laid out. */
export interface FieldLayout {
  /** Blanks before the name. */
  readonly indent: number;
  /** Width of the column of names, with the blanks behind them. */
  readonly nameWidth: number;
  /** Width of a line. */
  readonly width: number;
  /** Colour of the name. */
  readonly dim: (text: string) => string;
  /** Colour of the value. @default none */
  readonly paint?: (text: string) => string;
}

/** The lines of a name and a value that is broken where it is too long, in two columns. */
export function fieldLines(
  name: string,
  value: string,
  { indent, nameWidth, width, dim, paint = (text) => text }: FieldLayout,
): string[] {
  const room = indent + nameWidth;
  return wrap(value, width - room).map((line, at) =>
    at === 0
      ? `${" ".repeat(indent)}${dim(name.padEnd(nameWidth - 1))} ${paint(line)}`
      : " ".repeat(room) + paint(line)
  );
}
