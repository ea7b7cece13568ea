/**
 * Entry point of `deno task now`.
 *
 * @module
 */

import { runAsProcess } from "../../terminal/command.ts";
import { now } from "./now.ts";

if (import.meta.main) await runAsProcess(now);
