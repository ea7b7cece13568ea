import { describe, expect, test } from "vitest";
import { openArchive } from "../../src/archive/open_archive.ts";
import { connect } from "../../src/client/connect.ts";
import { selector } from "../../src/selector.ts";
import { HOUR, MINUTE } from "../../src/time.ts";
import { DEMO } from "./demo_weeks.ts";
import { describeEachServer } from "./each_server.ts";

const archive = await openArchive(DEMO);
const file = await Deno.readTextFile(new URL("../../deploy/recording-rules.yml", import.meta.url));

/** Name and expression of each rule in the file. */
const rules = [...file.matchAll(/- record: (\S+)\n +expr: \|\n((?: {10,}.*\n)+)/g)]
  .map(([, name, expression]) => [name!, expression!] as const);

/**
 * Days with a night in the middle; one with restarts of both exporters, some of them overlapping.
 * Where no scrape marks the end of a series, its last value stays for up to five minutes: once at
 * dusk, and once per restart.
 */
const RANGES = [
  ["without a restart", Date.UTC(2025, 9, 14, 12), 5],
  ["with two restarts", Date.UTC(2025, 9, 25, 12), 15],
] as const;

describeEachServer(({ url }) => {
  test("the file has the four rules", () => {
    expect(rules.length).toBe(4);
  });

  describe.each(RANGES)("a day %s", (_, start, strays) => {
    const range = { start, end: start + 24 * HOUR, step: MINUTE };

    test.each(rules)("%s gives what the demo has recorded", async (name, expression) => {
      await using client = await connect({ route: { kind: "direct", url } });
      const { columns } = await client.queryRange(expression, range);
      const recorded = await archive.samples(selector(name), range);
      const found = new Map([...columns.time].map((time, row) => [time, columns.value[row]!]));
      const { time, value } = recorded.columns;
      expect(time.length).toBeGreaterThan(1430);
      const off = [...time].filter((at, row) =>
        !(Math.abs((found.get(at) ?? NaN) - value[row]!) < 1e-9)
      );
      expect(off.length).toBeLessThanOrEqual(strays);
      expect(Math.abs(found.size - time.length)).toBeLessThanOrEqual(strays);
    });
  });
});
