/**
 * The package registry of this machine. The tests beside this file install packages as a stranger
 * does, from nothing, and are the only ones that reach beyond loopback.
 *
 * @module
 */

/** How this machine reaches its registry: an empty home folder needs that too. */
const SETTINGS =
  /^(npm_config_(.*registry|.*proxy|cafile|strict_ssl)|ssl_cert_(file|dir)|node_extra_ca_certs|deno_(cert|tls_ca_store)|(https?|no|all)_proxy)$/i;

/** The environment of a machine with nothing but programs and a registry. */
export function bareEnvironment(home: string): Record<string, string> {
  const kept = Object.entries(Deno.env.toObject())
    .filter(([name]) => name === "PATH" || SETTINGS.test(name));
  return { ...Object.fromEntries(kept), HOME: home, NO_COLOR: "1" };
}

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

/** A registry on loopback that hands on this machine's, and counts. */
export interface CountingRegistry extends AsyncDisposable {
  readonly url: string;
  /** What was fetched so far. [B] */
  readonly bytes: () => number;
}

/** Starts a {@linkcode CountingRegistry}. */
export async function countingRegistry(): Promise<CountingRegistry> {
  const { stdout } = await new Deno.Command("npm", { args: ["config", "get", "registry"] })
    .output();
  const registry = new TextDecoder().decode(stdout).trim().replace(/\/$/, "");
  let bytes = 0;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const response = await fetch(registry + new URL(request.url).pathname);
      const body = await response.bytes();
      bytes += body.length;
      return new Response(body, { status: response.status });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    bytes: () => bytes,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
