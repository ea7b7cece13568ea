import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayBalance } from "../../src/energy/balance.ts";
import { ratiosOf } from "../../src/energy/balance.ts";

describe("dayBalance()", () => {
  test.each(
    [
      // import, export, yield, method → export, yield, self-consumed, consumption, flags
      [[2, 6, 8, "integral"], [6, 8, 2, 4, []]],
      // no sun
      [[9, 0, 0, "integral"], [0, 0, 0, 9, []]],
      // the integral may be a little high
      [[2, 8.1, 8, "integral"], [8, 8, 0, 2, ["balanced"]]],
      // a register is right, the yield was read from a coarser counter
      [[2, 8.01, 8, "counter"], [8.01, 8.01, 0, 2, ["balanced"]]],
      // more than any error explains: a battery, a wrong sign, a second inverter
      [[2, 9, 8, "integral"], [9, 8, null, null, ["export_exceeds_yield"]]],
      [[2, 8.1, 8, "counter"], [8.1, 8, null, null, ["export_exceeds_yield"]]],
      // unknown stays unknown
      [[null, 6, 8, "integral"], [6, 8, 2, null, []]],
      [[2, null, 8, "unknown"], [null, 8, null, null, []]],
      [[2, 6, null, "integral"], [6, null, null, null, []]],
    ] as const,
  )("of %j is %j", ([imported, exported, generated, method], expected) => {
    const { energies: e, flags } = dayBalance(imported, exported, generated, method);
    expect([e.export_kwh, e.yield_kwh, e.self_consumed_kwh, e.consumption_kwh, flags])
      .toEqual(expected);
    expect(e.import_kwh).toBe(imported);
  });

  test.each(
    [
      // a yield of 30 kWh: two good meters differ by a share of a percent
      [[2, 30.15, 30, "counter"], {}, [30.15, 30.15, ["balanced"]]],
      [[2, 30.2, 30, "counter"], {}, [30.2, 30, ["export_exceeds_yield"]]],
      // samples ten minutes apart know the export no better
      [[2, 8.5, 8, "integral"], { exported: 0.6 }, [8, 8, ["balanced"]]],
      [[2, 8.7, 8, "integral"], { exported: 0.6 }, [8.7, 8, ["export_exceeds_yield"]]],
      // a false sample predicts any error, but explains none
      [[2, 168, 0, "integral"], { exported: 300 }, [168, 0, ["export_exceeds_yield"]]],
      [[2, 9.7, 8, "integral"], { exported: 300 }, [9.7, 8, ["export_exceeds_yield"]]],
      // the yield is known to a kilowatt-hour only, the export better
      [[2, 1.6, 1, "integral"], { exported: 0.1, generated: 1 }, [1.6, 1.6, ["balanced"]]],
      [[2, 1.6, 1, "counter"], { generated: 1 }, [1.6, 1.6, ["balanced"]]],
      [[2, 2.2, 1, "counter"], { generated: 1 }, [2.2, 1, ["export_exceeds_yield"]]],
    ] as const,
  )(
    "of %j with errors of %j is %j",
    ([imported, exported, generated, method], errors, expected) => {
      const { energies: e, flags } = dayBalance(imported, exported, generated, method, {
        exported: 0,
        generated: 0,
        ...errors,
      });
      expect([e.export_kwh, e.yield_kwh, flags]).toEqual(expected);
    },
  );

  test("an excess that a gap of the yield explains is no contradiction, but nothing is known", () => {
    const errors = { exported: 0, generated: 0, unseen: 20 };
    for (const [exported, flags] of [[14, []], [40, ["export_exceeds_yield"]]] as const) {
      const day = dayBalance(3, exported, 9, "counter", errors);
      expect(day.flags).toEqual(flags);
      expect([day.energies.yield_kwh, day.energies.consumption_kwh]).toEqual([9, null]);
    }
  });

  test("both equations of the specification hold whenever all is known", () => {
    const kwh = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(kwh, kwh, kwh, fc.constantFrom("counter", "integral"), (i, x, y, method) => {
        const { energies: e } = dayBalance(i, x, y, method);
        if (e.self_consumed_kwh === null) return;
        expect(e.self_consumed_kwh).toBeGreaterThanOrEqual(0);
        expect(e.self_consumed_kwh + e.export_kwh!).toBeCloseTo(e.yield_kwh!, 9);
        expect(e.self_consumed_kwh + e.import_kwh!).toBeCloseTo(e.consumption_kwh!, 9);
      }),
    );
  });
});

test("dayBalance(): what is not exported is consumed", () => {
  const { energies } = dayBalance(2, 6, 8, "integral");
  expect(energies.self_consumed_kwh).toBe(2);
  expect(energies.consumption_kwh).toBe(4);
});

test("ratios come from the energies of the period", () => {
  const energies = { import_kwh: 2, export_kwh: 6, yield_kwh: 8, self_consumed_kwh: 2 };
  const ratios = ratiosOf({ ...energies, consumption_kwh: 4 });
  expect(ratios).toEqual({ autarky: 0.5, self_consumption_rate: 0.25 });
});
