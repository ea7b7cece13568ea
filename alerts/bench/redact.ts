/**
 * Redaction of 10 MB: of logs, and of texts that are made to overload it, in three shapes.
 *
 * @module
 */

import process from "node:process";
import { Redactor } from "../src/redact/redactor.ts";
import { HOSTILE, hostileText, SHAPES } from "../tests/redact/hostile.ts";
import { NEGATIVES } from "../tests/redact/negatives.ts";
import { POSITIVES } from "../tests/redact/positives.ts";
import { type Report, type Row, toRow } from "../../bench/benchmark.ts";

/** Length of a log, and of a hostile text. [characters] */
const SIZE = 10_000_000, HOSTILE_SIZE = 200_000;
const ROUNDS = 3;
/** Half of what a text may take. [ms] */
const QUICK = 500;

/** Lines as a container's log has them, in JSON. */
const JSON_LOG =
  `{"log":"{\\"level\\":\\"info\\",\\"msg\\":\\"token issued for user\\",\\"path\\":\\"/api/v1/orders\\",\\"status\\":200}\\n","stream":"stdout","time":"2026-11-21T02:27:00.123456789Z"}\n`;

const LOG =
  '2026-11-21T02:27:00.123Z level=info msg="request done" pod=shop-7d9f8b6c5d-x2k4q path=/api/v1/orders?page=2 ' +
  "status=200 took=12.3ms trace_id=4bf92f3577b34da6a3ce929d0e0e4736\n";

/** How much each shape of a hostile text may take. [s] */
const MOST: Readonly<Record<string, number>> = {
  "one line": 0.5,
  "one line with secrets": 0.5,
  "many lines": 0.5,
};

/** Measures redaction. */
export function redact(): Promise<Report> {
  const secrets = `${POSITIVES.join("\n").replaceAll(/[«»]/g, "")}\n`;
  const logs = [
    measure("log without a secret", LOG),
    measure("the same in JSON, with a word such as password in each line", JSON_LOG),
    measure("look-alikes", `${NEGATIVES.join("\n")}\n`),
    measure("nothing but secrets", secrets),
  ];
  const hostile = Object.entries(SHAPES).map(([shape, make]) => ({
    shape,
    rows: HOSTILE.map((unit) => measure(shown(unit), make(unit), HOSTILE_SIZE)).sort((a, b) =>
      b.min - a.min
    ),
  }));
  return Promise.resolve({
    title: "redact: 10 MB of logs, 200 kB of hostile texts, processor time of one thread",
    comparisons: [
      { caption: "logs", unit: "ms", rows: logs },
      ...hostile.map(({ shape, rows }) => ({
        caption: `${shape}: the slowest 5 of ${rows.length} hostile patterns`,
        unit: "ms" as const,
        rows: rows.slice(0, 5),
      })),
    ],
    goals: [
      {
        claim: "10 MB of a log",
        measured: logs[0]!.min / 1000,
        bound: { atMost: 0.5 },
        unit: "s",
      },
      ...hostile.map(({ shape, rows }) => ({
        claim: `200 kB of any hostile pattern in ${shape}`,
        measured: rows[0]!.min / 1000,
        bound: { atMost: MOST[shape]! },
        unit: "s" as const,
      })),
    ],
    notes: [
      "With secrets: one every 3,000 characters; each makes the rules run again near it. In many lines " +
      "each secret is replaced. In one line, everything after the first 4,096 secrets is hidden.",
    ],
  });
}

/** A unit as code, cut where it repeats itself. */
function shown(unit: string): string {
  const code = JSON.stringify(unit);
  return code.length <= 40 ? code : `${code.slice(0, 38)}…"`;
}

function measure(contender: string, unit: string, size: number = SIZE): Row {
  const text = hostileText(unit, size);
  let found = 0;
  const figures: number[] = [];
  // What is quick at once need not be asked again.
  do {
    const before = process.cpuUsage();
    found = new Redactor().redact(text).findings.length;
    figures.push(process.cpuUsage(before).user / 1000);
  } while (figures.length < ROUNDS && Math.min(...figures) > QUICK);
  return toRow(contender, figures, `${found.toLocaleString("en")} found`);
}
