/**
 * `deno task analyzer:demo`: one alert through the analyzer, without anything else.
 *
 * @module
 */

import { runDemo } from "./run_demo.ts";
import { showDemo } from "./show_demo.ts";

if (import.meta.main) await showDemo(runDemo);
