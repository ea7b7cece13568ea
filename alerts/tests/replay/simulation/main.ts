/**
 * Part of `deno task accuracy`: simulates replays and renders `alerts/docs/replay-statistics.md`.
 *
 * @module
 */

import { measureAll, PAGE, page } from "./page.ts";

await Deno.writeTextFile(PAGE, page(measureAll()));
