/**
 * Pulls the days of a household, their power, and what a server says of them.
 *
 * @module
 */

import { analyseDays, type Analysis } from "../energy/days.ts";
import type { PowerSlots } from "../energy/power.ts";
import { serverSource } from "../energy/signals/source.ts";
import type { EnergyTable } from "../energy/table.ts";
import { isWattbookError, WattbookError } from "../errors.ts";
import type { Tariff } from "../money/tariff.ts";
import type { Verification } from "../verify/compare.ts";
import { later } from "./later.ts";
import type { Comparison } from "./comparison.ts";
import { Days } from "./days.ts";
import {
  type DaysOptions,
  type ExpressionServer,
  type HomeParts,
  type PowerOptions,
  pullOf,
  type PullOptions,
  type TariffOption,
} from "./options.ts";
import { checkName, checkOptions, parseStep } from "./check_options.ts";
import type { Money } from "./money.ts";
import { pickDays } from "./pick_days.ts";
import { Power } from "./power.ts";

/** The days that a person asked for. */
export async function pullDays(home: HomeParts, options: DaysOptions): Promise<Days> {
  const { source, household } = home;
  const { includeToday = false, compute = "raw", repair, completeCoverage } = options;
  checkName("way to compute", compute, ["raw", "server"]);
  const slots = slotsOf(options.power), { strings = slots.length > 0 } = options;
  const now = home.now();
  const picked = await pickDays(source, household.zone, {
    ...options,
    includeToday,
    now,
    asFlags: home.asFlags,
  });
  const { from, to } = picked;
  const common = {
    ...{ from, to, includeToday, now, ...pullOf(options) },
    ...completeCoverage !== undefined && { completeCoverage },
  };
  const { tariff: given = false } = options;
  if (compute === "server") {
    if (typeof given !== "boolean") {
      throw new WattbookError(
        "BAD_OPTION",
        "A tariff needs raw samples, so the server cannot compute the days",
        {
          hint: 'Leave out compute: "server".',
        },
      );
    }
    const { serverSideDays } = await later<typeof import("../server_side/server_side_days.ts")>(
      "../server_side/server_side_days.ts",
    );
    const table = await serverSideDays(clientOf(home), household, common);
    const told = [
      ...home.notices,
      ...picked.notices,
      ...nothingFound(table),
      ...table.notices,
      ...given && home.tariff ? [`'${home.tariff}' is not used: money needs raw samples`] : [],
    ];
    return new Days({
      table: { ...table, notices: told },
      analysis: null,
      power: null,
      household,
    });
  }
  const tariff = await explained(home, given, () => tariffOf(home, given));
  const analysis = await analyseDays(source, household, {
    ...common,
    ...repair !== undefined && { repair },
    strings,
    power: slots,
    ...tariff && { intervals: tariff },
  });
  const { table } = analysis,
    money = tariff &&
      await explained(home, given, () => moneyOf(home, analysis, tariff, options));
  // A notice about the days of an archive says already why some are empty.
  const isTold = source.kind === "archive" && picked.notices.length > 0;
  const notices = [
    ...home.notices,
    ...picked.notices,
    ...isTold ? [] : nothingFound(table),
    ...table.notices,
  ];
  const [power] = analysis.power;
  return new Days({
    table: { ...table, notices },
    analysis,
    power: power ? new Power({ table: power, household, notices: home.notices }) : null,
    money,
    household,
  });
}

/** Loaded late, because most reports have no tariff. */
const tariffSource = () => later<typeof import("./tariff_source.ts")>("./tariff_source.ts");

/** The tariff that was named, or that of the house. */
async function tariffOf(
  { household, tariff: own = null }: HomeParts,
  given: TariffOption | boolean,
): Promise<Tariff | null> {
  const tariff = given === true ? own : given === false ? null : given;
  return tariff === null ? null : await (await tariffSource()).openTariff(tariff, household);
}

