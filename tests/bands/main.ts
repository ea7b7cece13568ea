/**
 * Measures the error bands and renders `docs/bands.md`; a part of `deno task accuracy`.
 *
 * @module
 */

import { measureDemoYear } from "./demo_year.ts";
import { measure } from "./measure.ts";
import { bandsPage } from "./page.ts";
import { VARIATIONS } from "./variations.ts";

const measured = [await measureDemoYear()];
for (const variation of VARIATIONS) measured.push(await measure(variation));
await Deno.writeTextFile("docs/bands.md", bandsPage(measured));
