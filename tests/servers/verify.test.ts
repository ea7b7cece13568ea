import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "../../src/client/connect.ts";
import { joinSeries, type SeriesColumns } from "../../src/columns.ts";
import { verify } from "../../src/commands/verify.ts";
import { isUnexplained, refuseUnexplained } from "../../src/commands/verify/print.ts";
import { readHousehold } from "../../src/household.ts";
import { askDays, type DayWindow, localWindows } from "../../src/server_side/ask_days.ts";
import type { Quantity } from "../../src/server_side/expressions.ts";
import { dailyExpression } from "../../src/server_side/expressions.ts";
import { addDays, hoursOf, localDays, MINUTE, startOfDay } from "../../src/time.ts";
import {
  compareDays,
  type ComparedEnergy,
  type DayKind,
  utcWindows,
} from "../../src/verify/compare.ts";
import { DEMO, demoWeeks, WEEKS, ZONE } from "./demo_weeks.ts";
import { describeEachServer } from "./each_server.ts";
import { PROMETHEUS, startPrometheus } from "./prometheus.ts";
import { installed, type RunningServer } from "./running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "./victoria_metrics.ts";
import { effects } from "../terminal/capture.ts";

const house = await readHousehold(`${DEMO}/household.json`);

/** What a reader of a row sees. [Wh] */
interface Row {
  readonly day: string;
  readonly local: number;
  readonly difference: number;
  readonly rest: number;
  readonly [reason: string]: number | string;
}

function rowsOf({ rows }: ComparedEnergy): Row[] {
  return rows.map(({ day, local, server, parts, rest }) => ({
    day,
    local: 1000 * local!,
    difference: 1000 * (server! - local!),
    rest: 1000 * rest!,
    ...Object.fromEntries(parts.map(({ reason, kwh }) => [reason, 1000 * kwh])),
  }));
}

function find(
  all: readonly ComparedEnergy[],
  quantity: Quantity,
  days: DayKind,
): ComparedEnergy {
  return all.find((one) => one.quantity === quantity && one.days === days)!;
}

/** The days on which the meter's exporter restarted. */
const RESTARTS = ["2025-10-26"];

