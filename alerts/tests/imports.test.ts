import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../bin/commands.js";
import { circles } from "../../tests/import_circles.ts";
import { violations } from "../../tests/import_rules.ts";
import { filesBelow, moduleGraph } from "../../tests/module_graph.ts";
import { readAtStart } from "../../tests/read_at_start.ts";
import denoJson from "../deno.json" with { type: "json" };
import { alertRules } from "./import_rules.ts";

const ALERTS = new URL("../", import.meta.url), ROOT = new URL("../", ALERTS);

/** The files that people start. */
const COMMAND_FILES = Object.values(COMMANDS).map(({ main }) => new URL(main, ROOT).href)
  .filter((file) => file.startsWith(ALERTS.href));

describe("the alert services", async () => {
  const graph = await moduleGraph([denoJson.exports, ...COMMAND_FILES], ALERTS);

  test("import only in the directions of the table", () => {
    expect(violations(graph, alertRules(ROOT.href))).toEqual([]);
  });

  test("have no circle of imports", () => {
    expect(circles(graph, ALERTS.href)).toEqual([]);
  });

  test("have no module that nothing reaches", async () => {
    const reached = new Set(graph.modules.map(({ specifier }) => specifier));
    const files = await Promise.all(
      ["src/", "replay/"].map((folder) => Array.fromAsync(filesBelow(new URL(folder, ALERTS)))),
    );
    expect(files.flat().length).toBeGreaterThan(300);
    expect(files.flat().filter((file) => !reached.has(file))).toEqual([]);
  });

  test.each(COMMAND_FILES)("%s loads no dataframe engine", (file) => {
    const read = [...readAtStart(graph, file)];
    expect(read.length).toBeGreaterThan(20);
    expect(read.filter((one) => one.includes("polars"))).toEqual([]);
  });
});
