/**
 * An open household: everything that can be asked of it.
 *
 * @module
 */

import { type Role, ROLES } from "../catalogue/roles.ts";
import type { Client } from "../client/client.ts";
import type { Source } from "../energy/signals/source.ts";
import { WattbookError } from "../errors.ts";
import type { Household } from "../household.ts";
import type { Selector } from "../selector.ts";
import { later } from "./later.ts";
import type { BillCheck } from "../money/check_bill.ts";
import type { Comparison } from "./comparison.ts";
import type { TariffComparison } from "./tariff_comparison.ts";
import type { CurrentState } from "./current_state.ts";
import type { Days } from "./days.ts";
import { checkName, checkOptions, parseMoment, parseRange, parseStep } from "./check_options.ts";
import type {
  CheckBillOptions,
  CompareTariffsOptions,
  DaysOptions,
  HomeParts,
  MoneyOptions,
  PowerOptions,
  PullOptions,
  QueryOptions,
  SamplesOptions,
} from "./options.ts";
import type { Money } from "./money.ts";
import type { Power } from "./power.ts";
import type { PresentState } from "./present_state.ts";
import type { WhatIfOptions } from "./pull_what_if.ts";
import type { SampleFrame } from "./samples.ts";
import type { BatteryWhatIf } from "./what_if.ts";

const PULL = ["signal", "onProgress"] as const;
const DAYS = [
  ...[
    "from",
    "to",
    "includeToday",
    "repair",
    "completeCoverage",
    "strings",
    "power",
    "tariff",
    "compute",
  ],
  ...PULL,
];
const SLOTS = ["step", "minCoverage"];

/** An open household. {@linkcode openHousehold} opens it. */
export class Home implements AsyncDisposable {
  /** Which series play which roles, where the house stands, what it is rated for. */
  readonly household: Household;
  /** The samples. */
  readonly source: Source;
  /** The connected server, for everything that a server can be asked; `null` without one. */
  readonly client: Client | null;
  /** Path of the house's own tariff file, `tariff.json` beside its household file; `null` without. */
  readonly tariff: string | null;
  /** Whether it is the demo household. */
  readonly isDemo: boolean;
  /** What a reader must know of every result. */
  readonly notices: readonly string[];
  readonly #parts: HomeParts;

  /**
   * Puts a household together.
   *
   * @param parts The house and where its samples come from.
   */
  constructor(parts: HomeParts) {
    this.household = parts.household;
    this.source = parts.source;
    this.client = parts.client;
    this.tariff = parts.tariff ?? null;
    this.isDemo = parts.isDemo;
    this.notices = parts.notices;
    this.#parts = parts;
  }

  /** IANA zone of the local days. */
  get zone(): string {
    return this.household.zone;
  }

