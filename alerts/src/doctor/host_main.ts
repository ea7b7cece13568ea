/**
 * `deno task host-analyzer:doctor`: checks all that the host analyzer connects to, and says what to do.
 *
 * @module
 */

import { runAsProcess } from "../../../src/terminal/command.ts";
import { hostDoctor } from "./host_doctor.ts";

if (import.meta.main) await runAsProcess((args, effects) => hostDoctor(args, effects));
