import { describe, expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { defaultHousehold, parseHousehold } from "../../src/household.ts";
import { refuseParallelDevices } from "../../src/server_side/checks.ts";
import { HOUR } from "../../src/time.ts";

const DAY = 24 * HOUR;

/** Answers with the number of looks at which several devices were there, by binding. */
function server(looks: Record<string, number>) {
  const asked: string[] = [];
  return {
    asked,
    query(expression: string) {
      asked.push(expression);
      const columns = joinSeries(
        Object.entries(looks).map(([wattbook, value]) => (
          { labels: { wattbook }, time: Float64Array.of(0), value: Float64Array.of(value) }
        )),
      );
      return Promise.resolve({
        columns,
        notices: [],
        requests: 1,
        resultType: "vector" as const,
      });
    },
  };
}

describe("refuseParallelDevices()", () => {
  const house = defaultHousehold({ zone: "UTC" });

  test("names the selector behind which two devices run", async () => {
    const refused = refuseParallelDevices(server({ 0: 0, 1: 24 }), house, { start: 0, end: DAY });
    await expect(refused).rejects.toMatchObject({
      code: "AMBIGUOUS_SERIES",
      message: "'gridbox_ha_multimeter_energy_Wh' matches several devices for the meter's import " +
        "register (obis 1-0:1.8.0)",
    });
  });

  test("lets one device replace another", async () => {
    await refuseParallelDevices(server({ 0: 0, 1: 2 }), house, { start: 0, end: DAY });
    await refuseParallelDevices(server({}), house, { start: 0, end: DAY });
  });

  test("looks once an hour, and a thousand times at the most", async () => {
    const one = server({});
    for (const days of [1, 40, 3650]) {
      await refuseParallelDevices(one, house, { start: 0, end: days * DAY });
    }
    const looks = one.asked.map((query) => /\[\d+(?:s|d):\d+s\]/.exec(query)![0]);
    expect(looks).toEqual(["[1d:3600s]", "[3456000s:3600s]", "[315360000s:316800s]"]);
  });

  test("asks nothing where nothing is bound", async () => {
    const roles = ["grid_power", "import_energy", "generation_power", "yield_today", "yield_total"];
    const bare = parseHousehold({
      zone: "UTC",
      roles: Object.fromEntries(roles.map((role) => [role, null])),
    });
    const one = server({});
    await refuseParallelDevices(one, bare, { start: 0, end: DAY });
    expect(one.asked).toEqual([]);
  });
});
