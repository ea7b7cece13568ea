/**
 * `docs/bands.md`: how often the truth lies within the error bands, and how wide they are.
 *
 * @module
 */

import { BANDED } from "../../src/catalogue/columns.ts";
import type { Measured } from "./measure.ts";
import { HIGHEST_SLACK, LEAST_INSIDE } from "./limits.ts";

/** Renders the page. */
export function bandsPage(measured: readonly Measured[]): string {
  const heads = BANDED.map((name) => `\`${name}\``);
  const rows = (cell: (one: Measured, name: typeof BANDED[number]) => string) =>
    measured.map((one) => [one.name, ...BANDED.map((name) => cell(one, name))]);
  return `# Error bands, measured

Rendered by \`deno task accuracy\` from \`tests/bands\`; do not edit it here.

This page measures the error bands on the demo year and on simulated houses of four weeks each, whose
true powers are known for every second. [How far a number can be trusted](trust.md) explains how the
bands are computed. \`tests/bands\` fails in two cases, for any column and variation: if the truth lies
within the band on fewer than ${
    LEAST_INSIDE * 100
  } % of the days, or if the median band is more than
${HIGHEST_SLACK} times as wide as the range that contains 95 % of the errors.

## Complete days on which the truth lies within the band

${
    table(
      ["variation", "days", ...heads],
      measured.map((one) => [
        one.name,
        String(one.days),
        ...BANDED.map((name) => percent(one.inside[name] / one.days, 0)),
      ]),
    )
  }

## Whole weeks in which all days are complete

Over several days, noise adds up in quadrature, and systematic errors add up linearly.

${
    table(
      ["variation", "weeks", ...heads],
      measured.filter(({ weeks }) => weeks > 0).map((one) => [
        one.name,
        String(one.weeks),
        ...BANDED.map((name) => String(one.weeksInside[name])),
      ]),
    )
  }

## Median width of the bands

For energies as a share of the mean day, for ratios in percentage points.

${table(["variation", ...heads], rows(({ width }, name) => percent(width[name], 2)))}

## Median width, divided by the range of 95 % of the errors

The value 1 means that the band of a usual day is as wide as the range that contains 95 % of the errors.
In winter this value is small: a few clear days have more than ten times the export of a usual day, and larger
errors. They decide the range, but not the median width. The bands of those days are wide enough, as the
first table shows.

${table(["variation", ...heads], rows(({ slack }, name) => slack[name].toFixed(1)))}
`;
}

function percent(share: number, places: number): string {
  return `${(100 * share).toFixed(places)} %`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => i === 0 ? "---" : "---:")), ...rows.map(line)]
    .join("\n");
}
