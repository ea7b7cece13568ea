/**
 * What batteries would have changed, for a terminal.
 *
 * @module
 */

import pico from "picocolors";
import type { BatteryWhatIf } from "../../house/what_if.ts";
import { REACTION } from "../../money/battery_missed.ts";
import type { Ranged } from "../../money/battery_outcome.ts";
import type { SizedBattery } from "../../money/battery_sizes.ts";
import { type AlignedLine, alignedTable } from "../../terminal/aligned_table.ts";
import { fixed, wrap } from "../../text.ts";
import type { WhatIfBatteryOptions } from "./battery_options.ts";

/** How it is shown. */
export interface Look {
  readonly width: number;
  readonly colours: boolean;
}

interface Column {
  readonly title: string;
  readonly unit: string;
  readonly width: number;
  readonly of: (battery: SizedBattery) => string;
}

const kwh = (value: number) => fixed(value, 0);
const share = (value: number) => Number.isNaN(value) ? "–" : fixed(100 * value, 1);

/** A number and its range: `245 [231 260]`. */
function ranged({ value, low, high }: Ranged): string {
  const decimals = high - low < 10 ? 1 : 0;
  return `${fixed(value, decimals)} [${fixed(low, decimals)} ${fixed(high, decimals)}]`;
}

function columnsFor(result: BatteryWhatIf, hasOptimum: boolean): Column[] {
  const { currency, batteries } = result;
  const hasPowers = new Set(batteries.map(({ spec }) => spec.kw)).size > 1;
  const money = (value: number | undefined) => value === undefined ? "–" : fixed(value, 0);
  const hasLeft = batteries.some(isLeftNotable);
  return [
    { title: "Size", unit: "kWh", width: 6, of: ({ spec }) => `${spec.kwh}` },
    ...hasPowers ? [{ title: "Power", unit: "kW", width: 7, of: powerOf }] : [],
    { title: "Import", unit: "kWh", width: 9, of: ({ rule }) => kwh(rule.imported.value) },
    { title: "Export", unit: "kWh", width: 9, of: ({ rule }) => kwh(rule.exported.value) },
    { title: "Autarky", unit: "%", width: 9, of: ({ rule }) => share(rule.autarky) },
    { title: "Cycles", unit: "", width: 8, of: ({ rule }) => fixed(rule.cycles, 0) },
    { title: "Full", unit: "h", width: 7, of: ({ rule }) => fixed(rule.sums.full, 0) },
    { title: "Empty", unit: "h", width: 7, of: ({ rule }) => fixed(rule.sums.empty, 0) },
    { title: "Gain", unit: currency, width: 22, of: ({ rule }) => ranged(rule.gain) },
    ...hasLeft
      ? [{
        title: "Left",
        unit: currency,
        width: 8,
        of: ({ rule }: SizedBattery) => fixed(rule.left, 1),
      }]
      : [],
    ...hasOptimum
      ? [
        {
          title: "Best use",
          unit: currency,
          width: 22,
          of: ({ optimum }: SizedBattery) => ranged(optimum!.gain),
        },
        {
          title: "1 day",
          unit: currency,
          width: 8,
          of: ({ optimum }: SizedBattery) => money(optimum!.oneDay),
        },
        {
          title: "2 days",
          unit: currency,
          width: 8,
          of: ({ optimum }: SizedBattery) => money(optimum!.twoDays),
        },
      ]
      : [],
  ];
}

/** Whether the charge at the end is more than a hundredth of the gain, as in a short past. */
const isLeftNotable = ({ rule: { left, gain } }: SizedBattery) => left > 0.01 * gain.value;

const powerOf = ({ spec }: SizedBattery) => `${spec.kw}`;

/**
 * The tables of a what-if: one per tariff, the purchase if it was asked for, and what the numbers mean.
 *
 * @returns Text that ends with a line break.
 */
export function batteryTables(
  result: BatteryWhatIf,
  options: Pick<WhatIfBatteryOptions, "battery" | "payback">,
  look: Look,
): string {
  const { bold, dim } = pico.createColors(look.colours);
  const columns = columnsFor(result, result.batteries.some(({ optimum }) => optimum));
  const parts = [bold(result.title), ""];
  for (const { tariff, cost, imported, exported, autarky } of result.without) {
    const own = result.batteries.filter((one) => one.tariff === tariff);
    const lines: AlignedLine[] = [
      columns.map(({ title }) => bold(title)),
      columns.map(({ unit }) => dim(unit)),
      { across: dim("─".repeat(columns.reduce((sum, { width }) => sum + width, 0))) },
      ...own.map((battery) => columns.map(({ of }) => of(battery))),
    ];
    parts.push(
      `Tariff ${tariff}. Without a battery: import ${kwh(imported)} kWh, export ${
        kwh(exported)
      } kWh, autarky ${share(autarky)} %, energy ${fixed(cost, 2)} ${result.currency}.`,
      "",
      alignedTable(columns, lines),
      "",
    );
  }
  if (options.payback) parts.push(...purchase(result, { bold, dim }));
  return [...parts, ...meaning(result, options, look)].join("\n") + "\n";
}

