import { expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { candidates, currentState } from "../../src/house/current_state.ts";
import { defaultHousehold } from "../../src/household.ts";

const house = defaultHousehold({ zone: "Europe/Berlin" });

test("asks the recording rule first, then its expression from raw series", () => {
  const { grid } = candidates(house, Date.UTC(2025, 5, 1));
  expect(grid.map(({ expression }) => expression)).toEqual([
    "home:power_grid_import:watts",
    "max(gridbox_ha_multimeter_power_W)",
  ]);
});

test("shows a negative grid power as it is: the house exports", async () => {
  const exporting = { labels: {}, time: Float64Array.of(0), value: Float64Array.of(-250) };
  const query = () =>
    Promise.resolve({
      columns: joinSeries([exporting]),
      notices: [],
      requests: 1,
      resultType: "vector" as const,
    });
  const { quantities } = await currentState({ query, description: "example" }, house);
  expect(quantities.grid.value).toBe(-250);
});
