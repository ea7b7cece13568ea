import { expect, test } from "vitest";
import { connect } from "../../src/client/connect.ts";
import { defaultHousehold } from "../../src/household.ts";
import { currentState } from "../../src/house/current_state.ts";
import { describeEachServer } from "./each_server.ts";

const house = defaultHousehold({ zone: "Europe/Berlin", meterAinRegex: "12345 0123456(-1)?" });
const jobs = { inverterJob: "inverter-exporter", meterJob: "gridbox-exporter" };

/** Noon and night of days before and after the recording rules begin. */
const BEFORE_RULES = "2025-10-01T12:30:00+02:00";
const WITH_RULES = "2025-11-20T12:30:00+01:00";
const NIGHT = "2025-11-20T22:00:00+01:00";

describeEachServer(({ url }) => {
  async function stateAt(time: string) {
    await using client = await connect({ route: { kind: "direct", url } });
    return await currentState(client, house, { now: Date.parse(time), jobs });
  }

  test.each([[WITH_RULES], [BEFORE_RULES]])(
    "now() at %s: all numbers, and they agree",
    async (time) => {
      const { quantities, strings, exporters, logger } = await stateAt(time);
      const { generation, grid, load, export: exported, autarky } = quantities;
      expect(generation.value).toBeGreaterThan(0);
      expect(load.value).toBeCloseTo(grid.value! + generation.value!, 6);
      expect(exported.value).toBeCloseTo(Math.max(0, -grid.value!), 6);
      expect(autarky.value).toBeCloseTo(100 * Math.min(1, generation.value! / load.value!), 6);
      expect(quantities.yield_today.value).toBeGreaterThan(0);
      expect(quantities.exported_today.value).toBeLessThan(quantities.yield_today.value!);
      expect(strings.map(({ name }) => name)).toEqual(["pv1", "pv2", "pv3", "pv4"]);
      expect(strings[2]!.value).toBe(0);
      expect(new Set(exporters!.map(({ value }) => value))).toEqual(new Set([1]));
      expect(logger.value).toBe(1);
      for (const { remark } of [generation, grid, load, exported, autarky]) {
        if (time === WITH_RULES) expect(remark).toBeUndefined();
        else expect(remark).toContain("no recording rule");
      }
    },
  );

  test("now() at night: no generation, and the yield of the day is not forgotten", async () => {
    const { quantities, strings } = await stateAt(NIGHT);
    expect(quantities.generation.value).toBe(0);
    expect(quantities.load.value).toBe(quantities.grid.value);
    expect(quantities.autarky.value).toBe(0);
    expect(quantities.yield_today.value).toBeGreaterThan(0);
    expect(quantities.yield_today.remark).toContain("last reading");
    expect(strings).toEqual([]);
  });
});
