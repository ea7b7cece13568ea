/**
 * Part of `deno task accuracy`: simulates replays and renders `docs/replay-statistics.md`.
 *
 * @module
 */

import { measureAll, page } from "./page.ts";

await Deno.writeTextFile("docs/replay-statistics.md", page(measureAll()));
