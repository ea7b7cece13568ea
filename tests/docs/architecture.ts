/**
 * The drawing of `docs/architecture.md`, from the table of directions.
 *
 * @module
 */

import { DIRECTIONS } from "../import_rules.ts";

/** Folders of `src/`, that is, areas that are drawn; the small files below them are not. */
/** What everything may import: not drawn, but named on the page. */
export const GROUND: ReadonlySet<string> = new Set([
  ...["bisect", "errors", "catalogue", "secret", "columns", "time", "text", "pattern", "selector"],
  ...[
    "effects",
    "files",
    "json_file",
    "project_files",
    "config",
    "read_by",
    "file_problems",
    "household_schema",
    "household",
  ],
]);

/** The drawn areas, from the ground upwards. */
export const DRAWN: readonly string[] = Object.keys(DIRECTIONS).filter((area) => !GROUND.has(area));

/**
 * Arrows from each area to those that use it, without those that a longer way implies.
 *
 * @returns Pairs `[used, user]`.
 */
export function arrows(): [string, string][] {
  const uses = (area: string) => {
    const { areas, types = [] } = DIRECTIONS[area]!;
    const folders = [...areas, ...types].map((one) => one.split("/")[0]!);
    return new Set(folders.filter((one) => DRAWN.includes(one) && one !== area));
  };
  const reaches = (from: string, to: string): boolean =>
    [...uses(from)].some((next) => next === to || reaches(next, to));
  return DRAWN.flatMap((user) =>
    [...uses(user)].filter((used) =>
      ![...uses(user)].some((between) => between !== used && reaches(between, used))
    ).map((used): [string, string] => [used, user])
  );
}

/**
 * The page with the drawing as the table of directions has it today.
 *
 * @param page Text of `docs/architecture.md`.
 * @throws {Error} If the page has no place for the drawing.
 */
export function withDrawing(page: string): string {
  const place = /^```mermaid\n[^]*?^```$/m;
  if (!place.test(page)) throw new Error("docs/architecture.md has no drawing");
  const lines = [
    "server[(metrics server)] --> client",
    "disk[(Parquet files)] <--> archive",
    ...arrows().map(([used, user]) => `${used} --> ${user}`),
  ];
  return page.replace(
    place,
    ["```mermaid", "flowchart LR", ...lines.map((one) => `  ${one}`), "```"].join("\n"),
  );
}
