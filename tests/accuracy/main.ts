/**
 * `deno task accuracy`: measures every pitfall and renders `docs/accuracy.md`.
 *
 * @module
 */

import { measure } from "./measure.ts";
import { accuracyPage } from "./page.ts";
import { PITFALLS } from "./pitfalls.ts";

const measured = [];
for (const pitfall of PITFALLS) measured.push(await measure(pitfall));
const run = JSON.parse(await Deno.readTextFile("tests/houses/run.json"));
await Deno.writeTextFile("docs/accuracy.md", accuracyPage(measured, run));
