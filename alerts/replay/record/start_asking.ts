import { fileURLToPath } from "node:url";

/** First argument of the process that asks; nobody writes it by hand. */
export const ASKS = "--asks";

/**
 * Arguments that start the process that asks: with a permission for one address, and for the key.
 *
 * @param args What a person wrote behind the task.
 * @param address Host and port of the model.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { askingArguments } from "./start_asking.ts";
 *
 * const args = askingArguments(["replay.yaml"], "llm.example:443");
 * assert(args.includes("--allow-net=llm.example:443") && args.at(-1) === "replay.yaml");
 * assert(!args.includes("--allow-net") && !args.includes("-A"));
 * ```
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

/**
 * Starts the process that asks, and waits for its end.
 *
 * @param args What a person wrote behind the task.
 * @param address Host and port of the model.
 * @returns Its exit code.
 */
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
