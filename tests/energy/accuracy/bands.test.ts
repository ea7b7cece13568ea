import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  autarkyBand,
  bandsOf,
  detailCells,
  type Reconciled,
  rollUpReconciled,
  selfConsumptionBand,
} from "../../../src/energy/accuracy/bands.ts";
import { deviceBands } from "../../../src/energy/accuracy/device_bands.ts";
import {
  addDependent,
  addEstimates,
  type Band,
  bandOf,
  subtract,
} from "../../../src/energy/accuracy/estimate.ts";

const kwh = fc.integer({ min: 0, max: 50_000 }).map((wh) => wh / 1000);
const share = fc.integer({ min: 0, max: 1000 }).map((one) => one / 1000);
/** A band and a truth in it. */
const measured = fc.tuple(kwh, kwh, share).map(([a, b, at]): { band: Band; is: number } => {
  const low = Math.min(a, b), high = Math.max(a, b);
  return { band: { low, high }, is: low + at * (high - low) };
});

function expectHeld(band: Band | null, is: number) {
  expect(band!.low).toBeLessThanOrEqual(is + 1e-12);
  expect(band!.high).toBeGreaterThanOrEqual(is - 1e-12);
  expect(band!.low).toBeGreaterThanOrEqual(0);
  expect(band!.high).toBeLessThanOrEqual(1);
}

describe("autarkyBand()", () => {
  test("holds the autarky of every self-consumption and import within their bands", () => {
    fc.assert(fc.property(measured, measured, (own, imported) => {
      fc.pre(own.is + imported.is > 0);
      expectHeld(autarkyBand(own.band, imported.band), own.is / (own.is + imported.is));
    }));
  });

  test("is null where nothing was consumed", () => {
    expect(autarkyBand({ low: 0, high: 0 }, { low: 0, high: 0 })).toBe(null);
  });
});

describe("selfConsumptionBand()", () => {
  test("holds the rate of every export up to the yield, within their bands", () => {
    fc.assert(fc.property(measured, measured, (exported, generated) => {
      fc.pre(generated.is > 0 && exported.is <= generated.is);
      expectHeld(
        selfConsumptionBand(exported.band, generated.band),
        1 - exported.is / generated.is,
      );
    }));
  });

  test("stays within 0 and 1 where export and yield overlap, and is null without a yield", () => {
    expect(selfConsumptionBand({ low: 4, high: 9 }, { low: 0, high: 5 }))
      .toEqual({ low: 0, high: expect.closeTo(0.2, 12) });
    expect(selfConsumptionBand({ low: 0, high: 1 }, { low: 0, high: 0 })).toBe(null);
  });
});

const of = (kwh: number, sigma = 0, above = 0) => ({ kwh, below: 0, above, sigma });

/** A day of a house without an import register. */
function day(date: string, { isKnown = true, imported = of(2, 0.1) } = {}): Reconciled {
  const estimates = {
    import_kwh: imported,
    export_kwh: isKnown ? of(6, 0.4) : null,
    yield_kwh: of(8, 0, 0.1),
    self_consumed_kwh: isKnown ? of(2, 0.4) : null,
    consumption_kwh: isKnown ? of(4, 0.5) : null,
  };
  const balanced = isKnown ? estimates : null;
  return {
    date,
    import_counter_kwh: null,
    import_integral_kwh: 2,
    import_residual_kwh: null,
    export_integral_kwh: isKnown ? 6 : null,
    yield_day_counter_kwh: 8,
    yield_lifetime_kwh: null,
    yield_integral_kwh: 8,
    dc_integral_kwh: null,
    estimates,
    balanced,
    bands: bandsOf(estimates, balanced),
  };
}

