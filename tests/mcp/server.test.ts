import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import denoJson from "../../deno.json" with { type: "json" };
import manifest from "../../deploy/mcp/manifest.json" with { type: "json" };
import registry from "../../deploy/mcp/server.json" with { type: "json" };
import { WattbookError } from "../../src/errors.ts";
import { DayBook } from "../../src/mcp/day_book.ts";
import { type Household, TOOLS, VERSION } from "../../src/mcp/server.ts";
import { connectTo, demoAt, textOf } from "./connect.ts";
import { readTruth, type Truth } from "./truth.ts";

// The first question about a year reads all of it, on a busy machine in half a minute.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let demo: Household, battery: Household;
beforeAll(async () => {
  [demo, battery] = await Promise.all([demoAt(true), demoAt("battery")]);
});

test("server, bundle and registry have the version of the package, and its tools", () => {
  const { version } = denoJson;
  expect([VERSION, manifest.version, registry.version, registry.packages[0]!.version])
    .toEqual([version, version, version, version]);
  expect(manifest.tools).toEqual(
    TOOLS.map(({ name, title }) => ({ name, description: title })),
  );
  expect(registry.description.length).toBeLessThanOrEqual(100);
});

describe.each(["auto", "legacy"] as const)("a client of the protocol (%s)", (mode) => {
  test("lists eight tools at the most, in few tokens, each only reading", async () => {
    const client = await connectTo(() => Promise.resolve(demo), mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    expect(tools.length).toBeLessThanOrEqual(8);
    expect(countTokens(JSON.stringify(tools))).toBeLessThan(2500);
    for (const { annotations, description = "", inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(description.length).toBeLessThan(2048);
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    }
    expect(client.getInstructions()!.length).toBeLessThan(2048);
    expect(client.getNegotiatedProtocolVersion()).toBe(
      mode === "auto" ? "2026-07-28" : "2025-11-25",
    );
  });

  test("gets the same data as text and as structured content", async () => {
    const client = await connectTo(() => Promise.resolve(demo), mode);
    const result = await client.callTool({
      name: "energy_totals",
      arguments: { period: "2025-06" },
    });
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
  });

  test("is told which arguments and values are allowed", async () => {
    const client = await connectTo(() => Promise.resolve(demo), mode);
    const unknown = await client.callTool({ name: "energy_totals", arguments: { since: "2025" } });
    expect([unknown.isError, textOf(unknown)]).toEqual([
      true,
      expect.stringContaining('Unknown argument: "since". Allowed: period, from, to.'),
    ]);
    const value = await client.callTool({ name: "energy_table", arguments: { by: "fortnight" } });
    expect([value.isError, textOf(value)]).toEqual([
      true,
      expect.stringContaining('"auto"|"day"|"week"|"month"|"year"'),
    ]);
    await expect(client.callTool({ name: "delete_session", arguments: {} })).rejects
      .toMatchObject({ code: -32602 });
  });
});

describe("answers are small", () => {
  const QUESTIONS = [
    ["energy_table", { period: "2025", by: "month" }],
    ["energy_table", { period: "2025-01" }],
    ["energy_table", { from: "2025-01-01", to: "2025-07-31", by: "week" }],
    ["data_quality", { period: "2025" }],
    ["records_and_peaks", { period: "2025" }],
    ["compare_periods", { period: "2025-08", with_period: "2025-05" }],
    ["energy_totals", { period: "all" }],
    ["power_now", {}],
  ] as const;

  test.each(QUESTIONS)("%s %j", async (name, args) => {
    for (const house of [demo, battery]) {
      const client = await connectTo(() => Promise.resolve(house));
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError ?? false).toBe(false);
      expect(countTokens(textOf(result))).toBeLessThan(2000);
    }
  });

  test("refuses a table that would fill a model's memory, and says what fits", async () => {
    const client = await connectTo(() => Promise.resolve(demo));
    const result = await client.callTool({
      name: "energy_table",
      arguments: { period: "2025", by: "day" },
    });
    expect(JSON.parse(textOf(result))).toEqual({
      error: "by: day would give 365 rows",
      code: "RANGE_TOO_LONG",
      hint: "At most 31 rows are allowed: ask by month, or for a shorter period.",
    });
  });
});

describe("a picture", () => {
  test.each(["energy", "flows", "self_sufficiency", "power", "typical_day", "quality"])(
    "%s is a small PNG, with its facts beside it",
    async (kind) => {
      for (const house of [demo, battery]) {
        const client = await connectTo(() => Promise.resolve(house));
        const result = await client.callTool({
          name: "draw_picture",
          arguments: { period: "2025", kind },
        });
        const [image, facts] = result.content as { type: string; data: string; text: string }[];
        const png = Uint8Array.fromBase64(image!.data);
        expect([image!.type, [...png.subarray(1, 4)]]).toEqual(["image", [80, 78, 71]]);
        expect(png.length).toBeLessThan(200_000);
        expect(JSON.parse(facts!.text)).toMatchObject({ kind, period: { days: 365 } });
        // Clients that prefer structured content would lose the picture.
        expect(result.structuredContent).toBeUndefined();
      }
    },
  );
});

describe("with tariffs", () => {
  const DAYS = { from: "2025-06-01", to: "2025-06-30" };
  const price = (id: string, flow: string, price: number) => (
    { id, flow, from: "2025-01-01", unit: "ct/kWh", price, vat: 0 }
  );
  const folder = Deno.makeTempDirSync();
  afterAll(() => Deno.remove(folder, { recursive: true }));
  let household: Household, truth: Truth;
  beforeAll(async () => {
    const files = await Promise.all([["own", 30], ["other", 40]].map(async ([name, ct]) => {
      const components = [price("energy", "import", ct as number), price("feed-in", "export", 8)];
      const file = `${folder}/${name}.json`;
      const tariff = { name, tz: "Europe/Berlin", currency: "EUR", components };
      await Deno.writeTextFile(file, JSON.stringify(tariff));
      return file;
    }));
    household = await demoAt(true, undefined, files);
    truth = await readTruth("data/fixtures/demo");
  });
  const ask = async (name: string, args: object, house = household) => {
    const client = await connectTo(() => Promise.resolve(house));
    const result = await client.callTool({ name, arguments: { ...DAYS, ...args } });
    expect(result.isError ?? false, textOf(result)).toBe(false);
    expect(countTokens(textOf(result))).toBeLessThan(800);
    return JSON.parse(textOf(result));
  };

  test("the totals say what the period cost", async () => {
    const { money } = await ask("energy_totals", {});
    const { from, to } = DAYS;
    const cost = 0.3 * truth.sum("import_kwh", from, to);
    const revenue = 0.08 * truth.sum("export_kwh", from, to);
    expect(money).toMatchObject({ tariff: "own", currency: "EUR" });
    expect(Math.abs(money.import_cost.amount - cost)).toBeLessThan(0.02);
    expect(Math.abs(money.export_revenue.amount - revenue)).toBeLessThan(0.08 * 1.5);
    expect(Math.abs(money.net_paid.amount - (cost - revenue))).toBeLessThan(0.15);
    expect(money.net_paid.low).toBeLessThanOrEqual(money.net_paid.amount);
  });

  test("a battery and another tariff are run through the past", async () => {
    const data = await ask("what_if", { battery_kwh: 5, battery_kw: 3 });
    expect(data.battery).toEqual({ kwh: 5, kw: 3 });
    const [own, other] = data.tariffs;
    const { from, to } = DAYS, bought = truth.sum("import_kwh", from, to);
    const difference = other.energy_cost_without_battery - own.energy_cost_without_battery;
    expect(Math.abs(difference - 0.1 * bought)).toBeLessThan(0.05);
    expect(data.with_battery.grid_import.kwh).toBeLessThan(data.without_battery.grid_import_kwh);
    // What it saves of import it cannot sell.
    expect(own.gain.amount).toBeGreaterThan(0);
    expect(own.gain.amount).toBeLessThan(0.3 * bought);
    expect(own.gain_at_best.amount).toBeGreaterThanOrEqual(own.gain.amount - 0.01);
    const codes = data.caveats.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(["simulated_battery", "bound"]));
  });

  test("tariffs are compared on the same past, with what makes the difference", async () => {
    const data = await ask("what_if", { change: "tariff" });
    const { from, to } = DAYS, bought = truth.sum("import_kwh", from, to);
    expect(data).toMatchObject({ currency: "EUR", compared_days: 30, left_out_days: 0 });
    const [own, other] = data.tariffs;
    expect([own.tariff, other.tariff]).toEqual(["own", "other"]);
    expect(Math.abs(own.import_cost - 0.3 * bought)).toBeLessThan(0.02);
    expect(own).not.toHaveProperty("more_than_first");
    const { amount, low, high, of_it_fees, by_hour, by_month } = other.more_than_first;
    expect(Math.abs(amount - 0.1 * bought)).toBeLessThan(0.02);
    expect(amount).toBeCloseTo(other.net.amount - own.net.amount, 1);
    expect(low <= amount && amount <= high).toBe(true);
    expect([of_it_fees, Object.keys(by_hour).length]).toEqual([0, 3]);
    expect(by_month).toEqual({ Jun: amount });
    expect(other.mean_import_price_per_kwh).toBe(0.4);
    // From the grid to the own surplus, which earns 8 ct.
    expect(other.gain_by_shifting_at_most).toBeCloseTo(0.1 * bought * 0.32, 1);
    const codes = data.caveats.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(["simulated", "simulated_tariff", "bound"]));
  });

  test("says what is needed to compare, and which days cannot be compared", async () => {
    const [own] = household.tariffs, single = await demoAt(true, undefined, [own!]);
    expect(await ask("what_if", { change: "tariff" }, single)).toMatchObject({
      known: false,
      needed: expect.stringContaining("--tariff"),
    });
    const components = [{ ...price("energy", "import", 30), from: "2025-07-01" }];
    const late = `${folder}/late.json`;
    const tariff = { name: "late", tz: "Europe/Berlin", currency: "EUR", components };
    await Deno.writeTextFile(late, JSON.stringify(tariff));
    const data = await ask("what_if", { change: "tariff" }, {
      ...household,
      tariffs: [own!, late],
    });
    expect(data).toMatchObject({ known: false, period: { from: DAYS.from } });
    expect(JSON.stringify(data)).not.toContain(folder);
  });

  test("twelve tariffs with long names give the own one and the five cheapest", async () => {
    const files = await Promise.all(Array.from({ length: 12 }, async (_, i) => {
      const components = [price("energy", "import", 50 - i), price("feed-in", "export", 8)];
      const windows = [{ at: ["06:00", "09:00"], price: 20 + i }];
      const tariff = {
        ...{ name: `${i} ${"Großzügiger Ökostromtarif ".repeat(8)}`, tz: "Europe/Berlin" },
        ...{ currency: "EUR", components: [{ ...components[0], windows }, components[1]] },
      };
      const file = `${folder}/long${i}.json`;
      await Deno.writeTextFile(file, JSON.stringify(tariff));
      return file;
    }));
    const client = await connectTo(() => Promise.resolve({ ...household, tariffs: files }));
    const result = await client.callTool({
      name: "what_if",
      arguments: { from: "2025-01-01", to: "2025-06-30", change: "tariff" },
    });
    expect(countTokens(textOf(result))).toBeLessThan(2000);
    const { tariffs, tariffs_not_listed } = JSON.parse(textOf(result));
    expect(tariffs_not_listed).toBe(6);
    expect(tariffs[0].tariff).toMatch(/^0 /);
    const nets = tariffs.slice(1).map(({ net }: { net: { amount: number } }) => net.amount);
    expect(nets).toEqual(nets.toSorted((a: number, b: number) => a - b));
  });

  test("a tariff file that cannot be used is said, without its path", async () => {
    const broken = `${folder}/broken.json`;
    await Deno.writeTextFile(broken, "{}");
    const house = await demoAt(true, undefined, [broken]);
    const client = await connectTo(() => Promise.resolve(house));
    const result = await client.callTool({ name: "energy_totals", arguments: DAYS });
    expect([result.isError, JSON.parse(textOf(result))]).toEqual([true, {
      error: "A configured tariff file cannot be used",
      code: "BAD_TARIFF",
      hint: "Tell the user to run 'wattbook report' with the same tariff, which names the mistake.",
    }]);
  });

  test("without a tariff, what_if says what is needed", async () => {
    const data = await ask("what_if", {}, demo);
    expect(data).toMatchObject({ known: false, needed: expect.stringContaining("--tariff") });
    expect(await ask("energy_totals", {}, demo)).not.toHaveProperty("money");
  });
});

