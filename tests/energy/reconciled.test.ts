import { describe, expect, test } from "vitest";
import { bandsOf, type Reconciled, rollUpReconciled } from "../../src/energy/bands.ts";

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

  test("of days that know nothing is unknown", () => {
    const [month] = rollUpReconciled([day("2025-06-01", { isKnown: false })], "month");
    expect(month!.bands).toMatchObject({ export_kwh: null, autarky: null });
  });
});
