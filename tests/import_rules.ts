/**
 * Who may import whom in `src/`, and the check of a module graph against it.
 *
 * @module
 */

/** What the modules of one area may import. Areas that everyone may import are not repeated. */
export interface Permission {
  /** Areas, or single modules of one (`energy/source`). */
  readonly areas: readonly string[];
  /** Areas of which only types may be imported. @default [] */
  readonly types?: readonly string[];
  /** npm packages. */
  readonly packages: readonly string[];
}

/** Areas that everyone may import. */
export const LEAVES = ["catalogue", "columns", "errors", "secret", "selector", "time"];

/**
 * The table of directions. An area is a folder of `src/` or a file in it, without its ending. What
 * is not here is not allowed; the simulator stands in no row, so nobody may import it.
 */
export const DIRECTIONS: Readonly<Record<string, Permission>> = {
  catalogue: { areas: [], packages: [] },
  columns: { areas: [], packages: [] },
  errors: { areas: [], packages: [] },
  secret: { areas: [], packages: [] },
  selector: { areas: [], packages: ["@prometheus-io/lezer-promql"] },
  time: { areas: [], packages: ["luxon"] },
  config: { areas: [], packages: ["zod"] },
  household: { areas: ["household_schema"], packages: [] },
  household_schema: { areas: [], packages: ["zod"] },
  docs: { areas: ["household_schema"], packages: ["zod"] },
  client: {
    areas: [],
    types: ["config"],
    packages: ["@prometheus-io/lezer-promql", "undici", "zod"],
  },
  frames: { areas: [], packages: ["nodejs-polars", "suncalc"] },
  energy: {
    areas: ["frames", "household"],
    types: ["client"],
    packages: ["nodejs-polars"],
  },
  archive: {
    areas: ["frames"],
    types: ["client", "energy/source"],
    packages: ["hyparquet", "hyparquet-writer", "nodejs-polars"],
  },
  demo: { areas: ["archive", "client"], packages: [] },
  plots: {
    areas: ["energy", "frames", "household"],
    packages: [
      "@observablehq/plot",
      "@resvg/resvg-js",
      "d3-sankey",
      "d3-scale-chromatic",
      "fast-png",
      "linkedom",
    ],
  },
  command: {
    areas: ["archive", "client", "config", "demo", "energy", "household"],
    packages: ["cli-progress", "cli-table3", "commander", "picocolors"],
  },
  server_side: { areas: ["client", "energy", "frames", "household"], packages: [] },
  report: {
    areas: ["client", "command", "config", "energy", "household", "plots", "server_side"],
    types: ["frames"],
    packages: ["commander", "hyparquet-writer", "picocolors", "preact", "preact-render-to-string"],
  },
  doctor: {
    areas: [
      "client",
      "command",
      "config",
      "energy/inverter_clock",
      "frames",
      "household",
      "server_side",
    ],
    packages: ["commander", "picocolors", "zod"],
  },
  verify: {
    areas: ["client", "command", "energy", "frames", "household", "server_side"],
    packages: ["commander", "nodejs-polars", "picocolors"],
  },
  sync: {
    areas: ["archive", "client", "command", "config", "energy", "household", "report"],
    packages: ["commander", "picocolors"],
  },
  // A service that answers webhooks loads no dataframe engine.
  analyzer: {
    areas: [
      "client",
      "command/aligned_table",
      "command/command",
      "command/effects",
      "command/failure",
      "command/parse_command",
      "command/wrap",
      "doctor/check",
      "doctor/print",
      "doctor/run_checks",
    ],
    types: ["config"],
    packages: [
      "@kubernetes/client-node",
      "@logtape/logtape",
      "@prometheus-io/lezer-promql",
      "canonicalize",
      "cockatiel",
      "commander",
      "hono",
      "linkifyjs",
      "mkcert",
      "picocolors",
      "prom-client",
      "ssh2",
      "undici",
      "zod",
    ],
  },
  // The prompt, the request and the reading of an answer are the analyzer's own code.
  replay: {
    areas: ["analyzer", "command", "report/csv_text", "report/page/content_policy"],
    types: ["frames"],
    packages: [
      "canonicalize",
      "commander",
      "diff",
      "hyparquet-writer",
      "jstat",
      "nodejs-polars",
      "picocolors",
      "preact",
      "preact-render-to-string",
      "pure-rand",
      "yaml",
      "zod",
    ],
  },
  simulator: {
    areas: ["archive", "household"],
    packages: ["nodejs-polars", "suncalc"],
  },
};

/** The part of `deno info --json` that is read here. */
export interface ModuleGraph {
  readonly modules: readonly {
    readonly specifier: string;
    readonly error?: string;
    readonly dependencies?: readonly {
      readonly specifier: string;
      readonly code?: { readonly specifier?: string };
      readonly type?: { readonly specifier?: string };
    }[];
  }[];
}

/**
 * What in a graph breaks the table, one line each: the file, what it imports, and why not.
 *
 * @param source Address of `src/`, with a slash at its end.
 */
export function violations(graph: ModuleGraph, source: string): string[] {
  const found = new Set<string>();
  for (const { specifier, dependencies = [], error } of graph.modules) {
    if (error !== undefined) found.add(`${specifier}: ${error}`);
    const file = below(source, specifier);
    if (file === null) continue;
    const permission = DIRECTIONS[areaOf(file)];
    if (!permission) {
      found.add(`src/${file}: '${areaOf(file)}' is not in the table of directions`);
      continue;
    }
    for (const { specifier: written, code, type } of dependencies) {
      const target = code?.specifier ?? type?.specifier;
      const why = target === undefined
        ? "it cannot be resolved"
        : refusal({ file, target, onlyType: code === undefined }, permission, source);
      if (why !== null) found.add(`src/${file} imports ${written}: ${why}`);
    }
  }
  return [...found].sort();
}

interface Edge {
  readonly file: string;
  readonly target: string;
  readonly onlyType: boolean;
}

function refusal(
  { file, target, onlyType }: Edge,
  { areas, types = [], packages }: Permission,
  source: string,
): string | null {
  if (target.startsWith("node:")) return null;
  if (target.startsWith("npm:")) {
    const name = /^npm:\/?(@[^/]+\/[^@/]+|[^@/]+)/.exec(target)?.[1] ?? target;
    return packages.includes(name) ? null : `'${areaOf(file)}' may not use the package '${name}'`;
  }
  const path = below(source, target);
  if (path === null) return "it is outside of src";
  if (areaOf(path) === areaOf(file)) return null;
  const allows = (list: readonly string[]) =>
    list.includes(areaOf(path)) || list.includes(path.replace(/\.tsx?$/, ""));
  if (allows(areas) || (onlyType && allows(types))) return null;
  // A leaf may take another leaf's types and errors, but catalogue and errors stand alone.
  if (LEAVES.includes(areaOf(path)) && !STAND_ALONE.includes(areaOf(file))) return null;
  return allows(types)
    ? `'${areaOf(file)}' may import only types from '${areaOf(path)}'`
    : `'${areaOf(file)}' may not import '${areaOf(path)}'`;
}

const STAND_ALONE = ["catalogue", "columns", "errors"];

function below(source: string, specifier: string): string | null {
  return specifier.startsWith(source) ? specifier.slice(source.length) : null;
}

function areaOf(path: string): string {
  return path.split("/")[0]!.replace(/\.tsx?$/, "");
}