describe("errors", () => {
  const SECRET = "s3cr3t-token-of-the-house";
  const clientOf = (error: unknown, told: unknown[] = []) =>
    connectTo(() => Promise.reject(error), "auto", (one) => told.push(one));
  const ask = { name: "energy_totals", arguments: { period: "2025-06" } };

  test("carry no address, no path and no token", async () => {
    const error = new WattbookError(
      "CONNECTION_REFUSED",
      `http://10.1.2.3:9090/${SECRET} refused the connection; read from /home/ada/.env`,
      { hint: `Check ${SECRET}` },
    );
    const result = await (await clientOf(error)).callTool(ask);
    expect([result.isError, JSON.parse(textOf(result))]).toEqual([true, {
      error: "The metrics server did not answer as it should",
      code: "CONNECTION_REFUSED",
      hint: "Tell the user to run 'wattbook doctor', which names the cause.",
    }]);
  });

  test("that nobody expected are told to the log, not to the model", async () => {
    const told: unknown[] = [], error = new TypeError(`undefined at ${SECRET}`);
    const result = await (await clientOf(error, told)).callTool(ask);
    expect(textOf(result)).not.toContain(SECRET);
    expect(JSON.parse(textOf(result))).toMatchObject({ code: "UNEXPECTED" });
    expect(told).toEqual([error]);
  });

  test("of a slow server say how to ask for less, and reading goes on", async () => {
    const { home } = demo;
    let isOpen = false;
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const slow = {
      zone: home.zone,
      household: home.household,
      source: home.source,
      isDemo: true,
      days: async (options: Parameters<typeof home.days>[0]) => {
        if (!isOpen) await opened;
        return await home.days(options);
      },
    };
    const now = () => Date.UTC(2026, 0, 1, 12);
    const book = new DayBook(slow, { now, patience: 50 });
    const client = await connectTo(() => Promise.resolve({ home, book, tariffs: [] }));
    const result = await client.callTool(ask);
    expect(JSON.parse(textOf(result))).toEqual({
      error: "0 of 1 month were read in 0.05 s",
      code: "TIMEOUT",
      hint: "Ask again, because reading continues, or ask for a shorter period.",
    });
    isOpen = true;
    open();
    await expect.poll(async () => (await client.callTool(ask)).isError ?? false, {
      timeout: 20_000,
    }).toBe(false);
  });
});
