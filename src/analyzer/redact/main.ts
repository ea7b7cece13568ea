/**
 * Entry point of `deno task redact`.
 *
 * @module
 */

import { runAsProcess } from "../../command/command.ts";
import { redact } from "./redact.ts";

if (import.meta.main) await runAsProcess(redact);