  /**
   * The energies of each local day, with everything behind them.
   *
   * @param options Which days, and how.
   * @throws {WattbookError} `BAD_DAY`, `BAD_RANGE`, `BAD_OPTION`, `BAD_STEP`, `AMBIGUOUS_SERIES`, and
   * any error from the source.
   * @example Two days and their power, from one pull
   * ```ts
   * import assert from "node:assert/strict";
   * import { openHousehold } from "./open_household.ts";
   *
   * await using home = await openHousehold({ demo: true });
   * const days = await home.days({ from: "2025-06-01", to: "2025-06-02", power: "15m" });
   * assert.equal(days.frame.height, 2);
   * assert.equal(days.power.frame.height, 2 * 96);
   * ```
   */
  async days(options: DaysOptions = {}): Promise<Days> {
    checkOptions("days()", options, DAYS);
    const { pullDays } = await later<typeof import("./pull_days.ts")>("./pull_days.ts");
    return await pullDays(this.#parts, options);
  }

  /**
   * The mean power of each slot: grid (positive import), import, export, generation, load, strings.
   *
   * @param options Which days, in what slots.
   * @throws {WattbookError} As {@linkcode Home.days}.
   * @example An hour a row
   * ```ts
   * import assert from "node:assert/strict";
   * import { openHousehold } from "./open_household.ts";
   *
   * await using home = await openHousehold({ demo: true });
   * const power = await home.power({ from: "2025-06-01", to: "2025-06-01", step: "1h" });
   * assert.equal(power.frame.height, 24);
   * ```
   */
  async power(options: PowerOptions = {}): Promise<Power> {
    checkOptions("power()", options, ["from", "to", "includeToday", ...SLOTS, ...PULL]);
    const { pullPower } = await later<typeof import("./pull_days.ts")>("./pull_days.ts");
    return await pullPower(this.#parts, options);
  }

  /**
   * What the energy of each local day cost and earned at a tariff, with error bands: cost, fees,
   * revenue, net, and the savings by PV and battery. It is history, no bill and no forecast.
   *
   * @param options The tariff, by default that of the house, and which days.
   * @throws {WattbookError} `BAD_TARIFF`, `NOT_CONFIGURED` without a tariff, and as
   * {@linkcode Home.days}.
   * @example Two days at a constant price
   * ```ts
   * import assert from "node:assert/strict";
   * import { openHousehold } from "./open_household.ts";
   *
   * await using home = await openHousehold({ demo: true });
   * const common = { from: "2025-01-01", unit: "ct/kWh", vat: 0 } as const;
   * const money = await home.money({
   *   from: "2025-06-01",
   *   to: "2025-06-02",
   *   tariff: {
   *     tz: "Europe/Berlin",
   *     currency: "EUR",
   *     components: [
   *       { id: "energy", flow: "import", price: 30, ...common },
   *       { id: "feed-in", flow: "export", price: 8, ...common },
   *     ],
   *   },
   * });
   * assert(money.frame.columns[3] === "cost_eur" && money.total!.pv_savings! > 0);
   * ```
   */
  async money(options: MoneyOptions = {}): Promise<Money> {
    checkOptions("money()", options, ["tariff", "from", "to", "includeToday", "repair", ...PULL]);
    const { tariff = true } = options;
    if (tariff === true && this.tariff === null) {
      throw new WattbookError("NOT_CONFIGURED", "No tariff of this house is known", {
        hint: 'Write tariff.json beside household.json, or name a file: { tariff: "flat.json" }. ' +
          "docs/money.md shows how to write it.",
      });
    }
    const { pullDays } = await later<typeof import("./pull_days.ts")>("./pull_days.ts");
    return (await pullDays(this.#parts, { ...options, tariff })).money;
  }

  /**
   * What several tariffs would have cost on the same measured past: each with a range, the range of
   * the difference to the first one, the hours and months that make it, and what moving import could
   * save at most. The energies are history, the tariffs are simulated; it is not a forecast.
   *
   * @param options The tariffs, and which days.
   * @throws {WattbookError} `BAD_TARIFF`, `BAD_OPTION` for other currencies or without two tariffs,
   * `NO_DATA` if no day is priced by all of them, and as {@linkcode Home.days}.
   * @example A tariff that is dearer by a cent
   * ```ts
   * import assert from "node:assert/strict";
   * import { openHousehold } from "./open_household.ts";
   *
   * await using home = await openHousehold({ demo: true });
   * const common = { from: "2025-01-01", unit: "ct/kWh", vat: 0 } as const;
   * const at = (price: number) => ({
   *   name: `${price} ct`,
   *   tz: "Europe/Berlin",
   *   currency: "EUR",
   *   components: [
   *     { id: "energy", flow: "import", price, ...common } as const,
   *     { id: "feed-in", flow: "export", price: 8, ...common } as const,
   *   ],
   * });
   * const { tariffs: [, dearer] } = await home.compareTariffs({
   *   tariffs: [at(30), at(31)],
   *   from: "2025-06-01",
   *   to: "2025-06-02",
   * });
   * assert(dearer!.difference > 0);
   * ```
   */
  async compareTariffs(options: CompareTariffsOptions): Promise<TariffComparison> {
    const known = ["tariffs", "from", "to", "includeToday", "repair", ...PULL];
    checkOptions("compareTariffs()", options, known);
    const { pullTariffs } = await later<typeof import("./pull_tariffs.ts")>("./pull_tariffs.ts");
    return await pullTariffs(this.#parts, options);
  }

  /**
   * Checks an electricity bill: its energy against the house's own register, its lines against the tariff, and
   * its sums. The verdict comes with the kilowatt-hours and cents behind it.
   *
   * @param options The bill.
   * @throws {WattbookError} `BAD_BILL`, `BAD_TARIFF`, and any error from the source.
   */
  async checkBill(options: CheckBillOptions): Promise<BillCheck> {
    checkOptions("checkBill()", options, ["bill", ...PULL]);
    const { pullBill } = await later<typeof import("./pull_bill.ts")>("./pull_bill.ts");
    return await pullBill(this.#parts, options);
  }

  /**
   * What the server answers to any expression: at one moment (`at`), or from `from` to `to` in steps.
   * For an archive it asks the configured server. The demo household knows the expressions of the
   * notebooks only; its answers were recorded from a real server.
   *
   * @param expression In PromQL.
   * @param options When.
   * @throws {WattbookError} `BAD_EXPRESSION`, `BAD_STEP`, `BAD_TIME`, `BAD_RANGE`, `BAD_OPTION`,
   * `NOT_CONFIGURED` without a server, `NOT_RECORDED` for what the demo does not know, and any error
   * from the server.
   * @example What the demo's server was asked before
   * ```ts
   * import assert from "node:assert/strict";
   * import { openHousehold } from "./open_household.ts";
   *
   * await using home = await openHousehold({ demo: true });
   * await assert.rejects(home.query("up * 42", { at: "2025-10-26T12:00" }), { code: "NOT_RECORDED" });
   * await assert.rejects(home.query("up", { step: "5 minutes" }), { code: "BAD_STEP" });
   * ```
   */
  async query(expression: string, options: QueryOptions = {}): Promise<SampleFrame> {
    checkOptions("query()", options, ["at", "from", "to", "step", ...PULL]);
    const { zone } = this, { at, from, to, step, signal, onProgress } = options;
    const every = step === undefined ? undefined : parseStep(step);
    const isRange = from !== undefined || to !== undefined || step !== undefined;
    if (
      isRange && (from === undefined || to === undefined || every === undefined || at !== undefined)
    ) {
      throw new WattbookError(
        "BAD_OPTION",
        "query() takes from, to and step together, or at alone",
        {
          hint:
            'Give { at: "2025-06-01T12:00" } or { from: "2025-06-01", to: "2025-06-02", step: "1h" }.',
        },
      );
    }
    const range = isRange ? parseRange({ from: from!, to: to! }, zone) : undefined;
    const time = at === undefined ? undefined : parseMoment(at, zone);
    const [server, { SampleFrame }] = await Promise.all([
      this.#parts.server(),
      later<typeof import("./samples.ts")>("./samples.ts"),
    ]);
    const { columns, notices } = range
      ? await server.queryRange(expression, { ...range, step: every! }, { signal, onProgress })
      : await server.query(expression, { signal, ...time !== undefined && { time } });
    return new SampleFrame(columns, {
      title: `${expression}, from ${server.description}`,
      zone,
      notices: [...this.notices, ...notices],
    });
  }

  /**
   * The PromQL expression of a role's present value in W, kWh or 0/1, to build your own queries from.
   * `null` if the household has no series for the role.
   *
   * @param role Role, such as `grid_power`.
   * @throws {WattbookError} `BAD_OPTION` if there is no such role.
   * @example Grid power of the demo
   * ```ts
   * import assert from "node:assert/strict";
   * import { openHousehold } from "./open_household.ts";
   *
   * await using home = await openHousehold({ demo: true });
   * const grid = await home.expression("generation_power");
   * assert.equal(grid, "max(inverter_ac_active_power_watts)");
   * ```
   */
  async expression(role: Role): Promise<string | null> {
    const known = checkName("role", role, Object.keys(ROLES) as Role[]);
    const { spelledOut } = await later<typeof import("../server_side/expressions.ts")>(
      "../server_side/expressions.ts",
    );
    return spelledOut(this.household, known);
  }

  /**
   * Samples as they were scraped. A role gives one signal in W, kWh or 0/1 with the house's sign, in
   * which restarts are merged; a selector gives its series as they are stored.
   *
   * @param what Role, such as `grid_power`, or selector, such as `up{job="meter"}`.
   * @param options When.
   * @throws {WattbookError} `BAD_SELECTOR`, `BAD_TIME`, `BAD_RANGE`, `AMBIGUOUS_SERIES`, and any error
   * from the source.
   * @example Grid power of a minute
   * ```ts
   * import assert from "node:assert/strict";
   * import { openHousehold } from "./open_household.ts";
   *
   * await using home = await openHousehold({ demo: true });
   * const samples = await home.samples("grid_power", {
   *   from: "2025-06-21T09:00",
   *   to: "2025-06-21T09:10",
   * });
   * assert.deepEqual(samples.frame.columns, ["time", "value"]);
   * ```
   */
  async samples(what: Role | string | Selector, options: SamplesOptions): Promise<SampleFrame> {
    checkOptions("samples()", options, ["from", "to", ...PULL]);
    const range = parseRange(options, this.zone);
    const { pullRoleFrame, pullSelectorFrame } = await later<typeof import("./samples.ts")>(
      "./samples.ts",
    );
    return typeof what === "string" && what in ROLES
      ? await pullRoleFrame(this.#parts, what as Role, { ...range, ...options })
      : await pullSelectorFrame(this.#parts, what, { ...range, ...options });
  }

  /**
   * What the house does now: powers, energies of the day so far, strings, exporters.
   *
   * @param options Ends it early.
   * @throws {WattbookError} `NOT_CONFIGURED` for an archive, and any error from the server.
   * @example The demo household, whose present is a Sunday in October
   * ```ts
   * import assert from "node:assert/strict";
   * import { openHousehold } from "./open_household.ts";
   *
   * await using home = await openHousehold({ demo: true });
   * const { quantities: { generation } } = (await home.now()).state;
   * assert(generation.value! > 0);
   * ```
   */
  async now(options: Pick<PullOptions, "signal"> = {}): Promise<PresentState> {
    const [state, { PresentState }] = await Promise.all([
      this.currentState(options),
      later<typeof import("./present_state.ts")>("./present_state.ts"),
    ]);
    return new PresentState(state);
  }

  /**
   * The same as {@linkcode Home.now} as a plain object, for programs that show it themselves.
   *
   * @param options Ends it early.
   * @throws {WattbookError} `NOT_CONFIGURED` for an archive, and any error from the server.
   */
  async currentState(options: Pick<PullOptions, "signal"> = {}): Promise<CurrentState> {
    checkOptions("now()", options, ["signal"]);
    const { household } = this, { config, now, server } = this.#parts;
    if (this.client === null && !this.isDemo) {
      throw new WattbookError(
        "NOT_CONFIGURED",
        "Only a server knows what the house does now; this is an archive",
        {
          hint: "Open the household with server: true and METRICS_URL or DASHBOARD_URL in .env.",
        },
      );
    }
    const [{ currentState }, { DEMO_PRESENT }] = await Promise.all([
      later<typeof import("./current_state.ts")>("./current_state.ts"),
      later<typeof import("./demo.ts")>("./demo.ts"),
    ]);
    const { signal } = options;
    return await currentState(this.client ?? await server(), household, {
      jobs: config,
      now: this.isDemo ? DEMO_PRESENT : now(),
      ...signal && { signal },
    });
  }

  /**
   * Compares the days with those that the server computes from its own expressions, and retraces
   * each difference to its reasons.
   *
   * @param options Which days.
   * @throws {WattbookError} `NOT_CONFIGURED` without a server, `BAD_DAY`, `BAD_RANGE`, and any error
   * from source or server.
   * @example Import of the demo by a real Prometheus
   * ```ts
   * import assert from "node:assert/strict";
   * import { openHousehold } from "./open_household.ts";
   *
   * await using home = await openHousehold({ demo: true });
   * const compared = await home.verify({ from: "2025-10-24", to: "2025-10-28" });
   * assert.equal(compared.of("yield").frame.height, 5);
   * ```
   */
  async verify(
    options: PullOptions & Pick<DaysOptions, "from" | "to"> = {},
  ): Promise<Comparison> {
    checkOptions("verify()", options, ["from", "to", ...PULL]);
    const server = await this.#parts.server();
    const { compareWith } = await later<typeof import("./pull_days.ts")>("./pull_days.ts");
    return await compareWith(server, this.#parts, options);
  }

  /**
   * What a battery would have changed: each size and power under each tariff, run through the measured
   * past. By the self-use rule and at best, both with ranges. None of it is a forecast.
   *
   * @param options Which batteries, tariffs and days.
   * @throws {WattbookError} `BAD_OPTION`, `BAD_TARIFF`, `BATTERY_UNKNOWN`, `NO_DATA`, `BAD_DAY`,
   * `BAD_RANGE`, `BAD_STEP`, and any error from the source.
   * @example Two sizes in June
   * ```ts
   * import assert from "node:assert/strict";
   * import { openHousehold } from "./open_household.ts";
   *
   * const priced = { from: "2025-01-01", unit: "ct/kWh", vat: 0 } as const;
   * const components = [
   *   { ...priced, id: "energy", flow: "import", price: 30 },
   *   { ...priced, id: "feed-in", flow: "export", price: 8 },
   * ] as const;
   * await using home = await openHousehold({ demo: true });
   * const { frame, batteries } = await home.whatIf({
   *   battery: { kwh: [5, 10], kw: 5 },
   *   tariffs: [{ tz: "Europe/Berlin", currency: "EUR", components: [...components] }],
   *   from: "2025-06-01",
   *   to: "2025-06-07",
   * });
   * assert.equal(frame.height, 2);
   * const [five, ten] = batteries.map(({ rule }) => rule.gain.value);
   * assert(0 < five! && five! < ten!);
   * ```
   */
  async whatIf(options: WhatIfOptions): Promise<BatteryWhatIf> {
    const { pullWhatIf } = await later<typeof import("./pull_what_if.ts")>("./pull_what_if.ts");
    return await pullWhatIf(this.#parts, options);
  }

  /** Closes the connection to the server. */
  async close(): Promise<void> {
    await this.#parts.close();
  }

  /** Closes the connection to the server, at the end of `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Which house, and from where. */
  toString(): string {
    const { strings = [], latitude } = this.household;
    const kwp = strings.reduce((sum, string) => sum + string.kwp, 0);
    const facts = [
      this.zone,
      ...strings.length > 0 ? [`${strings.length} strings, ${kwp} kWp together`] : [],
      ...latitude === undefined ? ["no coordinates"] : [],
    ];
    return [
      `${this.isDemo ? "Demo household" : "Household"} (${facts.join(", ")})`,
      `Samples from ${this.source.description}`,
      ...this.notices,
    ].join("\n");
  }

  /** What a notebook shows. */
  [Symbol.for("Jupyter.display")](): Record<string, string> {
    return { "text/plain": this.toString() };
  }

  /** What `console.log` prints. */
  [Symbol.for("Deno.customInspect")](): string {
    return this.toString();
  }
}
