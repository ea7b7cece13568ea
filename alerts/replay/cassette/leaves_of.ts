import { legible } from "./legible.ts";
import type { RecordedRequest } from "./recording.ts";

/**
 * All values of a request by JSON pointer, in reading order. A document inside a text is opened
 * too; its pointers follow an arrow.
 */
export function leavesOf({ body, ...rest }: RecordedRequest): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, pointer: string): void => {
    if (typeof value !== "object" || value === null) {
      leaves.set(pointer, String(value));
      return;
    }
    const entries = Object.entries(value);
    const [[mark, inside] = []] = entries;
    if (entries.length === 1 && mark === "$json") return walk(inside, `${pointer} → `);
    if (entries.length === 1 && mark === "$lines" && Array.isArray(inside)) {
      leaves.set(pointer, inside.join("\n"));
      return;
    }
    if (entries.length === 0) leaves.set(pointer, Array.isArray(value) ? "[]" : "{}");
    for (const [key, one] of entries) {
      walk(one, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    }
  };
  walk({ ...rest, body: legible(body) }, "");
  return leaves;
}
