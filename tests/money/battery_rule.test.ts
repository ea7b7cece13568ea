import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Flows, pricedOnly } from "../../src/money/battery_flows.ts";
import { priceInput } from "../../src/money/battery_input.ts";
import {
  acFromStored,
  acToStore,
  batteryModel,
  type BatterySpec,
  storedBy,
  usedUpBy,
} from "../../src/money/battery_model.ts";
import { ruleOutcome } from "../../src/money/battery_outcome.ts";
import { type RuleOptions, runRule } from "../../src/money/battery_rule.ts";
import { noFlows } from "./no_flows.ts";
import { cases } from "./random_cases.ts";
import { constantTariff } from "./tariff_of.ts";

/** Hours of net power: positive is drawn. [kW] */
function hours(...nets: number[]): Flows {
  return {
    ...noFlows(nets.length),
    imported: Float64Array.from(nets, (net) => Math.max(0, net)),
    exported: Float64Array.from(nets, (net) => Math.max(0, -net)),
  };
}

function run(flows: Flows, spec: BatterySpec, options: Partial<RuleOptions> = {}) {
  const prices = {
    imported: new Float64Array(flows.time.length).fill(0.3),
    exported: new Float64Array(flows.time.length).fill(0.1),
  };
  return runRule(flows, prices, batteryModel(spec), { stored: 0, ...options });
}

describe("the self-use rule", () => {
  test("stores what would be fed in and gives what would be drawn, within power and room", () => {
    const { sums, stored } = run(hours(-4, -4, 1, 9), { kwh: 5, kw: 3, efficiency: 0.8 });
    // 3 kWh become 2.4; the rest of the room takes 2.6 / 0.8 kWh, but 3 kW are the most.
    expect(sums.charged).toBeCloseTo(3 + 3, 12);
    expect(sums.exported).toBeCloseTo(2, 12);
    expect(sums.discharged).toBeCloseTo(1 + 3 - Math.max(0, (1 + 3) - 4.8 * 0.8), 12);
    expect(sums.imported).toBeCloseTo(10 - 4.8 * 0.8, 12);
    expect(stored).toBeCloseTo(0, 12);
    expect(sums.gain).toBeCloseTo(0.3 * 4.8 * 0.8 - 0.1 * 6, 12);
    expect(sums.forgone).toBeCloseTo(0.6, 12);
  });

  test("keeps the charge that it must, and its charge through a gap", () => {
    const flows = { ...hours(-5, 0, 9), hours: Float64Array.of(1, 0, 1) };
    const gap = { ...flows, gap: Float64Array.of(0, 1, 0) };
    const spec = { kwh: 10, kw: 5, efficiency: 1, minCharge: 0.7 };
    expect(run(gap, spec).sums.discharged).toBeCloseTo(3, 12);
    expect(run(gap, spec, { gaps: "worst" }).sums.discharged).toBeCloseTo(0, 12);
    const half = { ...gap, exported: Float64Array.of(1, 0, 0) };
    expect(run(half, spec).sums.discharged).toBeCloseTo(1, 12);
    expect(run(half, spec, { gaps: "best" }).sums.discharged).toBeCloseTo(3, 12);
  });

  test("draws its standby from surplus, store or grid", () => {
    const { sums } = run(hours(-1, 0, 0), { kwh: 5, kw: 5, efficiency: 1, standbyW: 400 });
    expect(sums.charged).toBeCloseTo(0.6, 12);
    expect(sums.discharged).toBeCloseTo(0.6, 12);
    expect(sums.imported).toBeCloseTo(0.2, 12);
  });

  test("of a DC-coupled battery shares the inverter with the panels", () => {
    const flows = { ...hours(-4, 3), generated: Float64Array.of(6, 4) };
    const dc = { kwh: 9, kw: 9, efficiency: 1, coupling: "dc", inverterEfficiency: 0.8 } as const;
    // What is not fed in never passes the inverter: 4 kWh AC are 5 kWh DC.
    expect(run(flows, dc).sums.drained).toBeCloseTo(3 / 0.8, 12);
    const stored = run(hours(-4), dc).stored;
    expect(stored).toBeCloseTo(5, 12);
    expect(run(flows, { ...dc, inverterKw: 5 }).sums.discharged).toBeCloseTo(1, 12);
  });

  test("neither creates nor loses energy", () => {
    const lossy = { kwh: 4, kw: 2, efficiency: 0.97, converterW: 30, fullLoadLoss: 0.03 };
    fc.assert(fc.property(cases("convex"), fc.boolean(), ({ flows, prices, model }, isLossy) => {
      const battery = isLossy ? batteryModel(lossy) : model;
      const { sums, stored } = runRule(flows, prices, battery, { stored: 0 });
      const add = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
      expect(sums.imported + sums.discharged).toBeCloseTo(add(flows.imported), 9);
      expect(sums.exported + sums.charged).toBeCloseTo(add(flows.exported), 9);
      expect(stored).toBeGreaterThanOrEqual(0);
      expect(stored).toBeLessThanOrEqual(battery.room + 1e-12);
      // What came in is stored, given, or lost; losses are never negative.
      expect(sums.charged - sums.discharged - stored).toBeGreaterThan(-1e-9);
      if (!isLossy) {
        expect(sums.charged * battery.charge.share - sums.drained).toBeCloseTo(stored, 9);
      }
    }));
  });

  test("loses much at a small share of its power, as real converters do", () => {
    const spec = { kwh: 100, kw: 3.5, efficiency: 0.98, converterW: 30, fullLoadLoss: 0.02 };
    const roundTrip = (kw: number) => {
      const { sums } = run(hours(...Array(10).fill(-kw), ...Array(30).fill(kw)), spec);
      return sums.discharged / sums.charged;
    };
    expect(roundTrip(0.1)).toBeLessThan(0.6);
    expect(roundTrip(1.5)).toBeGreaterThan(0.88);
  });

  test("inverts its losses exactly", () => {
    const positive = fc.double({ min: 0.01, max: 5, noNaN: true });
    fc.assert(fc.property(positive, positive, fc.boolean(), (energy, length, isSquare) => {
      const spec = { kwh: 10, kw: 5, converterW: 25, fullLoadLoss: isSquare ? 0.03 : 0 };
      const { charge, discharge } = batteryModel(spec);
      const most = charge.kw * length, stored = storedBy(Math.min(energy, most), length, charge);
      fc.pre(stored > 0);
      expect(acToStore(stored, length, charge)).toBeCloseTo(Math.min(energy, most), 9);
      const drained = usedUpBy(energy, length, discharge);
      expect(acFromStored(drained, length, discharge)).toBeCloseTo(energy, 9);
    }));
  });
});