type Paint = Pick<ReturnType<typeof pico.createColors>, "bold" | "dim">;

function purchase(result: BatteryWhatIf, { bold, dim }: Paint): string[] {
  const { currency } = result;
  const judged = result.batteries.filter(({ payback }) => payback);
  if (judged.length === 0) return [];
  const between = (low: number, high: number, decimals: number) => {
    const write = (value: number) => Number.isFinite(value) ? fixed(value, decimals) : "never";
    return `${write(low)} to ${write(high)}`;
  };
  const hasTariffs = result.without.length > 1;
  const widths = [8, 8, 20, 22, 18, 16, ...hasTariffs ? [24] : []];
  const lines: AlignedLine[] = [
    ["Size", "Power", "Cost", "Net present value", "Per stored kWh", "Simple payback", "Tariff"],
    ["kWh", "kW", currency, currency, `${currency}/kWh`, "years", ""].map(dim),
  ];
  for (const { spec, payback, tariff } of judged) {
    const { cost, npv, perKwh, simple } = payback!;
    lines.push([
      ...[`${spec.kwh}`, `${spec.kw}`, between(cost.low, cost.high, 0)],
      ...[between(npv.low, npv.high, 0), between(perKwh.low, perKwh.high, 2)],
      ...[between(simple.low, simple.high, 1), tariff],
    ]);
  }
  const shown = lines.map((line) => "across" in line ? line : line.slice(0, widths.length));
  const years = judged[0]!.payback!.years;
  const { charging } = judged[0]!.payback!;
  return [
    bold("Buying it, under your ranges of price, lifetime, ageing and interest"),
    "",
    alignedTable(widths.map((width) => ({ width })), shown),
    "",
    `Charging costs ${fixed(charging, 3)} ${currency} per kWh given, on top of the stored kWh.`,
    ...years.length < 2 ? [] : [
      `Each year by itself, ${judged[0]!.spec.kwh} kWh: ` +
      years.map(({ from, to, gain, npv }) =>
        `${from} to ${to} gains ${fixed(gain, 0)} ${currency} (net present value ${
          between(npv.low, npv.high, 0)
        } if all were like it)`
      ).join("; ") + ".",
    ],
    "",
  ];
}

function reactionOf({ reactionS }: WhatIfBatteryOptions["battery"]): string {
  return reactionS === undefined
    ? `as the house's own battery, else ${REACTION} s`
    : `${reactionS} s`;
}

function meaning(
  result: BatteryWhatIf,
  { battery }: Pick<WhatIfBatteryOptions, "battery">,
  { width, colours }: Look,
): string[] {
  const { dim } = pico.createColors(colours), { worthIt } = result;
  const { efficiency = 0.95, dischargeEfficiency = efficiency, coupling = "ac" } = battery;
  const lines: [string, string][] = [
    [
      "Gain",
      "self-use rule: stores surplus, supplies the house; [low high] as docs/battery-whatif.md says",
    ],
    ...result.batteries.some(isLeftNotable)
      ? [[
        "Left",
        "part of the gain that is still in the battery at the end: its charge, at the cheapest import " +
        "of the last day; the low end of the gain counts it at the price of feed-in",
      ] as [string, string]]
      : [],
    ...result.batteries.some(({ optimum }) => optimum)
      ? [[
        "Best use",
        "if the future were known; its high end is a bound. 1 day, 2 days: a controller that knows those " +
        "days exactly, with all losses of the battery",
      ] as [string, string]]
      : [],
    [
      "Assumed",
      `${coupling.toUpperCase()}-coupled, charging keeps ${fixed(100 * efficiency, 1)} %, ` +
      `discharging ${fixed(100 * dischargeEfficiency, 1)} %, losses at any power ${
        battery.converterW ?? 0
      } W, standby ${battery.standbyW ?? 0} W, reaction ${reactionOf(battery)}, kept charge ${
        fixed(100 * (battery.minCharge ?? 0), 0)
      } %`,
    ],
    ["Zone", result.zone],
  ];
  if (worthIt?.by === "gain") {
    lines.push([
      "Size",
      `beyond ${worthIt.high} kWh a further kWh gains less than a fifth of what the first gained`,
    ]);
  } else if (worthIt) {
    const said = worthIt.high === 0
      ? "no size pays, not even under the best of your assumptions"
      : `greatest net present value at ${worthIt.high} kWh under the best of your assumptions, ` +
        (worthIt.low === 0
          ? "no size pays under the worst"
          : `at ${worthIt.low} kWh under the worst`);
    lines.push(["Size", said]);
  }
  return lines.flatMap(([label, value]) =>
    wrap(value, width - 12).map((part, index) =>
      dim((index ? "" : label).padEnd(10)) + (index ? `  ${part}` : part)
    )
  );
}
