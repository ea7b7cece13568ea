/**
 * Processes, seen from outside.
 *
 * @module
 */

/** The first child of a process, if it has one. */
export async function childOf(pid: number): Promise<number | undefined> {
  const children = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`);
  return Number(children.trim().split(" ")[0]) || undefined;
}

/** What the kernel says of the process in the sandbox. */
export async function statusBelow(pid: number): Promise<string | undefined> {
  const child = await childOf(pid);
  if (child === undefined) return undefined;
  return await Deno.readTextFile(`/proc/${await childOf(child) ?? child}/status`);
}
