/**
 * Processes, seen from outside.
 *
 * @module
 */

/** What the kernel says of the process in the sandbox. */
export async function statusBelow(pid: number): Promise<string | undefined> {
  const children = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`);
  const [child] = children.trim().split(" ");
  if (!child) return undefined;
  const status = await Deno.readTextFile(`/proc/${child}/status`);
  const inner = (await Deno.readTextFile(`/proc/${child}/task/${child}/children`)).trim();
  return inner === "" ? status : await Deno.readTextFile(`/proc/${inner.split(" ")[0]}/status`);
}