describeEachServer(({ url, kind }) => {
  const comparing = (async () => {
    await using client = await connect({ route: { kind: "direct", url } });
    const now = startOfDay(addDays(WEEKS.to, 2), ZONE);
    return await compareDays(client, house, { ...WEEKS, now });
  })();
  // Where the server is not installed, the tests are skipped and nobody waits for it.
  comparing.catch(() => {});
  const rows = async (quantity: Quantity, days: DayKind) =>
    rowsOf(find((await comparing).comparisons, quantity, days));

  test("verify: no difference is left without a reason, on any day", async () => {
    const verification = await comparing;
    refuseUnexplained(verification);
    expect(
      verification.comparisons.map(({ quantity, days, rows }) => [quantity, days, rows.length]),
    )
      .toEqual([
        ["yield", "local", 67],
        ["yield", "utc", 67],
        ["import", "local", 67],
        ["import", "utc", 67],
        ["export", "local", 67],
        ["export", "utc", 67],
      ]);
    for (const comparison of verification.comparisons) {
      for (const row of rowsOf(comparison)) {
        expect(Math.abs(row.rest), `${comparison.quantity} ${row.day}`).toBeLessThan(0.001);
      }
    }
    expect(verification.notices).toEqual([]);
  });

  test("verify: tells by the numbers which server it is", async () => {
    expect((await comparing).dialect).toMatch(
      kind === "prometheus" ? /^Prometheus before 3\.0/ : /^VictoriaMetrics$/,
    );
  });

  test("verify: yield is the same number, on the day of 25 hours too", async () => {
    for (const days of ["local", "utc"] as const) {
      for (const row of await rows("yield", days)) expect(row.difference, row.day).toBe(0);
    }
  });

  test("verify: import differs by window ends and restarts, no more", async () => {
    for (const row of await rows("import", "local")) {
      const { window_ends, restarts, utc_day } = row as unknown as Record<string, number>;
      const made = Number(row["extrapolation"] ?? row["from_before"]);
      // Two ends of a minute each, at the power of a night; a register of whole watt-hours.
      expect(window_ends, row.day).toBeLessThanOrEqual(0);
      expect(window_ends, row.day).toBeGreaterThan(-10);
      expect(utc_day, row.day).toBe(0);
      if (RESTARTS.includes(row.day)) {
        // One minute between two pods; each of them goes on a little by itself.
        expect(restarts).toBeLessThan(-1);
        expect(made).toBeLessThan(15);
      } else {
        expect(Math.abs(restarts!), row.day).toBeLessThan(1e-6);
        // Prometheus stretches by two of 1440 steps.
        const stretched = 2 / 1440 * row.local;
        expect(made, row.day).toBeLessThan(kind === "prometheus" ? stretched : 10);
        expect(Math.abs(row.difference), row.day).toBeLessThan(10);
      }
      expect(made, row.day).toBeGreaterThan(0);
    }
  });

  test("verify: import on the server's own days is another day's", async () => {
    const utc = await rows("import", "utc"), local = await rows("import", "local");
    const shift = utc.map((row) => Math.abs(row["utc_day"] as number));
    // An hour or two of a night at either end; by a server's day the day of 25 hours has 24.
    expect(Math.max(...shift)).toBeGreaterThan(200);
    expect(utc[shift.indexOf(Math.max(...shift))]!.day).toBe("2025-10-26");
    utc.forEach((row, index) => {
      const other = row.difference - (row["utc_day"] as number);
      expect(Math.abs(other - local[index]!.difference), row.day).toBeLessThan(10);
    });
  });

  test("verify: export differs by sampling, no more", async () => {
    for (const days of ["local", "utc"] as const) {
      for (const row of await rows("export", days)) {
        const { sampling, rule, balanced, window_ends, utc_day } = row as unknown as Record<
          string,
          number
        >;
        expect(Math.abs(sampling!), row.day).toBeLessThan(1e-3 * row.local + 0.1);
        for (const none of [rule, balanced, window_ends, utc_day]) {
          expect(Math.abs(none!), row.day).toBeLessThan(1e-6);
        }
      }
    }
  });

  test("verify: finds the days before the recording rule existed", async () => {
    const { comparisons } = await comparing;
    for (const days of ["local", "utc"] as const) {
      const { withoutRule, expression, spelledOut } = find(comparisons, "export", days);
      // It began at 09:30 on the last of these days: its sum of that day would look like a sum.
      expect([withoutRule[0], withoutRule.at(-1), withoutRule.length])
        .toEqual(["2025-09-20", "2025-10-06", 17]);
      expect(expression).toContain("home:power_grid_import:watts");
      expect(spelledOut).toContain("gridbox_ha_multimeter_power_W");
    }
    expect(find(comparisons, "import", "local").withoutRule).toEqual([]);
  });

  test("verify: on the day on which the rule began, only the spelled-out sum is the day's", async () => {
    await using client = await connect({ route: { kind: "direct", url } });
    const ask = async (rule: boolean, windows: readonly DayWindow[]) => {
      const { days } = await askDays(
        client,
        (day) => ({ kwh: dailyExpression(house, "export", { ...day, rule })! }),
        { windows },
      );
      return new Map([...days].map(([day, { kwh }]) => [day, kwh]));
    };
    const { comparisons } = await comparing;
    for (const days of ["local", "utc"] as const) {
      const windows = days === "local"
        ? localWindows("2025-10-05", "2025-10-07", ZONE)
        : utcWindows("2025-10-05", "2025-10-07");
      const byRule = await ask(true, windows), spelledOut = await ask(false, windows);
      // Before: nothing. Its first day: a sum of the rest of it, which looks like one of the day.
      expect([...byRule.keys()]).toEqual(["2025-10-06", "2025-10-07"]);
      const first = "2025-10-06", lacking = spelledOut.get(first)! - byRule.get(first)!;
      expect(lacking).toBeGreaterThan(0.01);
      expect(byRule.get("2025-10-07")).toBeCloseTo(spelledOut.get("2025-10-07")!, 6);
      const { rows } = find(comparisons, "export", days);
      const taken = rows.filter(({ day }) => byRule.has(day) || day === "2025-10-05");
      expect(taken.map(({ server }) => server)).toEqual([
        spelledOut.get("2025-10-05"),
        spelledOut.get(first),
        byRule.get("2025-10-07"),
      ]);
    }
  });

  test("verify: prints it, and succeeds", async () => {
    const here = effects({
      now: () => startOfDay("2025-10-30", ZONE),
      env: {
        METRICS_URL: url.href,
        HOUSEHOLD_ZONE: ZONE,
        METER_AIN_REGEX: "12345 0123456(-1)?",
      },
    });
    const code = await verify(["--from", "2025-10-05", "--to", "2025-10-27"], here);
    expect({ code, stderr: here.stderr.text }).toEqual({ code: 0, stderr: "" });
    expect(here.stdout.text).toMatch(/^2025-10-26 +8\.486 .* -5\.0 /m);
    expect(here.stdout.text).toContain("2025-10-05 to 2025-10-06 (2 days): the recording rule");
    const quiet = effects({ now: here.now, env: { METRICS_URL: url.href, HOUSEHOLD_ZONE: ZONE } });
    expect(await verify(["--from", "2025-10-25", "--to", "2025-10-27", "--quiet"], quiet)).toBe(0);
    expect(quiet.stdout.text + quiet.stderr.text).toBe("");
  });
});

