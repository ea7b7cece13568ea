/**
 * The catalogue as a page for people.
 *
 * @module
 */

import { BATTERY_COLUMNS, DAILY_COLUMNS, DETAIL_COLUMNS } from "../../src/catalogue/columns.ts";
import { FLAGS } from "../../src/catalogue/flags.ts";
import { KPIS } from "../../src/catalogue/key_figures.ts";
import { METRICS } from "../../src/catalogue/metrics.ts";
import { ROLES } from "../../src/catalogue/roles.ts";

/**
 * Renders `docs/nomenclature.md`.
 *
 * @returns Markdown.
 * @example Usage
 * ```ts
 * import assert from "node:assert/strict";
 * import { nomenclature } from "./nomenclature.ts";
 *
 * assert(nomenclature().includes("| `import_kwh` | kWh |"));
 * ```
 */
export function nomenclature(): string {
  return `# Nomenclature

Rendered from \`src/catalogue/\` by \`deno task docs\`; do not edit it here.

Energies obey two equations, on each day and in each sum of days:

- consumption = self-consumed + import
- yield = self-consumed + export

With a battery, the first one is

- consumption = import + yield + discharged − charged − export

and self-consumed energy is what was used at once or charged.

Grid power has one sign: **positive is import, negative is export**. Battery power is positive while
it discharges.

## The daily table

${
    table(
      ["column", "unit", "meaning"],
      DAILY_COLUMNS.map(({ name, unit, meaning }) => [code(name), unit, meaning]),
    )
  }

A house with a battery has these columns after the others:

${
    table(
      ["column", "unit", "meaning"],
      BATTERY_COLUMNS.map(({ name, unit, meaning }) => [code(name), unit, meaning]),
    )
  }

A house with named consumers has, after these, a column of each, such as \`wallbox_kwh\`, and
\`other_kwh\`: what is left of the consumption. [Battery and consumers](battery.md) defines them.

\`--detail\` adds:

${
    table(
      ["column", "unit", "meaning"],
      DETAIL_COLUMNS.map(({ name, unit, meaning }) => [code(name), unit, meaning]),
    )
  }

### Method

\`method\` says how each energy was obtained, for example \`import:counter export:integral
yield:day_counter\`. A house with a battery also has \`battery:…\`, and each consumer has its name. The
words are:

${
    table(["word", "meaning"], [
      ["`counter`", "Difference of the meter's register at both ends of the period"],
      ["`integral`", "Power, clipped per sample and integrated by trapezoids, never across a gap"],
      ["`day_counter`", "The inverter's day counter at its last sample, added up across resets"],
      ["`lifetime_counter`", "Difference of the inverter's lifetime counter"],
      ["`unknown`", "No samples"],
    ])
  }

### Flags

${table(["flag", "meaning"], Object.entries(FLAGS).map(([flag, says]) => [code(flag), says]))}

## Key figures

\`days.kpis()\` computes them. Each figure states its basis, such as the interval, the percentile, the
nameplate power or the days. There is no performance ratio: it needs the irradiance, which a household
does not usually measure.

${
    table(
      ["figure", "unit", "meaning"],
      KPIS.map(({ name, unit, meaning }) => [code(name), unit, meaning]),
    )
  }

## Roles

A role says what a series measures. Without a household file each role has the metric below;
a household file may bind another series, with its unit and sign. If that metric has no samples at
all, Wattbook uses the recording rule in the last column.

${
    table(
      ["role", "meaning", "metric", "used instead"],
      Object.entries(ROLES).map(([role, { meaning, metric, fallback }]) => [
        code(role),
        meaning,
        metric ? code(metric) : "none",
        fallback ? code(fallback) : "none",
      ]),
    )
  }

## Metrics

${
    table(
      ["metric", "unit", "kind", "labels", "meaning"],
      METRICS.map(({ name, unit, kind, identity, meaning }) => [
        code(name),
        unit,
        kind.replace("_", " "),
        identity.map(code).join(", "),
        meaning,
      ]),
    )
  }
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}
