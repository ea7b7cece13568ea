import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import denoJson from "../../deno.json" with { type: "json" };

interface Documentation {
  nodes: Record<string, {
    symbols: {
      name: string;
      declarations: { kind: string; jsDoc?: { tags?: { kind: string; doc?: string }[] } }[];
    }[];
  }>;
}

const { stdout } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--json", ...Object.values(denoJson.exports)],
}).output();
const { nodes } = JSON.parse(new TextDecoder().decode(stdout)) as Documentation;
const functions = Object.values(nodes).flatMap(({ symbols }) => symbols).flatMap((symbol) =>
  symbol.declarations.filter(({ kind }) => kind === "function")
    .map(({ jsDoc }) => [symbol.name, jsDoc?.tags ?? []] as const)
);

test("the modules export functions", () => {
  expect(functions.length).toBeGreaterThan(40);
});

// run_examples.test.ts runs them; console.assert would only print.
test.each(functions)("%s() has an example that can fail", (_, tags) => {
  const examples = tags.filter(({ kind }) => kind === "example").map(({ doc }) => doc ?? "");
  expect(examples).not.toEqual([]);
  for (const example of examples) expect(example).toMatch(/^```ts\n[^]*\bassert(\.\w+)?\(/m);
  for (const example of examples) expect(example).not.toContain("console.assert");
});

test("docs/household.md names every export of deno.json, and nothing else", async () => {
  const page = await readFile("docs/household.md", "utf8");
  const rows = [...page.matchAll(/^\| `(\.[\w/]*)` +\| `([^`]+)`/gm)]
    .map(([, name, file]) => [name, `./${file}`]);
  expect(Object.fromEntries(rows)).toEqual(denoJson.exports);
});
