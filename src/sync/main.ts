/**
 * Entry point of `deno task sync`.
 *
 * @module
 */

import { runAsProcess } from "../terminal/command.ts";
import { sync } from "./sync.ts";

if (import.meta.main) await runAsProcess(sync);
