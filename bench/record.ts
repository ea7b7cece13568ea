/**
 * Keeps what came out in the README of the benchmarks.
 *
 * @module
 */

import type { Report } from "./benchmark.ts";
import { describeMachine } from "./machine.ts";
import { renderMarkdown } from "./render.ts";

/**
 * Writes a report between the marks that the page has for it.
 *
 * @throws {Error} If the page has none.
 */
export async function record(
  file: URL,
  name: string,
  report: Report,
  load: number,
): Promise<void> {
  const page = await Deno.readTextFile(file);
  const marks = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  if (!marks.test(page)) throw new Error(`${file.pathname} has no place for '${name}'`);
  const day = new Date().toISOString().slice(0, 10);
  const conditions = `_${day}, ${describeMachine()}, load ${load.toFixed(1)} before._`;
  const text = `\n${renderMarkdown(report)}\n\n${conditions}\n\n`;
  await Deno.writeTextFile(file, page.replace(marks, (_, open, close) => open + text + close));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", file.pathname] }).output();
}
