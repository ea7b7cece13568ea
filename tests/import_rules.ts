/**
 * Who may import whom in `src/`, and the check of a module graph against it.
 *
 * @module
 */

/** What the modules of one area may import. Areas that everyone may import are not repeated. */
export interface Permission {
  /** Areas, or single modules of one (`energy/days`). */
  readonly areas: readonly string[];
  /** Areas of which only types may be imported. @default [] */
  readonly types?: readonly string[];
  /** npm packages. */
  readonly packages: readonly string[];
}

/** The ground, which everyone may import. */
export const LEAVES = [
  "bisect",
  "catalogue",
  "columns",
  "errors",
  "pattern",
  "secret",
  "selector",
  "text",
  "time",
];

/**
 * The table of directions, from the ground upwards. An area is a folder of `src/` or a file in it,
 * without its ending. What is not here is not allowed.
 */
export const DIRECTIONS: Readonly<Record<string, Permission>> = {
  // The ground: small files that know nobody above.
  bisect: { areas: [], packages: [] },
  errors: { areas: [], packages: [] },
  catalogue: { areas: [], packages: [] },
  secret: { areas: [], packages: [] },
  columns: { areas: ["bisect"], packages: [] },
  time: { areas: ["bisect", "errors"], packages: ["luxon"] },
  text: { areas: ["time"], packages: [] },
  pattern: { areas: ["errors"], packages: ["re2js"] },
  selector: {
    areas: ["errors", "pattern"],
    types: ["columns"],
    packages: ["@prometheus-io/lezer-promql"],
  },
  effects: { areas: ["errors"], packages: [] },
  files: { areas: ["effects", "errors"], packages: [] },
  json_file: { areas: ["errors", "files", "text"], packages: [] },
  project_files: { areas: ["effects"], packages: [] },
  config: {
    areas: ["effects", "errors", "files", "pattern", "project_files", "secret", "time"],
    packages: ["zod"],
  },
  read_by: { areas: ["errors"], packages: ["zod"] },
  file_problems: { areas: [], packages: ["zod"] },
  household_schema: {
    areas: ["catalogue", "pattern", "read_by", "selector", "time"],
    packages: ["zod"],
  },
  household: {
    areas: [
      "catalogue",
      "errors",
      "file_problems",
      "household_schema",
      "json_file",
      "selector",
      "time",
    ],
    packages: [],
  },

  // The wire, and samples as frames: neither knows the other.
  client: {
    areas: ["config"],
    packages: ["@prometheus-io/lezer-promql", "pbf", "undici", "zod"],
  },
  frames: { areas: [], packages: ["nodejs-polars", "suncalc"] },

  // The household's days, by Wattbook and by the server.
  energy: {
    areas: ["frames", "household", "household_schema"],
    types: ["client"],
    packages: ["@photostructure/tz-lookup", "nodejs-polars"],
  },
  server_side: { areas: ["client", "energy", "frames", "household"], packages: [] },

  // What energy costs and earns.
  money: {
    areas: ["energy", "file_problems", "files", "frames", "household", "json_file", "read_by"],
    packages: ["nodejs-polars", "zod"],
  },
  verify: {
    areas: ["energy", "frames", "household", "server_side"],
    types: ["client"],
    packages: ["nodejs-polars"],
  },

  // What builds on them: disk, pictures, tables in files.
  archive: {
    areas: ["client", "effects", "files", "frames"],
    types: ["energy", "household"],
    packages: ["hyparquet", "hyparquet-writer", "nodejs-polars"],
  },
  plots: {
    areas: ["energy", "frames", "household", "money"],
    packages: [
      "@expo-google-fonts/inter",
      "@observablehq/plot",
      "@resvg/resvg-js",
      "d3-sankey",
      "d3-scale-chromatic",
      "linkedom",
    ],
  },
  tables: { areas: ["energy", "money"], packages: ["hyparquet-writer"] },

  // Recognises a house in the series of a server.
  setup: { areas: ["frames", "household_schema"], types: ["client"], packages: [] },

  // The one object.
  house: {
    areas: [
      "archive",
      "client",
      "config",
      "energy",
      "files",
      "frames",
      "household",
      "money",
      "plots",
      "project_files",
      "server_side",
      "verify",
    ],
    packages: ["nodejs-polars"],
  },
  // Answers for an assistant.
  mcp: {
    areas: ["effects", "energy", "frames", "house", "household", "money", "plots"],
    packages: ["@modelcontextprotocol/server", "zod"],
  },
  page: {
    areas: ["effects", "energy", "frames", "household", "money", "plots", "tables"],
    packages: ["preact", "preact-render-to-string"],
  },

  // Command lines. Nobody imports commands.
  terminal: {
    areas: ["config", "effects", "files"],
    packages: ["cli-progress", "commander", "picocolors", "string-width"],
  },
  commands: {
    areas: [
      "archive",
      "client",
      "config",
      "energy",
      "files",
      "frames",
      "house",
      "household",
      "mcp",
      "money",
      "page",
      "plots",
      "project_files",
      "server_side",
      "setup",
      "tables",
      "terminal",
      "verify",
    ],
    types: ["effects"],
    packages: ["commander", "picocolors", "zod"],
  },
};

