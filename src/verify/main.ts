/**
 * Entry point of `deno task verify`.
 *
 * @module
 */

import { runAsProcess } from "../terminal/command.ts";
import { verify } from "./verify.ts";

if (import.meta.main) await runAsProcess(verify);
