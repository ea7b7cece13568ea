/**
 * Everything in the house that draws power, one function each. Times are seconds of the day as the
 * clock on the wall of an ordinary day shows them; on the days of a clock change habits shift by an
 * hour after the change, which nobody would notice.
 *
 * @module
 */

import type { HouseDay } from "./demand.ts";
import type { Random } from "./random.ts";

/** Adds a draw of some watts from a second of the day for some seconds. */
export type Draw = (from: number, seconds: number, watts: number) => void;
/** Adds all that one appliance draws on a day. */
export type Appliance = (chance: Random, day: HouseDay, draw: Draw) => void;

const MINUTE = 60, HOUR = 3600;

/** Something that is always on. */
function always(watts: number): Appliance {
  return (_, { seconds }, draw) => draw(0, seconds, watts);
}

/** A compressor that cools, then rests. */
function compressor(watts: number, on: number, off: number): Appliance {
  return (chance, { seconds, winter }, draw) => {
    let at = -chance.between(0, on + off);
    while (at < seconds) {
      const run = on * chance.between(0.85, 1.15) * (1.2 - 0.4 * winter);
      // The motor takes some four times its power for a moment.
      draw(at, 1, 3 * watts);
      draw(at, run, watts * chance.between(0.97, 1.03));
      at += run + off * chance.between(0.85, 1.15);
    }
  };
}

/** A heater behind a thermostat or a timer: on, off, on, off. */
function cycle(
  chance: Random,
  draw: Draw,
  { from, seconds, watts, duty, period }: {
    from: number;
    seconds: number;
    watts: number;
    duty: number;
    period: number;
  },
): void {
  for (let at = from; at < from + seconds;) {
    const length = period * chance.between(0.8, 1.2);
    draw(at, Math.round(length * duty), watts);
    at += Math.round(length);
  }
}

/** Only while somebody is at home. */
function atHome(appliance: Appliance): Appliance {
  return (chance, day, draw) => day.away || appliance(chance, day, draw);
}

const standby: Appliance = (chance, { seconds }, draw) => {
  for (let at = 0; at < seconds; at += 30 * MINUTE) {
    draw(at, 30 * MINUTE, 88 + Math.round(chance.between(0, 26)));
  }
};

const heatingPump: Appliance = (chance, { winter, seconds }, draw) => {
  if (winter < 0.35) return;
  cycle(chance, draw, { from: 0, seconds, watts: 62, duty: winter, period: 50 * MINUTE });
};

const breakfast: Appliance = (chance, { weekend }, draw) => {
  const start = (weekend ? 8.5 : 6.4) * HOUR + chance.between(0, 50 * MINUTE);
  draw(start, chance.between(120, 220), 2150);
  draw(start + chance.between(200, 500), chance.between(40, 70), 1350);
  draw(start + chance.between(600, 900), chance.between(100, 170), 900);
  if (chance.chance(0.7)) draw(start + chance.between(900, 1500), chance.between(200, 420), 1600);
};

const kettle: Appliance = (chance, _, draw) => {
  const times = chance.between(1, 4);
  for (let i = 0; i < times; i++) {
    draw(chance.between(9, 21.5) * HOUR, chance.between(90, 240), 2150);
  }
};

const cooking: Appliance = (chance, { weekend }, draw) => {
  const meals = [{ hour: 18, likely: 0.85 }, { hour: 12, likely: weekend ? 0.8 : 0.3 }];
  for (const { hour, likely } of meals) {
    if (!chance.chance(likely)) continue;
    const from = Math.round(hour * HOUR + chance.between(0, HOUR));
    const seconds = chance.between(20, 50) * MINUTE;
    draw(from, 5 * MINUTE, 1800);
    cycle(chance, draw, { from, seconds, watts: 1500, duty: 0.4, period: 45 });
    if (chance.chance(0.35)) {
      draw(from, 9 * MINUTE, 2400);
      cycle(chance, draw, {
        from: from + 9 * MINUTE,
        seconds: 30 * MINUTE,
        watts: 2400,
        duty: 0.3,
        period: 3 * MINUTE,
      });
    }
  }
};

const washingMachine: Appliance = (chance, { weekend }, draw) => {
  if (!chance.chance(weekend ? 0.65 : 0.35)) return;
  const from = Math.round(chance.between(9, 15) * HOUR);
  draw(from + 4 * MINUTE, chance.between(12, 20) * MINUTE, 2050);
  cycle(chance, draw, { from, seconds: 75 * MINUTE, watts: 190, duty: 0.6, period: 25 });
  draw(from + 75 * MINUTE, 8 * MINUTE, 420);
};

const dishwasher: Appliance = (chance, _, draw) => {
  if (!chance.chance(0.7)) return;
  const from = Math.round(chance.between(19.5, 21.5) * HOUR);
  draw(from, 110 * MINUTE, 55);
  draw(from + 12 * MINUTE, chance.between(11, 15) * MINUTE, 1950);
  draw(from + 72 * MINUTE, chance.between(11, 16) * MINUTE, 1950);
};

const evening: Appliance = (chance, { winter, weekend }, draw) => {
  const dark = (21 - 4.5 * winter) * HOUR + chance.between(0, 30 * MINUTE);
  const bed = (weekend ? 23.4 : 22.4) * HOUR + chance.between(-30, 30) * MINUTE;
  for (let lamp = 0; lamp < 6; lamp++) {
    const from = dark + chance.between(0, 90 * MINUTE);
    draw(from, Math.max(0, bed - from) * chance.between(0.4, 1), chance.between(12, 45));
  }
  const television = 19.5 * HOUR + chance.between(0, HOUR);
  draw(television, bed - television, chance.between(95, 135));
  if (!weekend && winter > 0.5) draw(6.3 * HOUR, chance.between(60, 100) * MINUTE, 110);
};

const homeOffice: Appliance = (chance, { weekend }, draw) => {
  if (weekend || !chance.chance(0.75)) return;
  const from = 8.2 * HOUR + chance.between(0, 40 * MINUTE);
  for (let at = from; at < from + 8.3 * HOUR; at += 10 * MINUTE) {
    draw(at, 10 * MINUTE, Math.round(chance.between(110, 230)));
  }
};

const children: Appliance = (chance, { weekend, winter }, draw) => {
  const from = (weekend ? 10 : 14.5) * HOUR + chance.between(0, HOUR);
  const until = 20 * HOUR;
  for (let at = from; at < until; at += 20 * MINUTE) {
    draw(at, 20 * MINUTE, Math.round(chance.between(40, 190 + 60 * winter)));
  }
};

const tumbleDryer: Appliance = (chance, { winter }, draw) => {
  if (!chance.chance(0.12 + 0.3 * winter)) return;
  const from = Math.round(chance.between(14, 19) * HOUR);
  draw(from, chance.between(75, 110) * MINUTE, 560);
};

/** All appliances, by the name of their stream of chance. */
export const APPLIANCES: Readonly<Record<string, Appliance>> = {
  router: always(16),
  fileServer: always(34),
  standby,
  fridge: compressor(85, 17 * MINUTE, 32 * MINUTE),
  freezer: compressor(95, 22 * MINUTE, 41 * MINUTE),
  heatingPump,
  breakfast: atHome(breakfast),
  kettle: atHome(kettle),
  cooking: atHome(cooking),
  washingMachine: atHome(washingMachine),
  dishwasher: atHome(dishwasher),
  evening: atHome(evening),
  homeOffice: atHome(homeOffice),
  children: atHome(children),
  tumbleDryer: atHome(tumbleDryer),
};
