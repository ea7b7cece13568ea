/**
 * Builds `deploy/mcp/wattbook.mcpb`, the bundle that desktop assistants install with a double click:
 * `deno task mcpb`. It is the npm package with a manifest. The protocol's own program checks and packs
 * it.
 *
 * @module
 */

import { cp, mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const BUNDLE = `${HERE}bundle`;
const PACKER = "@anthropic-ai/mcpb@2.1.2";

await import("../../npm/build.ts");
await rm(BUNDLE, { recursive: true, force: true });
await mkdir(BUNDLE);
await cp(`${HERE}../../npm/package`, BUNDLE, { recursive: true });
// The second demo is for reports: an assistant shows one.
await rm(`${BUNDLE}/data/fixtures/demo-battery`, { recursive: true });
for (const file of ["manifest.json", "start.js"]) await cp(HERE + file, `${BUNDLE}/${file}`);
const { code } = await new Deno.Command("npx", {
  args: ["-y", PACKER, "pack", BUNDLE, `${HERE}wattbook.mcpb`],
  stdin: "null",
}).spawn().status;
Deno.exit(code);
