/**
 * `deno task host-analyzer:doctor`: looks at every edge of the host analyzer, and says what to do.
 *
 * @module
 */

import { runAsProcess } from "../../../src/terminal/command.ts";
import { hostDoctor } from "./host_doctor.ts";

if (import.meta.main) await runAsProcess((args, effects) => hostDoctor(args, effects));
