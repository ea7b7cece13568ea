import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import manifest from "../../deploy/mcp/manifest.json" with { type: "json" };
import { bareEnvironment, isRegistryThere } from "./registry.ts";
import { installed } from "../servers/running_server.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

describe.runIf(await isRegistryThere())("the MCP server for strangers", () => {
  const folder = Deno.makeTempDirSync();
  afterAll(() => Deno.remove(folder, { recursive: true }));

  test.each(["modern", "legacy"])("the protocol's inspector finds no fault (%s)", async (era) => {
    const { code, stdout, stderr } = await new Deno.Command("npx", {
      args: [
        ...["-y", "--package", INSPECTOR, "mcp-inspector", "--cli"],
        ...["--method", "tools/list", "--strict", "--format", "json", "--protocol-era", era],
        ...[Deno.execPath(), "run", "-R", "-E=INIT_CWD", "--allow-run"],
        ...[`${ROOT}bin/wattbook.js`, "mcp", "--source", "demo"],
      ],
      env: bareEnvironment(Deno.env.get("HOME")!),
    }).output();
    const text = new TextDecoder();
    expect(code, text.decode(stderr)).toBe(0);
    const { result: { tools } } = JSON.parse(text.decode(stdout));
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(
      manifest.tools.map(({ name }) => name),
    );
  });

  test("the bundle is packed, unpacked and answers", async (context) => {
    if (Deno.env.get("CI") !== "true" && !await installed("python3")) {
      return context.skip("python3 is not installed");
    }
    const packed = await new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", "mcpb"],
      cwd: ROOT,
    }).output();
    expect(packed.success, new TextDecoder().decode(packed.stderr)).toBe(true);
    const unpacked = await new Deno.Command("python3", {
      args: ["-m", "zipfile", "-e", `${ROOT}deploy/mcp/wattbook.mcpb`, folder],
    }).output();
    expect(unpacked.success).toBe(true);
    const { command, args, env } = manifest.server.mcp_config;
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command,
        args: args.map((one) => one.replace("${__dirname}", folder)),
        // As an assistant whose user filled in nothing.
        env: { ...bareEnvironment(Deno.env.get("HOME")!), ...env },
        cwd: "/",
      }),
      { timeout: 200_000 },
    );
    const ask = { name: "energy_totals", arguments: { period: "2025-06" } };
    const { structuredContent } = await client.callTool(ask, { timeout: 60_000 });
    expect(structuredContent).toHaveProperty("energy.grid_import.kwh", 98);
    await client.close();
  });
});
