/**
 * Prompts: text files, named and hashed, so that a case says which one it was asked with.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { readText } from "../effects.ts";

/** The instructions that a model is given. */
export interface Prompt {
  /** Name of its file, without the ending. */
  readonly name: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly sha256: string;
  /** The text itself. */
  readonly text: string;
}

/**
 * A prompt from its text.
 *
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { promptOf } from "./prompt.ts";
 *
 * assert.equal(promptOf("short", "Say why.").sha256.slice(0, 8), "227c0aa3");
 * ```
 */
export function promptOf(name: string, text: string): Prompt {
  return { name, sha256: createHash("sha256").update(text, "utf8").digest("hex"), text };
}

/**
 * Reads a prompt.
 *
 * @param file Text file in Markdown, such as `prompts/cluster.md`.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPrompt } from "./prompt.ts";
 *
 * const prompt = await readPrompt(new URL("../../prompts/cluster.md", import.meta.url));
 * assert.equal(prompt.name, "cluster");
 * ```
 */
export async function readPrompt(
  file: URL,
  read: (file: URL) => Promise<string> = readText,
): Promise<Prompt> {
  const name = decodeURIComponent(file.pathname).replace(/^.*\//, "").replace(/\.md$/, "");
  return promptOf(name, await read(file));
}
