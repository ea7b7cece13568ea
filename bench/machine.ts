/**
 * What the figures were measured on.
 *
 * @module
 */

import os from "node:os";

/** One line about processor, memory, system and runtime. */
export function describeMachine(): string {
  const processors = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return [
    `${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}`,
    `${memory} GiB`,
    `${os.type()} ${os.release()} ${os.arch()}`,
    `Deno ${Deno.version.deno}, V8 ${Deno.version.v8}`,
  ].join(", ");
}

/** How busy the machine is: processes that ran or waited to, on average over a minute. */
export function load(): number {
  return os.loadavg()[0]!;
}
