/**
 * Redaction of 10 MB: of logs, and of texts that are made to exhaust it.
 *
 * @module
 */

import process from "node:process";
import { Redactor } from "../src/analyzer/redact/redactor.ts";
import { HOSTILE, hostileText } from "../tests/analyzer/redact/hostile.ts";
import { NEGATIVES } from "../tests/analyzer/redact/negatives.ts";
import { POSITIVES } from "../tests/analyzer/redact/positives.ts";
import { type Report, type Row, toRow } from "./benchmark.ts";

/** Length of each text. [characters] */
const SIZE = 10_000_000;
const ROUNDS = 3;

const LOG =
  '2026-11-21T02:27:00.123Z level=info msg="request done" pod=shop-7d9f8b6c5d-x2k4q path=/api/v1/orders?page=2 ' +
  "status=200 took=12.3ms trace_id=4bf92f3577b34da6a3ce929d0e0e4736\n";

/** Measures redaction. */
export function redact(): Promise<Report> {
  const secrets = `${POSITIVES.join("\n").replaceAll(/[«»]/g, "")}\n`;
  const logs = [
    measure("log without a secret", LOG),
    measure("look-alikes", `${NEGATIVES.join("\n")}\n`),
    measure("nothing but secrets", secrets),
  ];
  const hostile = HOSTILE.map((unit) => measure(shown(unit), unit)).sort((a, b) => b.min - a.min);
  return Promise.resolve({
    title: "redact: 10 MB, processor time of one thread",
    comparisons: [
      { caption: "logs", unit: "ms", rows: logs },
      {
        caption: `the slowest 5 of ${HOSTILE.length} hostile lines`,
        unit: "ms",
        rows: hostile.slice(0, 5),
      },
    ],
    goals: [
      {
        claim: "10 MB of a log",
        measured: logs[0]!.min / 1000,
        bound: { atMost: 1 },
        unit: "s",
      },
      {
        claim: "10 MB of any hostile line",
        measured: hostile[0]!.min / 1000,
        bound: { atMost: 1 },
        unit: "s",
      },
    ],
  });
}

/** A unit as code, cut where it repeats itself. */
function shown(unit: string): string {
  const code = JSON.stringify(unit);
  return code.length <= 40 ? code : `${code.slice(0, 38)}…"`;
}

function measure(contender: string, unit: string): Row {
  const text = hostileText(unit, SIZE);
  let found = 0;
  const figures = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    found = new Redactor().redact(text).findings.length;
    return process.cpuUsage(before).user / 1000;
  });
  return toRow(contender, figures, `${found.toLocaleString("en")} found`);
}
