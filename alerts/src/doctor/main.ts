/**
 * `deno task analyzer:doctor`: checks all that the analyzer connects to, and says what to do.
 *
 * @module
 */

import { runAsProcess } from "../../../src/terminal/command.ts";
import { doctor } from "./doctor.ts";

if (import.meta.main) await runAsProcess((args, effects) => doctor(args, effects));
