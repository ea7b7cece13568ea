import { readFile } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { COMMANDS } from "../../bin/commands.js";
import { parseMcpOptions } from "../../src/commands/mcp/options.ts";
import { PERIOD_WORDS } from "../../src/mcp/period.ts";
import { TOOLS } from "../../src/mcp/server.ts";
import { connectTo, demoAt, textOf } from "./connect.ts";

// The first question about a year reads all of it, on a busy machine in half a minute.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const page = await readFile("docs/mcp.md", "utf8");
const { cells } = JSON.parse(await readFile("notebooks/01_first_look.ipynb", "utf8"));
const notebook = cells.map(({ source }: { source: string[] }) => source.join("")).join("\n");

describe("docs/mcp.md", () => {
  const answers = [
    ...`${page}\n${notebook}`.matchAll(/<!-- answer: (\w+) (\{.*\}) -->\n\n```text\n([^]*?)```/g),
  ]
    .map(([, name, args, shown]) => ({ name: name!, args: args!, shown: shown! }));

  test("shows a conversation, and a notebook shows its start", () => {
    expect(answers).toHaveLength(4);
  });

  test.each(answers)("shows what $name answers to $args", async ({ name, args, shown }) => {
    const client = await connectTo(() => demoAt(true));
    const result = await client.callTool({ name, arguments: JSON.parse(args) });
    expect(JSON.parse(shown)).toEqual(JSON.parse(textOf(result)));
  });

  test("names every tool and every word for a period, and no other", () => {
    const named = [...page.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    expect(named).toEqual(TOOLS.map(({ name }) => name));
    const [, words] = /A period is a word \(([^)]+)\)/.exec(page)!;
    expect([...words!.matchAll(/`(\w+)`/g)].map(([, word]) => word)).toEqual(PERIOD_WORDS);
  });

  test("has settings whose commands exist", () => {
    const blocks = [...page.matchAll(/```json\n(\{[^]*?)```/g)].map(([, json]) =>
      JSON.parse(json!)
    );
    const settings = blocks.flatMap((block) =>
      Object.values(block.mcpServers ?? block.servers ?? (block.command ? { block } : {}))
    ) as { command: string; args: string[]; env?: Record<string, string> }[];
    expect(settings).toHaveLength(3);
    for (const { args, env = {} } of settings) {
      const at = args.indexOf("mcp");
      expect(parseMcpOptions(args.slice(at + 1))).toHaveProperty("options");
      // The server may read what the page sets.
      const seen = COMMANDS.mcp!.may.find((one) => one.startsWith("--allow-env="))!;
      for (const name of Object.keys(env)) expect(seen.slice(12).split(",")).toContain(name);
    }
  });
});
