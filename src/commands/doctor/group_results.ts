import type { Result } from "../../terminal/findings.ts";

/** So many names stand in a line; the rest is counted. */
const NAMED = 4;

/**
 * Puts together what a person would read as one: results of a check that say the same of several
 * subjects, other than that all is well. Each advice stands once.
 *
 * @param results Results of one check.
 */
export function groupResults(results: readonly Result[]): Result[] {
  const groups = new Map<string, Result[]>();
  for (const [index, result] of results.entries()) {
    const { status, found, subject, advice } = result;
    const isOwn = status === "ok" || subject === undefined;
    const key = isOwn ? String(index) : JSON.stringify([status, found, advice]);
    const group = groups.get(key);
    if (group) group.push(result);
    else groups.set(key, [result]);
  }
  let known: string | undefined;
  return [...groups.values()].map((group) => {
    const { advice, ...first } = group[0]!;
    const subjects = group.flatMap(({ subject }) => subject ?? []);
    const isNews = advice !== undefined && advice !== known;
    known = advice ?? known;
    return {
      ...first,
      ...(subjects.length > 0 && { subject: inShort(subjects) }),
      ...(isNews && { advice }),
    };
  });
}

function inShort(names: readonly string[]): string {
  if (names.length <= NAMED) return names.join(", ");
  return `${names.slice(0, NAMED - 1).join(", ")} and ${names.length - NAMED + 1} more`;
}
