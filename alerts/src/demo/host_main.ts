/**
 * `deno task host-analyzer:demo`: one notification through the host analyzer, without anything else.
 *
 * @module
 */

import { showDemo } from "./show_demo.ts";
import { runHostDemo } from "./run_host_demo.ts";

if (import.meta.main) await showDemo(runHostDemo);
