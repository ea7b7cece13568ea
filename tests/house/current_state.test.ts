import { expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { currentState } from "../../src/house/current_state.ts";
import { PresentState } from "../../src/house/present_state.ts";
import { defaultHousehold } from "../../src/household.ts";

const house = defaultHousehold({ zone: "Europe/Berlin" });

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

test("is a frame with a row per quantity and string", async () => {
  const nothing = { columns: joinSeries([]), notices: ["slow"], requests: 1 };
  const query = () => Promise.resolve({ ...nothing, resultType: "vector" as const });
  const state = await currentState({ query, description: "example" }, house, { now: 0 });
  const present = new PresentState({ ...state, strings: [{ name: "pv1", value: 812.4 }] });
  expect(present.frame.columns).toEqual(["quantity", "value", "unit", "remark"]);
  expect(present.frame.height).toBe(8);
  expect(present.frame.toRecords().at(-1)).toMatchObject({
    quantity: "pv1",
    value: 812.4,
    unit: "W",
  });
  expect(present.notices).toEqual(["slow"]);
  expect(String(present)).toMatch(/^1970-01-01T00:00:00\.000Z, from example\n/);
});
