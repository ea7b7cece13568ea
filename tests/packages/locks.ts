const ROOT = new URL("../../", import.meta.url);

/** Each configuration that names packages, with its lock beside it. */
const CONFIGURATIONS: readonly URL[] = ["deno.json", "deno.dev.json", "alerts/deno.json"]
  .map((path) => new URL(path, ROOT));

/** Their locks. */
export const LOCKS: readonly URL[] = CONFIGURATIONS
  .map(({ href }) => new URL(href.replace(/json$/, "lock")));
