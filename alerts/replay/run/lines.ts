export interface Line {
  readonly text: string;
  readonly number: number;
}

/**
 * The complete lines of a file. A last line without a line break was cut off and is left out.
 *
 * @returns Nothing if there is no file.
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
  // Leaving the loop early also closes the file.
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
