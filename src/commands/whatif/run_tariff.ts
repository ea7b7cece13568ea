import pico from "picocolors";
import type { Band } from "../../energy/accuracy/estimate.ts";
import { openWhole } from "../../files.ts";
import { openHousehold } from "../../house/open_household.ts";
import type {
  ComparedTariff,
  TariffComparisonTable,
  TariffDifference,
} from "../../money/compare_tariffs.ts";
import { alignedTable } from "../../terminal/aligned_table.ts";
import type { Effects } from "../../terminal/command.ts";
import { progressLine } from "../../terminal/progress.ts";
import type { WhatIfTariffOptions } from "./tariff_options.ts";
import { writeNotices } from "../../terminal/labelled.ts";

/** Compares the tariffs and prints what they would have cost. */
export async function runWhatIfTariff(
  options: WhatIfTariffOptions,
  effects: Effects,
): Promise<void> {
  const { from, to, zone, source, household, tariffs, plot, json, quiet } = options;
  const { stdout, stderr, now, settings, signal } = effects;
  await using picture = plot === undefined ? null : await openWhole(plot);
  await using home = await openHousehold(
    { ...source, household, zone, signal },
    { settings, now, asFlags: true, warn: () => {} },
  );
  await using progress = progressLine(stderr, { now, silent: quiet });
  const { onProgress } = progress;
  const result = await home.compareTariffs({ tariffs, from, to, signal, onProgress });
  signal.throwIfAborted();
  await picture?.commit((await result.plot({ theme: "auto" })).outerHTML);
  if (json) {
    await stdout.write(`${JSON.stringify(result.table, null, 2)}\n`);
    return;
  }
  if (quiet) return;
  await stdout.write(comparisonText(result.table, stdout));
  await writeNotices(result.notices, stderr);
  if (plot !== undefined) await stdout.write(`\nWrote ${plot}\n`);
}

const money = (amount: number | null) => amount === null ? "unknown" : amount.toFixed(2);
const range = (band: Band | null) =>
  band ? `${band.low.toFixed(2)} to ${band.high.toFixed(2)}` : "unknown";

/** A comparison for a terminal. */
function comparisonText(
  table: TariffComparisonTable,
  { colours }: { readonly colours: boolean },
): string {
  const { bold } = pico.createColors(colours), { currency, tariffs, from, to, days } = table;
  const columns = [{ width: 26, align: "left" as const }, ...tariffs.map(() => ({ width: 24 }))];
  const line = (label: string, of: (one: ComparedTariff) => string) => [label, ...tariffs.map(of)];
  const others = (of: (one: ComparedTariff) => string) => (one: ComparedTariff) =>
    one === tariffs[0] ? "" : of(one);
  const lines = [
    line("", (one) => bold(`(${tariffs.indexOf(one) + 1})`)),
    line("net", ({ net }) => money(net)),
    line("  range", ({ net_band }) => range(net_band)),
    line("difference to (1)", others(({ difference }) => money(difference))),
    line("  range", others(({ difference_band }) => range(difference_band))),
    line("  of which fees", others(({ fees_difference }) => money(fees_difference))),
    line("energy from the grid", ({ cost }) => money(cost)),
    line("fixed fees", ({ fees }) => money(fees)),
    line("feed-in", ({ revenue }) => money(revenue)),
    line(
      "mean price of import",
      ({ import_price }) => import_price === null ? "" : `${import_price.toFixed(4)} /kWh`,
    ),
    line("shifting, at most", ({ shift_gain }) => money(shift_gain)),
  ];
  return [
    bold(`Tariffs on ${days} days from ${from} to ${to} [${currency}]`),
    ...tariffs.map(({ tariff }, t) => `(${t + 1}) ${tariff}`),
    "",
    alignedTable(columns, lines),
    ...tariffs.slice(1).flatMap(({ tariff }, t) => drivers(table, tariff, t + 2)),
    "",
  ].join("\n");
}

/** The hours and months that make the most of a difference. */
function drivers(
  { hours, months, currency }: TariffComparisonTable,
  tariff: string,
  number: number,
): string[] {
  const strongest = (parts: readonly TariffDifference[], name: (at: number) => string) =>
    parts.filter((part) => part.tariff === tariff)
      .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference)).slice(0, 4)
      .map(({ at, difference }) =>
        `${name(at)} ${difference < 0 ? "" : "+"}${difference.toFixed(2)}`
      )
      .join(", ");
  const clock = (hour: number) => `${String(hour).padStart(2, "0")}–${hour + 1} h`;
  return [
    "",
    `What drives the difference of (${number}) [${currency}], without fees`,
    `  hours   ${strongest(hours, clock)}`,
    `  months  ${strongest(months, (month) => MONTHS[month - 1]!)}`,
  ];
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
