/**
 * Renews the locks after a change of `imports`, as `deno task lock` does after Deno has written them.
 *
 * @module
 */

import { LOCKS } from "./locks.ts";
import { trimLock } from "./trim_lock.ts";

for (const lock of LOCKS) await Deno.writeTextFile(lock, trimLock(await Deno.readTextFile(lock)));
