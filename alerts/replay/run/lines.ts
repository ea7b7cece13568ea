/** A line with where it ends. */
export interface Line {
  readonly text: string;
  readonly number: number;
}

/**
 * The whole lines of a file, one after the other. What stands after the last line break was not
 * written to its end, and is left out.
 *
 * @returns Nothing if there is no such file.
 */
export async function* wholeLines(file: string): AsyncGenerator<Line> {
  let opened: Deno.FsFile;
  try {
    opened = await Deno.open(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  let rest = "", number = 0;
  // Leaving a loop over it early closes the file as well.
  for await (const chunk of opened.readable.pipeThrough(new TextDecoderStream())) {
    const parts = chunk.split("\n");
    if (parts.length === 1) {
      rest += chunk;
      continue;
    }
    yield { text: rest + parts[0]!, number: ++number };
    for (const text of parts.slice(1, -1)) yield { text, number: ++number };
    rest = parts.at(-1)!;
  }
}
