import { provenance, terminalTable } from "./terminal_table.ts";
import type { WireChoice } from "../../client/wire_choice.ts";
import type { Output } from "../../effects.ts";
import type { Analysis } from "../../energy/days.ts";
import { type EnergyTable, rollUp, totalRow } from "../../energy/table.ts";
import { isWattbookError } from "../../errors.ts";
import { openWhole, type WholeFile } from "../../files.ts";
import { later } from "../../house/later.ts";
import { openHousehold } from "../../house/open_household.ts";
import type { Days } from "../../house/days.ts";
import type { Home } from "../../house/home.ts";
import type { DaysOptions } from "../../house/options.ts";
import { type MoneyTable, rollUpMoney } from "../../money/money_table.ts";
import {
  type AssistantExample,
  PAGE_POWER,
  type PageData,
  pageSamples,
} from "../../page/page_data.ts";
import { gapsCsv, moneyReportColumns, toCsv, toJson } from "../../tables/csv_json.ts";
import type { Effects } from "../../terminal/command.ts";
import { writeNotices } from "../../terminal/labelled.ts";
import { progressLine } from "../../terminal/progress.ts";
import { isLong } from "../../tables/notes.ts";
import { counted } from "../../text.ts";
import { localDay, type PeriodKind } from "../../time.ts";
import type { SourceOption } from "../options.ts";

/** File formats of a report. */
export type Format = "csv" | "json" | "parquet" | "html";

/** Who computes the days. */
export type Compute = "local" | "server";

/** The command line of `deno task report`, checked. */
export interface ReportOptions {
  /** First local day. Default: decided by the source. */
  readonly from?: string;
  /** Last local day. Default: decided by the source. */
  readonly to?: string;
  /** What a row is. */
  readonly period: PeriodKind;
  /** IANA zone. Default: the household's. */
  readonly zone?: string;
  /** Default: the server if one is configured, else the demo. */
  readonly source?: SourceOption;
  /** How raw samples come from a server. Default: by remote read if the server speaks it. */
  readonly wire?: WireChoice;
  /** File format. */
  readonly format: Format;
  /** File, or `-` for standard output. */
  readonly out: string;
  /** File for the gaps in the samples as CSV, or `-` for standard output. Default: none. */
  readonly gaps?: string;
  /** Household file. Default: `household.json` beside the data. */
  readonly household?: string;
  /** Tariff file; `false` for no money. Default: `tariff.json` beside the household file, if there is one. */
  readonly tariff?: string | false;
  /** Whether to include the running day. */
  readonly includeToday: boolean;
  /** Whether the file has each energy by every method, and error bands. */
  readonly detail: boolean;
  /** Who computes the days: Wattbook, from raw samples, or the server, with its own expressions. */
  readonly compute: Compute;
  /** Whether faults of counters are repaired. */
  readonly repair: boolean;
  /** Print errors only. */
  readonly quiet: boolean;
  /** Print stack traces. */
  readonly debug: boolean;
}

/** A computed report. */
export interface Report {
  /** The energy table. */
  readonly table: EnergyTable;
  /** What the same periods cost and earned, with a tariff. */
  readonly money: MoneyTable | null;
  /** Gaps in the samples; none if the server computed the days. */
  readonly gaps: Analysis["gaps"];
  /** What a page shows; `null` for other formats. */
  readonly page: PageData | null;
}

/**
 * Computes the energy table and, for a page, everything else that it shows.
 *
 * @param kept Days of earlier months that were pulled for a page before, by their range.
 * @throws {WattbookError} Any error from the source or the household file.
 */
