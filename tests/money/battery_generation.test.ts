import { expect, test } from "vitest";
import { batteryHistory, type MeasuredDays } from "../../src/money/battery_history.ts";
import { HOUR, MINUTE } from "../../src/time.ts";

const start = Date.UTC(2025, 5, 3), count = 1440;

/** A day of 3 kW of sun from 6 to 18, of which some minutes are not known. */
function day(
  isUnknown: { readonly grid: (i: number) => boolean; readonly pv: (i: number) => boolean },
) {
  const column = (of: (i: number) => number) =>
    Float64Array.from({ length: count }, (_, i) => of(i));
  const grid = (watts: number) => column((i) => isUnknown.grid(i) ? NaN : watts);
  return {
    household: {},
    rows: [{ date: "2025-06-03", import_kwh: 2.4, export_kwh: 0, yield_kwh: 36 }],
    reconciled: [],
    power: {
      time: column((i) => start + i * MINUTE),
      step: MINUTE,
      days: [{ label: "2025-06-03", start, end: start + 24 * HOUR }],
      grid_w: grid(100),
      import_w: grid(100),
      export_w: grid(0),
      generation_w: column((i) => isUnknown.pv(i) ? NaN : i >= 360 && i < 1080 ? 3000 : 0),
    },
  } as unknown as MeasuredDays;
}

test("the yield of hours without grid power does not go to a minute without inverter power", () => {
  const grid = (i: number) => i >= 600 && i < 840;
  const { flows } = batteryHistory(day({ grid, pv: (i) => i === 900 }));
  // 3 kW over a minute, as in the minutes around it.
  expect(flows.generated[900]).toBeCloseTo(0.05, 9);
  expect(flows.generated.reduce((sum, kwh) => sum + kwh, 0)).toBeCloseTo(3 * 8, 9);
});

test("where both are unknown, the yield is shared with the known hours of the inverter's gap", () => {
  const grid = (i: number) => i >= 600 && i < 840;
  const { flows } = batteryHistory(day({ grid, pv: (i) => i >= 720 && i < 960 }));
  expect(flows.generated.subarray(840, 960).reduce((sum, kwh) => sum + kwh, 0)).toBeCloseTo(6, 9);
});
