/**
 * Lists what the meter at the grid connection could be, and judges each.
 *
 * @module
 */

import {
  documentedSign,
  type Evidence,
  isSolarPower,
  nameFit,
  type PowerSignal,
} from "../evidence.ts";
import { judgeMeter } from "./judge.ts";
import { isSigned, type MeterContext, type MeterReading } from "./reading.ts";
import { consumersOf, varies } from "./possible_consumers.ts";

/** All readings of what the meter could be, the most probable first. */
export function readMeters(evidence: Evidence, context: MeterContext): MeterReading[] {
  const consumers = consumersOf(evidence, context.battery);
  const judge = (parts: MeterReading["parts"]) => judgeMeter(evidence, context, consumers, parts);
  const usable = evidence.powers.filter((one) =>
    !context.battery.has(one) && nameFit(evidence, one, "grid_power") > -3 &&
    ((one.unit !== null && varies(one) &&
      (!isSolarPower(one) || nameFit(evidence, one, "grid_power") > 0)) ||
      documentedSign(evidence, one) !== null)
  );
  const signed = usable.filter(isSigned), positive = usable.filter((one) => !isSigned(one));
  const readings = [
    ...signed.flatMap((power) => [
      judge([{ power, sign: "import_positive" }]),
      judge([{ power, sign: "export_positive" }]),
    ]),
    ...positive.filter((one) => one.size > 0 && !isHalf(one))
      .map((power) => judge([{ power, sign: "import_positive" }])),
    ...pairsOf(evidence, positive).map(([imported, exported]) =>
      judge([
        { power: imported, sign: "import_positive" },
        { power: exported, sign: "export_positive" },
      ])
    ),
  ];
  return readings.sort((a, b) => b.score - a.score);

  /** Whether a source documents that another series has the other direction. */
  function isHalf(power: PowerSignal): boolean {
    return documentedSign(evidence, power) !== null &&
      usable.some((one) => documentedSign(evidence, one) === "export_positive");
  }
}

/** Powers of which nearly always only one is above zero: the two directions of one meter. */
function pairsOf(
  evidence: Evidence,
  powers: readonly PowerSignal[],
): (readonly [imported: PowerSignal, exported: PowerSignal])[] {
  const pairs: (readonly [PowerSignal, PowerSignal])[] = [];
  for (const imported of powers) {
    for (const exported of powers) {
      if (imported === exported || imported.members.length !== exported.members.length) continue;
      const signs = [documentedSign(evidence, imported), documentedSign(evidence, exported)];
      const isDocumented = signs[0] === "import_positive" && signs[1] === "export_positive";
      const [unit, other] = [imported, exported].map((one) => one.unit);
      if (unit !== other && !isDocumented) continue;
      // Energy is fed in by day; a house draws at night.
      const isExport = exported.shape !== null && exported.shape.quiet >= 5 &&
        (imported.shape?.quiet ?? 0) < exported.shape.quiet;
      if (!isExport && !isDocumented) continue;
      // Of three phases, some may draw while others feed in.
      const most = isDocumented ? 0.9 : 0.25;
      if (overlap(imported.positive, exported.positive) < most) pairs.push([imported, exported]);
    }
  }
  return pairs;
}

/** How much two powers flow at the same time, as a share of the smaller one. */
function overlap(a: Float64Array, b: Float64Array): number {
  let both = 0, ofA = 0, ofB = 0;
  for (let slot = 0; slot < a.length; slot++) {
    const x = a[slot]!, y = b[slot]!;
    if (Number.isNaN(x + y)) continue;
    both += Math.min(x, y);
    ofA += x;
    ofB += y;
  }
  const less = Math.min(ofA, ofB);
  return less > 0 ? both / less : 0;
}
