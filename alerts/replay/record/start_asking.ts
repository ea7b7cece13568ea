import { fileURLToPath } from "node:url";

/** First argument of the process that asks. Users do not type it. */
export const ASKS = "--asks";

/** Arguments for the process that asks: one network address and the key. */
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

/** The one address that recording may reach, as Deno's permission names it. */
export function netAddress({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}