export async function computeReport(
  options: ReportOptions,
  effects: Effects,
  kept: Map<string, Days> = new Map(),
): Promise<Report> {
  const { stderr, signal, settings, now } = effects;
  const { from, to, includeToday, quiet, period, detail, repair, compute, format } = options;
  // Without a configured server this fails, instead of showing the demo.
  const source = compute === "server" ? { server: true } : options.source;
  const { household, zone, wire } = options;
  await using home = await openHousehold(
    { ...source, household, zone, wire, signal },
    // The notice stands below the table.
    { settings, now, asFlags: true, warn: () => {} },
  );
  await using progress = progressLine(stderr, { now, silent: quiet });
  const { onProgress } = progress, isPage = format === "html";
  const days = await home.days({
    ...{ from, to, includeToday, repair, signal, onProgress },
    compute: compute === "server" ? "server" : "raw",
    strings: detail || isPage,
    power: isPage ? PAGE_POWER : [],
    tariff: options.tariff ?? true,
  });
  signal.throwIfAborted();
  const { analysis } = days;
  const daily = analysis && detail ? { ...days.table, detail: analysis.reconciled } : days.table;
  const table = rollUp(daily, period), gaps = analysis?.gaps ?? NO_GAPS;
  const dailyMoney = days.hasMoney ? days.money.table : null;
  const money = dailyMoney && rollUpMoney(dailyMoney, period);
  if (!isPage) return { table, money, gaps, page: null };
  const samples = analysis && pageSamples(analysis);
  const earlier = await earlierMonths(home, days, { options, signal, kept });
  return {
    ...{ table, money, gaps },
    page: {
      ...{ table, money, days: daily, earlier },
      ...{ household: home.household, samples, made: now() },
      assistant: await assistantExample(home, days, now()),
    },
  };
}

/** The days of the months that the last one of a page stands beside, where the page lacks them. */
async function earlierMonths(
  home: Home,
  { rows }: Days,
  { options: { tariff, repair, compute }, signal, kept }: {
    readonly options: ReportOptions;
    readonly signal: AbortSignal;
    readonly kept: Map<string, Days>;
  },
): Promise<NonNullable<PageData["earlier"]>> {
  const { earlierDays } = await laterFromHere<typeof import("../../page/earlier_months.ts")>(
    "../../page/earlier_months.ts",
  );
  const parts: Days[] = [];
  const wanted = new Map(earlierDays(rows).map((range) => [JSON.stringify(range), range]));
  // Those of yesterday's page are needed no more.
  for (const key of kept.keys()) if (!wanted.has(key)) kept.delete(key);
  for (const [key, range] of wanted) {
    const pull = (tariff: DaysOptions["tariff"]) =>
      home.days({
        ...range,
        tariff,
        repair,
        compute: compute === "server" ? "server" : "raw",
        signal,
      });
    const days = kept.get(key) ?? await pull(tariff ?? true).catch((error) => {
      // The prices of a tariff may begin later; then only the energies are compared.
      if (isWattbookError(error, "BAD_TARIFF")) return pull(false);
      throw error;
    });
    kept.set(key, days);
    parts.push(days);
  }
  return {
    rows: parts.flatMap((days) => days.rows),
    money: parts.flatMap((days) => days.hasMoney ? days.money.table.days : []),
  };
}

/** Loads what a plain report does not need. */
const laterFromHere = <Module>(file: string) => later<Module>(file, import.meta.url);

/** A question that an assistant can ask of the same days, and what it gets. */
async function assistantExample(home: Home, days: Days, now: number): Promise<AssistantExample> {
  const { totalsAnswer } = await laterFromHere<typeof import("../../mcp/tools/totals.ts")>(
    "../../mcp/tools/totals.ts",
  );
  const from = days.rows[0]?.date ?? "", to = days.rows.at(-1)?.date ?? "";
  const answer = totalsAnswer({
    days,
    period: { from, to, asked: `${from} to ${to}`, isCut: false },
    calendar: { today: localDay(now, home.zone), first: null },
    isDemo: home.isDemo,
    hasMoney: false,
  });
  return { call: `energy_totals ${JSON.stringify({ from, to })}`, answer };
}

const NO_GAPS: Analysis["gaps"] = { grid: [], generation: [] };