/** An error of a tariff that nobody named says why it counts. */
async function explained<T>(
  { asFlags }: HomeParts,
  given: TariffOption | boolean,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (given !== true || !isWattbookError(cause) || cause.code !== "BAD_TARIFF") throw cause;
    const hint = `${cause.hint} The file is the tariff of the house because of its name and place` +
      (asFlags ? "; --no-tariff leaves it out." : ".");
    throw new WattbookError(cause.code, cause.message, { hint, cause });
  }
}

/** What the days cost and earned. */
async function moneyOf(
  { source, notices, now }: HomeParts,
  analysis: Analysis,
  tariff: Tariff,
  options: PullOptions,
): Promise<Money> {
  const { pricesOf } = await tariffSource();
  const { Money } = await later<typeof import("./money.ts")>("./money.ts");
  const { priceDays } = await later<typeof import("../money/price_days.ts")>(
    "../money/price_days.ts",
  );
  const { rows } = analysis.table;
  // The running day needs the prices of its past only.
  const range = { start: rows[0]?.start ?? 0, end: Math.min(rows.at(-1)?.end ?? 0, now()) };
  const money = priceDays(analysis, await pricesOf(tariff, range, source, options));
  return new Money({ ...money, notices: [...notices, ...money.notices] });
}

/** The mean power of the days that a person asked for. */
export async function pullPower(
  home: HomeParts,
  { step, minCoverage, includeToday = false, ...options }: PowerOptions,
): Promise<Power> {
  const { source, household } = home, now = home.now();
  const power = slotsOf({ step, minCoverage });
  const { from, to, notices } = await pickDays(source, household.zone, {
    ...options,
    ...{ includeToday, now, asFlags: home.asFlags },
  });
  const { power: [table] } = await analyseDays(source, household, {
    ...{ from, to, includeToday, now, strings: true, power, ...pullOf(options) },
  });
  return new Power({ table: table!, household, notices: [...home.notices, ...notices] });
}

/** The days beside those of a server. */
export async function compareWith(
  server: ExpressionServer,
  home: HomeParts,
  options: PullOptions & Pick<DaysOptions, "from" | "to">,
): Promise<Comparison> {
  const [{ compareDays }, { Comparison }] = await Promise.all([
    later<typeof import("../verify/compare.ts")>("../verify/compare.ts"),
    later<typeof import("./comparison.ts")>("./comparison.ts"),
  ]);
  const { source, household } = home, now = home.now();
  const { from, to, notices } = await pickDays(serverSource(server), household.zone, {
    ...options,
    includeToday: null,
    now,
    asFlags: home.asFlags,
  });
  const verification = await compareDays(server, household, {
    ...source.kind !== "server" && { source },
    ...{ from, to, now, ...pullOf(options) },
  });
  const told = [...notices, ...nothingAnswered(verification), ...verification.notices];
  return new Comparison({ ...verification, notices: [...home.notices, ...told] });
}

function slotsOf(power: DaysOptions["power"]): PowerSlots[] {
  if (power === undefined) return [];
  return [power].flat().map((slots) => {
    const { step = "15m", minCoverage, ...rest } = typeof slots === "object" ? slots : {
      step: slots,
    };
    checkOptions("power", rest, []);
    return { step: parseStep(step), ...minCoverage !== undefined && { minCoverage } };
  });
}

function clientOf({ client }: HomeParts) {
  if (client !== null) return client;
  throw new WattbookError("NOT_CONFIGURED", "There is no server that could compute the days", {
    hint: "Open the household with server: true and METRICS_URL or DASHBOARD_URL in .env.",
  });
}

function nothingFound({ rows }: EnergyTable): string[] {
  if (rows.some(({ flags }) => !flags.includes("no_data"))) return [];
  return [
    "No samples of this household on these days. Check the days, METER_AIN_REGEX and the roles of " +
    "the household file, or run 'deno task setup', which finds the series of your house",
  ];
}

function nothingAnswered({ comparisons }: Verification): string[] {
  if (comparisons.some(({ rows }) => rows.some(({ server }) => server !== null))) return [];
  return [
    "The server has no samples of this household on these days. 'deno task doctor' shows what it has",
  ];
}
