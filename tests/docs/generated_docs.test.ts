import { expect, test } from "vitest";
import { generatedDocs } from "./generated_docs.ts";

test.each(Object.entries(generatedDocs()))(
  "%s is what `deno task docs` renders",
  async (path, text) => {
    expect(await Deno.readTextFile(path)).toBe(text);
  },
);
