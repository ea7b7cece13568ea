import { legible } from "./legible.ts";
import type { RecordedRequest } from "./recording.ts";

/**
 * All that a request says, leaf by leaf, in the order in which a person reads it. A document within a
 * text of the body is taken apart as well: its leaves stand behind an arrow.
 *
 * @returns JSON pointers with what stands there, as text.
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
