/**
 * Part of `deno task record`: runs the five set-ups against real servers and keeps what they show in
 * `docs/setup.md`.
 *
 * @module
 */

import { runSetUp, sectionOf, SET_UPS } from "./set_ups.ts";

const PAGE = new URL("../../docs/setup.md", import.meta.url);
const page = await Deno.readTextFile(PAGE), sections: string[] = [];
for (const one of SET_UPS) sections.push(sectionOf(one, await runSetUp(one)));
const marks = /(<!-- set-ups -->\n)[^]*(<!-- \/set-ups -->)/;
if (!marks.test(page)) throw new Error("docs/setup.md has no place for the set-ups");
await Deno.writeTextFile(
  PAGE,
  page.replace(marks, (_, open, close) => `${open}\n${sections.join("\n\n")}\n\n${close}`),
);
