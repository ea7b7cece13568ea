import { isWattbookError } from "../../src/errors.ts";
import type { Cassettes } from "./cassettes.ts";
import { legible, structureOf } from "./legible.ts";
import type { RecordedRequest } from "./recording.ts";

/** Values by JSON pointer. */
type Leaves = ReadonlyMap<string, string>;

/** The recording that is most similar to a missing request. */
export type Nearest = NonNullable<Awaited<ReturnType<typeof nearestTo>>[number]>;

/** Finds the most similar recording for each request. Recordings are read one at a time. */
export async function nearestTo(
  requests: readonly RecordedRequest[],
  cassettes: Pick<Cassettes, "all">,
) {
  const wanted = requests.map((request) => ({
    leaves: leavesOf(request),
    best: null as { key: string; leaves: Leaves; distance: number } | null,
  }));
  for await (const { content } of cassettes.all()) {
    if (isWattbookError(content)) continue;
    const leaves = leavesOf(content.request);
    for (const one of wanted) {
      const limit = one.best?.distance ?? Infinity;
      const distance = distanceOf(leaves, one.leaves, limit);
      if (distance < limit) one.best = { key: content.key, leaves, distance };
    }
  }
  return wanted.map(({ leaves, best }) => {
    if (best === null) return null;
    const differing = [...new Map([...leaves, ...best.leaves]).keys()]
      .filter((pointer) => best.leaves.get(pointer) !== leaves.get(pointer));
    const [pointer] = differing;
    if (pointer === undefined) return null;
    const first = differenceAt(pointer, best.leaves.get(pointer), leaves.get(pointer));
    return { key: best.key, differences: differing.length, first };
  });
}

/**
 * All values of a request by JSON pointer, in reading order. A document inside a text is opened
 * too; its pointers follow an arrow.
 */
function leavesOf({ body, ...rest }: RecordedRequest): Leaves {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, pointer: string): void => {
    const inner = typeof value === "string" ? structureOf(value) : undefined;
    if (inner !== undefined) return walk(inner, `${pointer} → `);
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    if (entries.length === 0) {
      leaves.set(pointer, typeof value === "object" ? JSON.stringify(value) : String(value));
    }
    for (const [key, one] of entries) {
      walk(one, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    }
  };
  // A body that is nested too deep to be made legible is one value.
  const isLegible = typeof legible(body) !== "string";
  walk(isLegible ? { ...rest, body: structureOf(body) } : rest, "");
  return isLegible ? leaves : leaves.set("/body", body);
}

/**
 * How different two requests are: for each value 0 (equal) to 1 (nothing in common), and half if
 * only one request has it. Stops early at the limit.
 */
function distanceOf(a: Leaves, b: Leaves, limit: number): number {
  let distance = 0, common = 0;
  for (const [pointer, text] of a) {
    const other = b.get(pointer);
    if (other !== undefined) common++;
    if (other === text) continue;
    distance += other === undefined ? 0.5 : unlikeness(text, other);
    if (distance >= limit) return Infinity;
  }
  return distance + (b.size - common) / 2;
}

/** The share of the longer text between the common beginning and the common end. */
function unlikeness(a: string, b: string): number {
  const most = Math.max(a.length, b.length), least = Math.min(a.length, b.length);
  const begin = commonBeginning(a, b);
  let end = 0;
  while (end < least - begin && a.at(-1 - end) === b.at(-1 - end)) end++;
  return (most - begin - end) / most;
}

function commonBeginning(a: string, b: string): number {
  const least = Math.min(a.length, b.length);
  let at = 0;
  while (at < least && a[at] === b[at]) at++;
  return at;
}

/** Characters shown before a difference, and in total. */
const BEFORE = 24, SHOWN = 72;

/**
 * @param pointer JSON pointer. After an arrow it points into the document found there.
 * @returns The texts around the difference; `undefined` where there is nothing.
 */
function differenceAt(pointer: string, recorded?: string, now?: string) {
  const at = commonBeginning(recorded ?? "", now ?? "");
  const line = (now ?? recorded ?? "").slice(0, at).split("\n").length;
  const isLong = [recorded, now].some((text) => text?.includes("\n"));
  const shown = { recorded: around(recorded, at), now: around(now, at) };
  return { pointer, ...(isLong && { line }), ...shown };
}

/** The text at a place, within its line. */
function around(text: string | undefined, at: number): string | undefined {
  if (text === undefined) return undefined;
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const start = Math.max(lineStart, at - BEFORE);
  const [rest = ""] = text.slice(start).split("\n", 1);
  const shown = rest.slice(0, SHOWN).toWellFormed();
  return `${start > lineStart ? "…" : ""}${shown}${rest.length > SHOWN ? "…" : ""}`;
}
