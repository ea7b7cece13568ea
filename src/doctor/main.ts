/**
 * Entry point of `deno task doctor`.
 *
 * @module
 */

import { runAsProcess } from "../terminal/command.ts";
import { doctor } from "./doctor.ts";

if (import.meta.main) await runAsProcess(doctor);
