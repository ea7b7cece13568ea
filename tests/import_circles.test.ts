import { describe, expect, test } from "vitest";
import { circles } from "./import_circles.ts";
import type { ModuleGraph } from "./import_rules.ts";

/** A graph in which each file imports others: as code, or only their types (`type:`). */
function graph(imports: Readonly<Record<string, readonly string[]>>): ModuleGraph {
  const at = (file: string) => `file:///house/src/${file.replace("type:", "")}`;
  return {
    modules: Object.entries(imports).map(([file, others]) => ({
      specifier: at(file),
      dependencies: others.map((other) => ({
        specifier: other,
        [other.startsWith("type:") ? "type" : "code"]: { specifier: at(other) },
      })),
    })),
  };
}

const find = (imports: Parameters<typeof graph>[0]) =>
  circles(graph(imports), "file:///house/src/");

describe("circles()", () => {
  test("finds none where imports have a direction", () => {
    expect(find({ a: ["b", "c"], b: ["c"], c: [], d: ["npm:zod"] })).toEqual([]);
  });

  test("finds each, once", () => {
    expect(find({ a: ["b"], b: ["c"], c: ["a", "d"], d: ["e"], e: ["d"], f: ["a", "f"] }))
      .toEqual([["a", "b", "c"], ["d", "e"], ["f"]]);
  });

  test("counts types", () => {
    expect(find({ a: ["type:b"], b: ["a"] })).toEqual([["a", "b"]]);
  });
});
