/**
 * Entry point of `deno task redact`.
 *
 * @module
 */

import { runAsProcess } from "../../../src/terminal/command.ts";
import { redact } from "./redact.ts";

if (import.meta.main) await runAsProcess(redact);
