/**
 * Entry point of `deno task report`.
 *
 * @module
 */

import { runAsProcess } from "../terminal/command.ts";
import { report } from "./report.ts";

if (import.meta.main) await runAsProcess(report);