/** A table of directions, and where it counts. */
export interface Rules {
  readonly directions: Readonly<Record<string, Permission>>;
  /** Areas that everyone may import. */
  readonly leaves: readonly string[];
  /** Areas that may not even import a leaf. @default [] */
  readonly standAlone?: readonly string[];
  /** Address that paths of the table begin at, with a slash at its end. */
  readonly base: string;
  /** Folder below it whose files are checked, with a slash at its end. @default all of it */
  readonly checked?: string;
  /** What stands before a path when it is shown. @default nothing */
  readonly shownAs?: string;
}

/** The rules of the toolkit, whose `src/` is at `base`. */
export function toolkitRules(base: string): Rules {
  return {
    directions: DIRECTIONS,
    leaves: LEAVES,
    standAlone: ["bisect", "catalogue", "errors", "secret"],
    base,
    shownAs: "src/",
  };
}

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

/** What in a graph breaks the rules, one line each: the file, what it imports, and why not. */
export function violations(graph: ModuleGraph, rules: Rules): string[] {
  const { directions, base, checked = "", shownAs = "" } = rules;
  const found = new Set<string>();
  for (const { specifier, dependencies = [], error } of graph.modules) {
    if (error !== undefined) found.add(`${specifier}: ${error}`);
    const file = below(base, specifier);
    if (file === null || !file.startsWith(checked)) continue;
    const area = areaOf(file, rules), permission = directions[area];
    if (!permission) {
      found.add(`${shownAs}${file}: '${area}' is not in the table of directions`);
      continue;
    }
    for (const { specifier: written, code, type } of dependencies) {
      const target = code?.specifier ?? type?.specifier;
      const why = target === undefined
        ? "it cannot be resolved"
        : refusal({ area, target, onlyType: code === undefined }, permission, rules);
      if (why !== null) found.add(`${shownAs}${file} imports ${written}: ${why}`);
    }
  }
  return [...found].sort();
}

interface Edge {
  readonly area: string;
  readonly target: string;
  readonly onlyType: boolean;
}

function refusal(
  { area, target, onlyType }: Edge,
  { areas, types = [], packages }: Permission,
  rules: Rules,
): string | null {
  if (target.startsWith("node:")) return null;
  if (target.startsWith("npm:")) {
    const name = /^npm:\/?(@[^/]+\/[^@/]+|[^@/]+)/.exec(target)?.[1] ?? target;
    return packages.includes(name) ? null : `'${area}' may not use the package '${name}'`;
  }
  const path = below(rules.base, target);
  if (path === null) return "it is outside of src";
  const other = areaOf(path, rules);
  if (other === area) return null;
  const allows = (list: readonly string[]) => list.some((one) => isWithin(path, one, other));
  if (allows(areas) || (onlyType && allows(types))) return null;
  // A leaf may take another leaf's types and errors, but catalogue and errors stand alone.
  if (allows(rules.leaves) && !rules.standAlone?.includes(area)) return null;
  return allows(types)
    ? `'${area}' may import only types from '${other}'`
    : `'${area}' may not import '${other}'`;
}

function below(base: string, specifier: string): string | null {
  return specifier.startsWith(base) ? specifier.slice(base.length) : null;
}

/** Whether a place in the table is a file or holds it, and no inner area of the table does. */
function isWithin(path: string, place: string, area: string): boolean {
  const isThere = path.startsWith(`${place}/`) || path.replace(/\.tsx?$/, "") === place;
  return isThere && !area.startsWith(`${place}/`);
}

/** The innermost folder of a file, or the file itself, that the table names; else its first folder. */
function areaOf(path: string, { directions }: Rules): string {
  const whole = path.replace(/\.tsx?$/, "");
  for (let area = whole; area !== ""; area = area.slice(0, Math.max(0, area.lastIndexOf("/")))) {
    if (Object.hasOwn(directions, area)) return area;
  }
  return whole.split("/")[0]!;
}
