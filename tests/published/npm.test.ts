import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../bin/commands.js";
import denoJson from "../../deno.json" with { type: "json" };
import { bareEnvironment, isRegistryThere } from "./registry.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

async function run(program: string, args: string[], options: Deno.CommandOptions = {}) {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, ...options }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

async function mustRun(...args: Parameters<typeof run>): Promise<string> {
  const { code, out, err } = await run(...args);
  if (code !== 0) throw new Error(`${args[0]} ${args[1].join(" ")}\n${err}`);
  return out;
}

describe.runIf(await isRegistryThere())(
  "the npm package, installed into an empty folder",
  async () => {
    const folder = await Deno.makeTempDir();
    afterAll(() => Deno.remove(folder, { recursive: true }));
    await mustRun(Deno.execPath(), ["task", "--quiet", "npm"], { cwd: ROOT });
    await mustRun("npm", ["pack", "--pack-destination", folder], { cwd: `${ROOT}npm/package` });
    const home = `${folder}/home`;
    await Deno.mkdir(home);
    const packed = `../wattbook-${denoJson.version}.tgz`;
    await mustRun("npm", ["install", "--prefix", home, packed], { cwd: home });

    const DAYS = ["--from", "2025-06-01", "--to", "2025-06-03"];
    const wattbook = (...args: string[]) =>
      run("npx", ["wattbook", ...args], { cwd: home, env: { NO_COLOR: "1" } });

    test("reports the demo household, and writes into the folder where it was started", async () => {
      const { code, out, err } = await wattbook("report", ...DAYS);
      expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
      expect(out).toMatch(/^2025-06-03 +2\.04 +49\.48 /m);
      expect(out).toContain("Wrote report.csv (3 days)");
      const csv = await Deno.readTextFile(`${home}/report.csv`);
      expect(csv.trim().split("\n")).toHaveLength(4);
    });

    test("reports the demo household with battery", async () => {
      const { code, out } = await wattbook("report", "--source", "demo:battery", ...DAYS);
      expect([code, /^2025-06-03 /m.test(out)]).toEqual([0, true]);
    });

    test("answers an assistant, as docs/mcp.md sets it up", async () => {
      const client = new Client({ name: "test", version: "1" });
      await client.connect(
        new StdioClientTransport({
          command: "npx",
          args: ["-y", "wattbook", "mcp", "--source", "demo"],
          cwd: home,
          env: bareEnvironment(Deno.env.get("HOME")!),
        }),
        { timeout: 60_000 },
      );
      const ask = { name: "energy_totals", arguments: { period: "2025-06" } };
      const { structuredContent } = await client.callTool(ask, { timeout: 60_000 });
      expect(structuredContent).toHaveProperty("energy.grid_import.kwh", 98);
      await client.close();
    });

    test("draws the page", async () => {
      const { code, out } = await wattbook("report", ...DAYS, "--out", "june.html");
      expect([code, out.includes("Wrote june.html")]).toEqual([0, true]);
    });

    test("asks no registry any more", async () => {
      // Nobody answers there.
      const nowhere = "http://127.0.0.1:9/";
      const env = { NO_COLOR: "1", HTTPS_PROXY: nowhere, HTTP_PROXY: nowhere };
      const { code, out } = await run("npx", ["wattbook", "now", "--help"], { cwd: home, env });
      expect([code, out.startsWith("Usage: ")]).toEqual([0, true]);
    });

    test("gives each command the permissions that it has in the project", async () => {
      const { COMMANDS: packed } = await import(`${home}/node_modules/wattbook/bin/commands.js`);
      const ours = Object.entries(COMMANDS).filter(([, { main }]) => main.startsWith("src/"));
      expect(packed).toEqual(Object.fromEntries(ours));
    });

    test("has the commands of the toolkit", async () => {
      const { out } = await wattbook("--help");
      expect(out.match(/^ {2}\w+/gm)).toEqual([
        "  report",
        "  serve",
        "  setup",
        "  now",
        "  doctor",
        "  mcp",
        "  sync",
        "  verify",
        "  whatif",
        "  bill",
      ]);
    });
  },
);
