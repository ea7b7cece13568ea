import { fileURLToPath } from "node:url";

/** First argument of the process that asks; nobody writes it by hand. */
export const ASKS = "--asks";

/**
 * Arguments that start the process that asks: with a permission for one address, and for the key.
 */
export function askingArguments(args: readonly string[], address: string): string[] {
  return [
    "run",
    "--frozen",
    "--cached-only",
    "--quiet",
    "--no-prompt",
    "--allow-read",
    "--allow-write",
    `--allow-net=${address}`,
    "--allow-env=API_KEY,NO_COLOR,TERM",
    "--ignore-env",
    fileURLToPath(new URL("main.ts", import.meta.url)),
    ASKS,
    ...args,
  ];
}

/** Starts the process that asks, and waits for its end. */
export async function startAsking(args: readonly string[], address: string): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: askingArguments(args, address),
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  // Ctrl-C reaches both: the child ends in good order, and this one after it.
  Deno.addSignalListener("SIGINT", () => {});
  if (Deno.build.os !== "windows") {
    Deno.addSignalListener("SIGTERM", () => child.kill("SIGTERM"));
  }
  return (await child.status).code;
}
