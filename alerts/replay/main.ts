/**
 * Entry point of `deno task replay`.
 *
 * @module
 */

import { runAsProcess } from "../../src/terminal/command.ts";
import { replay } from "./command/replay.ts";

if (import.meta.main) await runAsProcess(replay);