/**
 * Writes a report in a file format.
 */
export async function encode(
  { table, money, page }: Pick<Report, "table" | "money" | "page">,
  format: Format,
): Promise<string | Uint8Array> {
  const extra = money ? moneyReportColumns(money, table) : [];
  switch (format) {
    case "csv":
      return toCsv(table, extra);
    case "json":
      return toJson(table, extra);
    case "parquet": {
      const { toParquet } = await laterFromHere<typeof import("../../tables/parquet.ts")>(
        "../../tables/parquet.ts",
      );
      return toParquet(table, extra);
    }
    case "html": {
      const { toHtml } = await laterFromHere<typeof import("../../page/to_html.tsx")>(
        "../../page/to_html.tsx",
      );
      return await toHtml(page!);
    }
  }
}

/**
 * Computes the energy table, writes it to a file or to standard output, and shows it.
 *
 * @throws {WattbookError} Any error from the source, the household file or the file to write.
 */
export async function runReport(options: ReportOptions, effects: Effects): Promise<void> {
  const { out, gaps: gapsFile, format, quiet } = options;
  const { stdout, stderr } = effects;
  // Opened first, so that a file that cannot be written fails before a long pull.
  await using file = await openOutput(out, stdout);
  await using gapsOutput = gapsFile === undefined ? null : await openOutput(gapsFile, stdout);
  const report = await computeReport(options, effects);
  const { table, gaps } = report;
  await file.commit(await encode(report, format));
  await gapsOutput?.commit(gapsCsv(gaps, table.zone));
  if (quiet) return;
  const reader = out === "-" || gapsFile === "-" ? stderr : stdout;
  const isWhole = options.from === undefined && options.to === undefined;
  const shown = isWhole && isLong(table) ? { ...table, rows: table.rows.slice(-LAST_DAYS) } : table;
  await show(table, shown, report.money, { reader, stderr });
  const gapCount = counted(
    [gaps.grid, gaps.generation, ...Object.values(gaps.devices ?? {})].flat().length,
    "gap",
  );
  const written = [
    ...out === "-" ? [] : [
      `Wrote ${out} (${counted(table.rows.length, table.kind)}${
        shown === table ? "" : `; the last ${LAST_DAYS} are shown`
      })`,
    ],
    ...gapsFile === undefined || gapsFile === "-" ? [] : [`Wrote ${gapsFile} (${gapCount})`],
  ];
  if (written.length > 0) await reader.write(`\n${written.join("\n")}\n`);
}

/** A file, or standard output for `-`. */
async function openOutput(path: string, stdout: Output): Promise<WholeFile> {
  if (path !== "-") return await openWhole(path);
  return {
    commit: (content) => stdout.write(content),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** So many days are shown where no range was asked for. */
const LAST_DAYS = 14;

async function show(
  table: EnergyTable,
  shown: EnergyTable,
  money: MoneyTable | null,
  { reader, stderr }: { reader: Output; stderr: Output },
): Promise<void> {
  const { colours, columns: width } = reader;
  const row = totalRow(table);
  const complete = table.rows.filter((row) => row.complete).length;
  const total = row && { row, note: `${complete} of ${counted(table.rows.length, table.kind)}` };
  const longer = isLong(table) ? rollUp(table, "month") : table;
  const parts = isLong(table)
    ? [
      terminalTable(shown, { width, colours }),
      terminalTable(longer, { total, width, colours }),
    ]
    : [terminalTable(table, { total, width, colours })];
  await reader.write([...parts, provenance(table, { width, colours, longer })].join("\n"));
  if (money) {
    const { moneySummary } = await laterFromHere<typeof import("./money_summary.ts")>(
      "./money_summary.ts",
    );
    await reader.write(`\n${moneySummary(money)}\n`);
  }
  // Both have those of the house.
  await writeNotices([...new Set([...table.notices, ...money?.notices ?? []])], stderr);
}
