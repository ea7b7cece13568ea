import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ROLES } from "../../src/catalogue/roles.ts";
import { parseHousehold } from "../../src/household.ts";
import { UNITS } from "../../src/household_schema.ts";
import schema from "../../docs/household.schema.json" with { type: "json" };

const text = await readFile("docs/household-file.md", "utf8");

/** Cells of the table row that begins with a key. */
function rowOf(key: string): string[] | undefined {
  return text.split("\n").find((line) => line.startsWith(`| \`${key}\``))?.split("|")
    .map((cell) => cell.trim());
}

/** What a cell writes in the form of code. */
function codes(cell: string | undefined): string[] {
  return [...(cell ?? "").matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}

test("the page explains each key of the schema, and no other one", () => {
  const rows = text.slice(text.indexOf("## Facts"), text.indexOf("## Roles")).split("\n")
    .filter((line) => line.startsWith("| `")).flatMap((line) => codes(line.split("|")[1]));
  expect(rows.sort()).toEqual(Object.keys(schema.properties).sort());
});

test("the page explains each role, and no other one", () => {
  const rows = text.slice(text.indexOf("## Roles"), text.indexOf("## Examples")).split("\n")
    .filter((line) => line.startsWith("| `")).flatMap((line) => codes(line.split("|")[1]));
  expect(rows.sort()).toEqual(Object.keys(ROLES).sort());
});

test.each(Object.entries(ROLES))("role %s: units, signs and other keys", (role, { dimension }) => {
  const [, , , units, others] = rowOf(role)!;
  expect(codes(units)).toEqual([...UNITS[dimension]]);
  const one = (schema.properties.roles.properties as Record<string, {
    anyOf: { properties?: Record<string, { enum?: string[] }>; required?: string[] }[];
  }>)[role]!.anyOf[0]!;
  const keys = Object.keys(one.properties!).filter((key) => !["selector", "unit"].includes(key));
  const values = keys.flatMap((key) => [key, ...one.properties![key]!.enum ?? []]);
  const named = codes(others).filter((code) => code !== "_");
  expect(named.sort()).toEqual(values.sort());
  const isRequired = keys.some((key) => one.required!.includes(key));
  expect(others!.includes("required")).toBe(isRequired);
});

const examples = [...text.matchAll(/^```json\n([^]*?)^```/gm)].map(([, json]) => json!);

test("the page has examples", () => {
  expect(examples.length).toBeGreaterThan(3);
});

test.each(examples)("example %# is a usable household file", (json) => {
  const { bindings } = parseHousehold(JSON.parse(json));
  expect(bindings.grid_power[0]!.selector).toBeDefined();
});
