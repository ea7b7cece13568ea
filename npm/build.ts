/**
 * Builds the npm package `wattbook` in `npm/package`: `deno task npm`. It holds the commands, both demo
 * households, the example tariffs and the lock. Its only dependency is Deno, which installs the packages of the lock when
 * the first command runs. npm would install other versions, and under Node 20 no native Polars.
 *
 * @module
 */

import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMANDS } from "../bin/commands.js";
import denoJson from "../deno.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const PACKAGE = join(ROOT, "npm/package");

const FILES = [
  "bin",
  "src",
  "data/fixtures/demo",
  "data/fixtures/demo-battery",
  "data/tariffs",
  "deno.lock",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
];

const { version, imports, compilerOptions: { jsx, jsxImportSource } } = denoJson;

await rm(PACKAGE, { recursive: true, force: true });
for (const path of FILES) await cp(join(ROOT, path), join(PACKAGE, path), { recursive: true });
await write("deno.json", {
  // Packages go to Deno's cache, because the folder of the package may be read-only.
  nodeModulesDir: "none",
  imports,
  compilerOptions: { jsx, jsxImportSource },
});
await write("package.json", {
  name: "wattbook",
  // The registry of MCP servers finds the package by it.
  mcpName: "io.github.wattbook/wattbook",
  version,
  description: "Daily energies of a household with solar panels, from Prometheus",
  license: "MIT",
  type: "module",
  bin: { wattbook: "bin/wattbook.js" },
  files: ["bin", "src", "data", "deno.json", "deno.lock", "CHANGELOG.md"],
  engines: { node: ">=20" },
  dependencies: { deno: Deno.version.deno },
});
// The alert services are not in the package.
const ours = Object.entries(COMMANDS).filter(([, { main }]) => main.startsWith("src/"));
await writeFile(
  join(PACKAGE, "bin/commands.js"),
  `export const COMMANDS = ${JSON.stringify(Object.fromEntries(ours), null, 2)};\n`,
);

async function write(name: string, content: object): Promise<void> {
  await mkdir(PACKAGE, { recursive: true });
  await writeFile(join(PACKAGE, name), `${JSON.stringify(content, null, 2)}\n`);
}