describe("rollUpReconciled()", () => {
  const nine = Array.from({ length: 9 }, (_, i) => day(`2025-06-0${i + 1}`));

  test("adds noise in quadrature, and what is systematic as it is", () => {
    const [month] = rollUpReconciled(nine, "month");
    expect(month!.import_counter_kwh).toBe(null);
    expect(month!.import_integral_kwh).toBe(18);
    expect(month!.estimates.export_kwh).toMatchObject({ kwh: 54, sigma: expect.closeTo(1.2, 9) });
    expect(month!.estimates.yield_kwh).toMatchObject({ above: expect.closeTo(0.9, 9), sigma: 0 });
  });

  test("has ratios without an import register, around those of the table", () => {
    const [month] = rollUpReconciled(nine, "month");
    const { autarky, self_consumption_rate } = month!.bands;
    expect(autarky!.low).toBeLessThan(0.5);
    expect(autarky!.high).toBeGreaterThan(0.5);
    expect(self_consumption_rate!.low).toBeLessThan(0.25);
    expect(self_consumption_rate!.high).toBeGreaterThan(0.25);
  });

  test("takes ratios from the days that know all energies, energies from all that know them", () => {
    const lacking = day("2025-06-10", { isKnown: false, imported: of(500) });
    const [month] = rollUpReconciled([...nine, lacking], "month");
    const [without] = rollUpReconciled(nine, "month");
    expect(month!.estimates.import_kwh!.kwh).toBe(518);
    expect(month!.estimates.export_kwh!.kwh).toBe(54);
    expect(month!.bands.autarky).toEqual(without!.bands.autarky);
  });

  test("of one day has the bands of that day, with a battery and without", () => {
    const plain = day("2025-06-01"), { estimates, balanced } = plain;
    expect(rollUpReconciled([plain], "month")).toEqual([{ ...plain, date: "2025-06" }]);
    const devices = {
      columns: { battery_charged_kwh: of(3, 0.2), battery_loss_kwh: of(0.5, 0.3) },
      own: of(3, 0.7),
      pvExport: of(5, 0.9),
    };
    const withBattery = {
      ...plain,
      bands: bandsOf(estimates, balanced, devices),
      devices: { estimates: devices, balanced: devices, bands: deviceBands(devices) },
    };
    expect(withBattery.bands.autarky).not.toEqual(plain.bands.autarky);
    expect(rollUpReconciled([withBattery], "month")).toEqual([{ ...withBattery, date: "2025-06" }]);
  });

  test("of days that know nothing is unknown", () => {
    const [month] = rollUpReconciled([day("2025-06-01", { isKnown: false })], "month");
    expect(month!.bands).toMatchObject({ export_kwh: null, autarky: null });
  });
});

test("bandOf(): a band is 2.5 standard deviations wide on either side", () => {
  expect(bandOf({ kwh: 10, below: 0, above: 1, sigma: 2 })).toEqual({ low: 5, high: 16 });
});

test("addEstimates(): noise of days adds up in quadrature", () => {
  const day = { kwh: 10, below: 0, above: 1, sigma: 2 };
  const four = { kwh: 40, below: 0, above: 4, sigma: 4 };
  expect(addEstimates([day, day, day, day])).toEqual(four);
});

test("addDependent(): noise of the same samples adds up in full", () => {
  const one = { kwh: 10, below: 0, above: 1, sigma: 2 };
  expect(addDependent(one, one).sigma).toBe(4);
});

test("subtract(): what one energy lacks the rest has too much", () => {
  const rest = subtract(
    { kwh: 10, below: 0, above: 1, sigma: 3 },
    { kwh: 4, below: 0, above: 2, sigma: 4 },
  );
  expect(rest).toEqual({ kwh: 6, below: 2, above: 1, sigma: 5 });
});

test("autarkyBand(): the autarky is lowest with the least self-consumption", () => {
  const band = autarkyBand({ low: 1, high: 3 }, { low: 1, high: 3 });
  expect(band).toEqual({ low: 0.25, high: 0.75 });
});

test("selfConsumptionBand(): the rate is lowest with the most export", () => {
  const band = selfConsumptionBand({ low: 3, high: 5 }, { low: 4, high: 6 });
  expect(band).toEqual({ low: 0, high: 0.5 });
});

test("bandsOf(): ratios need days that know all energies", () => {
  const of = (kwh: number) => ({ kwh, below: 0, above: 0, sigma: 0 });
  const energies = {
    import_kwh: of(2),
    export_kwh: of(6),
    yield_kwh: of(8),
    self_consumed_kwh: of(2),
    consumption_kwh: of(4),
  };
  expect(bandsOf(energies, energies).autarky?.low).toBe(0.5);
  expect(bandsOf(energies, null).autarky).toBe(null);
});

test("detailCells(): a period as cells of the detail columns", () => {
  const unknown = {
    import_kwh: null,
    export_kwh: null,
    yield_kwh: null,
    self_consumed_kwh: null,
    consumption_kwh: null,
  };
  const cells = detailCells({
    date: "2025-06-01",
    import_counter_kwh: 5,
    import_integral_kwh: 6,
    import_residual_kwh: 1,
    export_integral_kwh: null,
    yield_day_counter_kwh: null,
    yield_lifetime_kwh: null,
    yield_integral_kwh: null,
    dc_integral_kwh: null,
    estimates: unknown,
    balanced: null,
    bands: {
      ...unknown,
      import_kwh: { low: 4, high: 7 },
      autarky: null,
      self_consumption_rate: null,
    },
  });
  expect(cells["import_kwh_high"]).toBe(7);
  expect(cells["autarky_low"]).toBe(null);
});
