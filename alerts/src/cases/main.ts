/**
 * Entry point of `deno task cases`.
 *
 * @module
 */

import { runAsProcess } from "../../../src/terminal/command.ts";
import { cases } from "./cases.ts";

if (import.meta.main) await runAsProcess((args, effects) => cases(args, effects));