/** Stretches of the demo year with a pitfall each. */
const PITFALLS = {
  clockChange: ["2025-03-29", "2025-03-31"],
  lateReset: ["2025-04-08", "2025-04-10"],
  restartAtMidnight: ["2025-04-24", "2025-04-25"],
  loggerOutage: ["2025-06-02", "2025-06-04"],
  meterOutage: ["2025-08-11", "2025-08-13"],
} as const;

async function* pitfallDays(): AsyncGenerator<SeriesColumns> {
  for (const [from, to] of Object.values(PITFALLS)) {
    yield* demoWeeks({
      start: startOfDay(addDays(from, -1), ZONE),
      end: startOfDay(addDays(to, 2), ZONE),
    });
  }
  yield joinSeries([]);
}

describe.each(
  [
    ["Prometheus", PROMETHEUS, startPrometheus, await installed(PROMETHEUS)],
    ["VictoriaMetrics", VICTORIA_METRICS, startVictoriaMetrics, await installed(VICTORIA_METRICS)],
  ] as const,
)("A %s that holds the days with pitfalls", (_, __, start, isInstalled) => {
  let server: RunningServer;
  beforeAll(async () => void (isInstalled && (server = await start(pitfallDays()))));
  afterAll(async () => void (isInstalled && await server.stop()));

  async function compare(pitfall: keyof typeof PITFALLS): Promise<readonly ComparedEnergy[]> {
    const [from, to] = PITFALLS[pitfall];
    await using client = await connect({ route: { kind: "direct", url: server.url } });
    const now = startOfDay(addDays(to, 2), ZONE);
    const { comparisons } = await compareDays(client, house, { from, to, now });
    expect(comparisons.flatMap(({ rows }) => rows).filter(isUnexplained)).toEqual([]);
    return comparisons;
  }

  test.skipIf(!isInstalled)("a late reset is the maximum that the server takes", async () => {
    const all = await compare("lateReset");
    for (const days of ["local", "utc"] as const) {
      const [before, late, after] = rowsOf(find(all, "yield", days));
      expect([before!.difference, after!.difference]).toEqual([0, 0]);
      // It shows 36 kWh of the sunny day before all through a day of 12 kWh.
      expect(late!.difference).toBeCloseTo(before!.local - late!.local, 6);
      expect(late!.difference).toBeGreaterThan(20_000);
      expect(late!["late_reset"]).toBeCloseTo(late!.difference, 6);
    }
  });

  test.skipIf(!isInstalled)("the day of 23 hours has its own window", async () => {
    const all = await compare("clockChange");
    const [day] = localDays("2025-03-30", "2025-03-30", ZONE);
    expect(hoursOf(day!)).toBe(23);
    for (const quantity of ["yield", "import", "export"] as const) {
      const row = rowsOf(find(all, quantity, "local"))[1]!;
      expect(Math.abs(row.difference), quantity).toBeLessThan(10);
    }
  });

  test.skipIf(!isInstalled)("a logger that was silent at noon costs the day nothing", async () => {
    const row = rowsOf(find(await compare("loggerOutage"), "yield", "local"))[1]!;
    expect(row.difference).toBe(0);
  });

  test.skipIf(!isInstalled)("both lack what a lost meter exported", async () => {
    const all = await compare("meterOutage");
    const row = rowsOf(find(all, "export", "local"))[1]!;
    // The server holds the last power for up to five minutes, Wattbook interpolates no gap.
    expect(row["sampling"]).toBeGreaterThan(0);
    expect(row["sampling"]).toBeLessThan(6000 * 5 * MINUTE / 3_600_000);
  });

  test.skipIf(!isInstalled)("a restart about local midnight is found in the import", async () => {
    const [before, after] = rowsOf(find(await compare("restartAtMidnight"), "import", "local"));
    const made = (row: Row) => Number(row["extrapolation"] ?? row["from_before"]);
    for (const row of [before!, after!]) expect(made(row)).toBeGreaterThan(-1e-6);
    expect(Math.abs(before!.difference) + Math.abs(after!.difference)).toBeLessThan(30);
  });
});
