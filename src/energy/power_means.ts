/**
 * Mean power of some days per slot, from samples: the grid clipped per raw sample, generation, load,
 * strings, battery and consumers.
 *
 * @module
 */

import type { Samples } from "../columns.ts";
import { WattbookError } from "../errors.ts";
import { resolutionOf } from "../frames/counters.ts";
import { meanPerSlot } from "../frames/integrate.ts";
import { exportOf, gapCap, importOf, rowsOf, slotIndexes, valuesAt } from "../frames/samples.ts";
import { HOUR, type Period, type TimeRange } from "../time.ts";
import { socAt } from "./battery.ts";
import { cutTo, type DevicePower, peakOf, type PowerPart, type PowerSlots } from "./power.ts";
import type { DeviceSignals } from "./signals/device_signals.ts";
import type { HouseholdSignals } from "./signals/household_signals.ts";
import { addSlots, countedPower, slotBorders, withoutNegative } from "./slot_power.ts";

/** The samples behind the means of some days. */
export interface PowerMaterial {
  /** Samples of these days and of a day around them, without impossible ones. */
  readonly signals:
    & Pick<HouseholdSignals, "grid" | "output" | "strings" | "daylight">
    & Partial<Pick<HouseholdSignals, "devices" | "inverters">>;
  /** When the inverters are known to have been off for the night, all of them. */
  readonly nights: readonly TimeRange[];
  /**
   * The same of each inverter by itself, in the order of `signals.inverters`.
   *
   * @default {[]}
   */
  readonly nightsOf?: readonly (readonly TimeRange[])[];
  /** Whether the house measures its generation. */
  readonly hasGeneration: boolean;
  /**
   * Without a measured generation, the inverters' counters; none in a house without an inverter. [kWh]
   *
   * @default {[]}
   */
  readonly counters?: readonly Samples[];
}

/** A counter with larger steps shows no power in short slots. [kWh] */
const FINE = 0.02;

/** Refuses a step that cannot divide a day into slots. */
export function checkStep(step: number): void {
  if (step >= 1000 && step <= 24 * HOUR) return;
  throw new WattbookError("BAD_RANGE", `A slot of ${step} ms is not between a second and a day`, {
    hint: "Give the step in milliseconds: 900_000 is a quarter of an hour.",
  });
}

/**
 * Mean power of some days, in slots of each length: grid power (positive import, negative export), its two
 * directions clipped per raw sample, generation (zero in proven nights), load = grid + generation +
 * battery, the strings, and what battery and consumers do.
 */
export function powerOf(
  days: readonly Period[],
  { signals, nights, nightsOf = [], hasGeneration, counters = [] }: PowerMaterial,
  slots: readonly PowerSlots[],
): PowerPart[] {
  const { grid, output, inverters = [], strings, daylight, devices } = signals;
  const { time } = grid, maxGap = gapCap(grid);
  const imported = importOf(grid.value), exported = exportOf(grid.value);
  const battery = devices?.battery?.hasPower ? devices.battery.power : null;
  const given = battery && valuesAt(battery, time, Math.max(maxGap, gapCap(battery)));
  const net = given && grid.value.map((watts, row) => watts + given[row]!);
  const rawPeaks = days.map((day) => {
    const [from, to] = slotIndexes(grid, [day.start, day.end]);
    const peakIn = (value: Float64Array) => peakOf(rowsOf({ time, value }, from!, to!));
    return { import: peakIn(imported), export: peakIn(exported) };
  });
  const light = cutTo(daylight.light, { start: days[0]!.start, end: days.at(-1)!.end });
  return slots.map(({ step, ...settings }) => {
    const borders = slotBorders(days, step);
    const means = (power: Samples) => meanPerSlot(power, borders, { ...settings, zeros: nights });
    const gridMeans = (value: Float64Array) =>
      meanPerSlot({ time, value }, borders, { ...settings, maxGap });
    const grid_w = gridMeans(grid.value), isCounted = !hasGeneration && counters.length > 0;
    const offOf = (count: number, i: number) => nightsOf.length === count ? nightsOf[i]! : nights;
    const offs = counters.map((_, i) => offOf(counters.length, i));
    const output_w = isCounted
      ? countedPower(counters, borders, { ...settings, zeros: offs })
      : hasGeneration && inverters.length > 1
      // One may sleep while another works.
      ? addSlots(inverters.map((power, i) => {
        const zeros = offOf(inverters.length, i);
        return meanPerSlot(power, borders, { ...settings, zeros });
      }))
      : means(output);
    const ofDevices = devices ? devicePower(devices, borders, settings) : {};
    const withoutBattery = net && {
      import_w: gridMeans(importOf(net)),
      export_w: gridMeans(exportOf(net)),
    };
    const { battery_w } = ofDevices, coupling = devices?.battery?.coupling;
    // What leaves a hybrid inverter contains its battery.
    const isContained = coupling === "hybrid_output";
    const load = (watts: number, slot: number) =>
      watts + (hasGeneration || isCounted ? output_w[slot]! : 0) +
      (isContained ? 0 : battery_w?.[slot] ?? 0);
    // By a coarse counter, the panels cannot be told from the battery.
    const isCoarse = isCounted && counters.some((one) => resolutionOf(one) > FINE);
    const generation_w = isContained
      ? output_w.map((watts, slot) => isCoarse ? NaN : Math.max(0, watts - battery_w![slot]!))
      : output_w;
    return {
      time: borders.subarray(0, -1),
      grid_w,
      import_w: gridMeans(imported),
      export_w: gridMeans(exported),
      generation_w,
      load_w: hasGeneration || isCounted || battery_w
        ? withoutNegative(grid_w.map(load), step)
        : grid_w,
      strings: strings.map(({ name, power }) => ({ name, power_w: means(power) })),
      rawPeaks,
      daylight: light,
      ...ofDevices,
      ...withoutBattery && { withoutBattery },
    };
  });
}

/** What battery and consumers do per slot: by power, without one by counters that are fine enough. */
function devicePower(
  { battery, consumers }: DeviceSignals,
  borders: Float64Array,
  settings: Omit<PowerSlots, "step">,
): DevicePower {
  const means = (power: Samples) => meanPerSlot(power, borders, settings);
  const counted = (counters: readonly Samples[]) =>
    counters.length > 0
      ? countedPower(counters, borders, settings)
      : new Float64Array(borders.length - 1).fill(NaN);
  const charged = battery && !battery.hasPower ? counted(battery.charged) : null;
  return {
    ...(battery && {
      battery_w: charged
        ? counted(battery.discharged).map((watts, slot) => watts - charged[slot]!)
        : means(battery.power),
    }),
    ...(battery && battery.soc.length > 0 && {
      soc: Float64Array.from(socAt(battery, [...borders.subarray(0, -1)]), (one) => one ?? NaN),
    }),
    ...(consumers.length > 0 && {
      consumers: consumers.map(({ name, power, counters }) => (
        { name, power_w: power.time.length > 0 ? means(power) : counted(counters) }
      )),
    }),
  };
}
