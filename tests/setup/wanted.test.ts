import { expect, test } from "vitest";
import { selector } from "../../src/selector.ts";
import { type Candidate, splitWords } from "../../src/setup/candidates.ts";
import { chooseWanted } from "../../src/setup/recognise_house.ts";
import type { Shape } from "../../src/setup/sketch.ts";

const SHAPE: Shape = {
  kind: "power",
  isBounded: false,
  size: 2000,
  isSigned: false,
  perDay: 0,
  sun: 0,
};

function candidate(metric: string, shape: Partial<Shape> = {}): [Candidate, Shape] {
  const words = splitWords(metric);
  return [{ metric, labels: {}, selector: selector(metric), words }, { ...SHAPE, ...shape }];
}

test("hundreds of plugs, rooms and water meters crowd out nothing that a house has once", () => {
  const crowd = Array.from({ length: 800 }, (_, room) => [
    candidate(`plug_power_watts_${room}`, { sun: 1 }),
    candidate(`plug_energy_kwh_${room}`, { kind: "counter", sun: 1 }),
    candidate(`water_meter_litres_total_${room}`, { kind: "counter", sun: 1 }),
    candidate(`grid_voltage_volts_${room}`),
    candidate(`room_temperature_celsius_${room}`),
  ]).flat();
  const house = [
    candidate("sensor_netz_leistung_w", { isSigned: true }),
    candidate("sensor_netzbezug_zaehler_kwh", { kind: "counter" }),
    candidate("sensor_pv_leistung_w", { sun: 1 }),
    candidate("sensor_batterie_ladezustand_percent", { isBounded: true }),
    candidate("sensor_batterie_entladen_kwh", { kind: "counter" }),
    candidate("sensor_wallbox_leistung_w"),
  ];
  const wanted = new Set(
    chooseWanted(new Map([...crowd, ...house])).map((one) => one.candidate.metric),
  );
  expect(house.filter(([{ metric }]) => !wanted.has(metric))).toEqual([]);
});
