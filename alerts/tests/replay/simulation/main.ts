/**
 * Part of `deno task accuracy`: simulates replays and renders `alerts/docs/replay-statistics.md`.
 *
 * @module
 */

import { measureAll } from "./measure.ts";
import { PAGE, page, RUNS } from "./page.ts";

await Deno.writeTextFile(PAGE, page(measureAll(RUNS)));
