import type { BaseSequencer, TestSpecification } from "vitest/node";

/**
 * Test files that take longest for their size, the longest first. Vitest begins with the largest files
 * where it has not measured them yet; these would be left for one core at the end.
 */
const LONGEST = [
  "tests/docs/commands.test.ts",
  "tests/services/kill.test.ts",
  "tests/houses/houses.test.ts",
  "tests/docs/pages.test.ts",
  "tests/setup/facts.test.ts",
  "tests/redact/growth.test.ts",
  "tests/services/replay_kill.test.ts",
  "tests/setup/houses.test.ts",
  "tests/bands/bands.test.ts",
  "tests/houses/hidden.test.ts",
  "tests/money/range_coverage.test.ts",
];

/**
 * Begins with the files that take longest, so that no core is idle at the end.
 *
 * @param Base Vitest's own order.
 */
export function longestFirst(Base: typeof BaseSequencer): typeof BaseSequencer {
  return class extends Base {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
    }
  };
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place < 0 ? LONGEST.length : place;
}
