/**
 * Starts the MCP server in a bundle for desktop assistants. They run it with their own Node.js; the first
 * start installs Deno, and Deno the packages of the lock.
 *
 * @module
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));

// A field that was left empty is no setting, however the assistant passes it on.
for (const [name, value] of Object.entries(process.env)) {
  if (value.startsWith("${user_config.")) delete process.env[name];
}

if (!existsSync(`${folder}node_modules/deno`)) {
  console.error("Installing Deno, only this time …");
  // Standard output belongs to the protocol.
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--silent"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}

const household = process.env.WATTBOOK_HOUSEHOLD;
process.argv.splice(2, Infinity, "mcp", ...household ? ["--household", household] : []);
await import("./bin/wattbook.js");
