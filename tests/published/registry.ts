/**
 * Whether packages can be installed here. These tests install them as a stranger does, from nothing,
 * and are the only ones that reach beyond loopback.
 *
 * @module
 */

/** Whether npm finds its registry. In CI a registry that is not there is a failure. */
export async function isRegistryThere(): Promise<boolean> {
  if (Deno.env.get("CI") === "true") return true;
  const { success } = await new Deno.Command("npm", {
    args: ["view", `deno@${Deno.version.deno}`, "version", "--fetch-retries=0"],
    stdout: "null",
    stderr: "null",
  }).output();
  if (!success) console.warn("Skipped: no package registry can be reached.");
  return success;
}