describe("what is not known", () => {
  test("an interval without a price is a gap", () => {
    const flows = hours(1, 2),
      prices = {
        imported: Float64Array.of(0.3, NaN),
        exported: Float64Array.of(0.1, 0.1),
      };
    const priced = pricedOnly(flows, prices);
    expect([...priced.hours, ...priced.gap, ...priced.imported]).toEqual([1, 0, 0, 1, 1, 0]);
  });

  test("the range holds whatever the battery did in the gaps", async () => {
    const tariff = await constantTariff();
    const net = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
      minLength: 200,
      maxLength: 200,
    });
    const gaps = fc.array(fc.tuple(fc.nat(199), fc.integer({ min: 1, max: 30 })), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(fc.property(net, gaps, (nets, lost) => {
      const isLost = nets.map((_, i) => lost.some(([at, long]) => i >= at && i < at + long));
      const known = (of: (net: number) => number) =>
        Float64Array.from(nets, (net, i) => isLost[i] ? 0 : of(net));
      const flows: Flows = {
        ...noFlows(nets.length),
        time: Float64Array.from(nets, (_, i) => Date.UTC(2025, 4, 1) + i * 900_000),
        hours: known(() => 0.25),
        gap: Float64Array.from(isLost, (one) => one ? 0.25 : 0),
        imported: known((net) => Math.max(0, net)),
        exported: known((net) => Math.max(0, -net)),
      };
      // The truth: a battery that also worked in the gaps; only the known time counts.
      let stored = 0, gain = 0;
      nets.forEach((net, i) => {
        const before = stored;
        if (net < 0) stored += Math.min(-net * 0.9, 2 * 0.25 * 0.9, 3 - stored);
        else stored -= Math.min(net / 0.9, 2 * 0.25 / 0.9, stored);
        const change = stored - before;
        if (!isLost[i]) gain += change < 0 ? -change * 0.9 * 0.3 : -change / 0.9 * 0.08;
      });
      gain += stored * 0.9 * 0.3;
      const start = flows.time[0]!, end = flows.time.at(-1)! + 900_000;
      const days = [{ label: "2025-05-01", start, end }];
      const error = { imported: 0, exported: 0 };
      const input = priceInput({ flows, step: 900_000, days, error }, tariff);
      const { gain: is } = ruleOutcome(input, batteryModel({ kwh: 3, kw: 2, efficiency: 0.9 }));
      expect(gain).toBeGreaterThan(is.low - 1e-9);
      expect(gain).toBeLessThan(is.high + 1e-9);
    }));
  });
});

describe("a battery that cannot be", () => {
  const spelled = (name: string) => `--${name}`;
  test.each<[Partial<BatterySpec>, string]>([
    [{ kwh: -5 }, "--kwh is -5 kWh"],
    [{ kw: 0 }, "--kw is 0 kW"],
    [{ kwh: NaN }, "--kwh is NaN kWh"],
    [{ efficiency: 95 }, "--efficiency is 95"],
    [{ dischargeEfficiency: 1.01 }, "--dischargeEfficiency is 1.01"],
    [{ minCharge: 1 }, "--minCharge is 1"],
    [{ standbyW: -3 }, "--standbyW is -3 W"],
    [{ coupling: "usb" as "ac" }, "--coupling is 'usb', which is not a way to connect a battery"],
    [{ inverterKw: 5 }, "--inverterKw has no meaning for an AC-coupled battery"],
  ])("%o is refused", (wrong, message) => {
    const make = () => batteryModel({ kwh: 5, kw: 5, ...wrong }, spelled);
    expect(make).toThrow(message);
    expect(make).toThrow(expect.objectContaining({ code: "BAD_OPTION", hint: expect.any(String) }));
  });
});
