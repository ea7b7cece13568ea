import { describe, expect, test } from "vitest";
import { COMMANDS } from "../bin/commands.js";
import denoJson from "../deno.json" with { type: "json" };
import { type ModuleGraph, toolkitRules, violations } from "./import_rules.ts";
import { circles } from "./import_circles.ts";
import { filesBelow, moduleGraph } from "./module_graph.ts";
import { readAtStart } from "./read_at_start.ts";

const ROOT = new URL("../", import.meta.url);
const SOURCE = new URL("src/", ROOT).href;

/** What people start: the module itself and every file that a task runs. */
const ENTRIES = [
  ...Object.values(denoJson.exports),
  ...Object.values(COMMANDS).map(({ main }) => main).filter((main) => main.startsWith("src/")),
  ...Object.values<string>(denoJson.tasks).flatMap((task) =>
    task.match(/(?:src|tests\/accuracy)\/[\w/]+\.ts/g) ?? []
  ),
];

/** What importing `mod.ts` loads. */
const AT_START: readonly string[] = [
  "bisect.ts",
  "catalogue/columns.ts",
  "catalogue/key_figures.ts",
  "catalogue/roles.ts",
  "columns.ts",
  "errors.ts",
  "frames/frame.ts",
  "frames/frame_columns.ts",
  "frames/readable.ts",
  "house/check_options.ts",
  "house/home.ts",
  "house/later.ts",
  "house/open_household.ts",
  "plots/save_figure.ts",
  "plots/theme.ts",
  "text.ts",
  "time.ts",
];

describe("the project", async () => {
  const graph = await moduleGraph(ENTRIES, ROOT);

  test("imports only in the directions of the table", () => {
    expect(violations(graph, toolkitRules(SOURCE))).toEqual([]);
  });

  test("has no module that nothing reaches", async () => {
    const reached = new Set(graph.modules.map(({ specifier }) => specifier));
    const files = await Array.fromAsync(filesBelow(new URL(SOURCE)));
    expect(files.length).toBeGreaterThan(40);
    const unreached = files.filter((file) => !reached.has(file));
    expect(unreached.map((file) => file.slice(SOURCE.length))).toEqual([]);
  });

  test("has no circle, not even of types", () => {
    expect(circles(graph, SOURCE)).toEqual([]);
  });

  test("reads no file of the alert services", () => {
    expect(graph.modules.length).toBeGreaterThan(100);
    const ofAlerts = graph.modules.filter(({ specifier }) =>
      specifier.startsWith(new URL("alerts/", ROOT).href)
    );
    expect(ofAlerts.map(({ specifier }) => specifier)).toEqual([]);
  });

  test("loads for a first cell what shows frames, and the rest when a method needs it", () => {
    const files = [...readAtStart(graph, new URL(denoJson.exports["."], ROOT).href)];
    const own = files.filter((file) => file.startsWith(SOURCE));
    expect(own.map((file) => file.slice(SOURCE.length)).sort()).toEqual(AT_START);
    const packages = files.filter((file) => file.startsWith("npm:"));
    expect(packages.map((file) => file.replace(/^npm:\/?|@[^@]*$/g, "")).sort())
      .toEqual(["@expo-google-fonts/inter", "@resvg/resvg-js", "luxon", "nodejs-polars"]);
  });

  test("reads no picture, page, tariff, server or assistant for a report as CSV", () => {
    const files = [...readAtStart(graph, new URL("commands/report.ts", SOURCE).href)]
      .filter((file) => file.startsWith(SOURCE)).map((file) => file.slice(SOURCE.length));
    expect(files).toContain("commands/report/run_report.ts");
    const rooms = [
      "plots/",
      "mcp/",
      "page/page.tsx",
      "money/tariff",
      "client/client.ts",
      "verify/",
    ];
    expect(files.filter((file) => rooms.some((room) => file.startsWith(room)))).toEqual([]);
  });
});

describe("violations()", () => {
  /** A graph of one import, with or without code. */
  const graph = (from: string, to: string, kind: "code" | "type" = "code"): ModuleGraph => ({
    modules: [{
      specifier: `file:///house/${from}`,
      dependencies: [{
        specifier: "written",
        [kind]: { specifier: to.includes(":") ? to : `file:///house/${to}` },
      }],
    }],
  });
  const check = (one: ModuleGraph) => violations(one, toolkitRules("file:///house/src/"));

  test.each([
    ["src/client/decode.ts", "npm:nodejs-polars@0.25.2"],
    ["src/frames/frame.ts", "npm:/@observablehq/plot@0.6.17"],
    ["src/frames/frame.ts", "src/energy/daily.ts"],
    ["src/client/connect.ts", "src/frames/frame.ts"],
    ["src/errors.ts", "src/time.ts"],
    ["src/house/home.ts", "src/commands/report.ts"],
    ["src/page/page.tsx", "src/terminal/command.ts"],
    ["src/energy/daily.ts", "src/client/connect.ts"],
    ["src/energy/daily.ts", "src/simulator/house.ts"],
    ["src/archive/scan.ts", "src/energy/daily.ts"],
    ["src/client/plan.ts", "tests/notation.ts"],
    ["src/client/plan.ts", "https://example.org/mod.ts"],
    ["src/unknown/file.ts", "src/errors.ts"],
  ])("refuses that %s imports %s", (from, to) => {
    expect(check(graph(from, to))).toEqual([expect.stringContaining(from)]);
  });

  test.each(
    [
      ["src/client/plan.ts", "src/time.ts", "code"],
      ["src/client/plan.ts", "src/client/route.ts", "code"],
      ["src/energy/server_source.ts", "src/client/connect.ts", "type"],
      ["src/archive/scan.ts", "src/energy/signals/source.ts", "type"],
      ["src/plots/day.ts", "npm:/@observablehq/plot@0.6.17", "code"],
      ["src/commands/report.ts", "node:path", "code"],
      ["mod.ts", "src/simulator/house.ts", "code"],
    ] as const,
  )("lets %s import %s (%s)", (from, to, kind) => {
    expect(check(graph(from, to, kind))).toEqual([]);
  });

  test("names the file, the import and the reason", () => {
    expect(check(graph("src/client/decode.ts", "npm:nodejs-polars@0.25.2"))).toEqual([
      "src/client/decode.ts imports written: 'client' may not use the package 'nodejs-polars'",
    ]);
  });

  test("reports a module that cannot be loaded", () => {
    expect(
      violations(
        { modules: [{ specifier: "file:///house/src/x.ts", error: "not found" }] },
        toolkitRules("s"),
      ),
    ).toEqual(["file:///house/src/x.ts: not found"]);
  });
});
