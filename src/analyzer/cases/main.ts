/**
 * Entry point of `deno task cases`.
 *
 * @module
 */

import { runAsProcess } from "../../command/command.ts";
import { cases } from "./cases.ts";

if (import.meta.main) await runAsProcess((args, effects) => cases(args, effects));
