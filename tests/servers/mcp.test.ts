import { expect, test } from "vitest";
import { openHousehold } from "../../src/house/open_household.ts";
import { DayBook } from "../../src/mcp/day_book.ts";
import { connectTo, textOf } from "../mcp/connect.ts";
import { readTruth } from "../mcp/truth.ts";
import { describeEachServer } from "./each_server.ts";

const NOON = Date.parse("2025-11-20T12:30:00+01:00");

describeEachServer(({ url }) => {
  const open = async () => {
    const now = () => NOON;
    const config = {
      route: { kind: "direct" as const, url },
      zone: "Europe/Berlin",
      meterAinRegex: "12345 0123456(-1)?",
    };
    const home = await openHousehold({ server: config }, { now, findFile: () => undefined });
    return { home, book: new DayBook(home, { now, patience: 60_000 }), tariffs: [] };
  };

  test("an assistant gets totals that agree with the truth", async () => {
    const household = await open(), truth = await readTruth("data/fixtures/demo");
    const client = await connectTo(() => Promise.resolve(household));
    const result = await client.callTool({
      name: "energy_totals",
      arguments: { from: "2025-10-24", to: "2025-10-28" },
    });
    const { energy, period, caveats } = JSON.parse(textOf(result));
    expect(period).toMatchObject({ days: 5, hours: 121 });
    const bought = truth.sum("import_kwh", "2025-10-24", "2025-10-28");
    expect(Math.abs(energy.grid_import.kwh - bought)).toBeLessThan(0.02);
    expect(caveats.map(({ code }: { code: string }) => code)).not.toContain("simulated");
    await household.home.close();
  });

  test("an assistant gets the powers of the moment", async () => {
    const household = await open();
    const client = await connectTo(() => Promise.resolve(household));
    const result = await client.callTool({ name: "power_now", arguments: {} });
    const { power_w, at, zone } = JSON.parse(textOf(result));
    expect([at, zone]).toEqual(["2025-11-20T12:30:00+01:00", "Europe/Berlin"]);
    expect(power_w.generation).toBeGreaterThan(0);
    expect(Math.abs(power_w.consumption - power_w.grid - power_w.generation)).toBeLessThan(2);
    expect(textOf(result)).not.toContain(url.host);
    await household.home.close();
  });

  test("days without samples are not known, and not zero", async () => {
    const household = await open();
    const client = await connectTo(() => Promise.resolve(household));
    const result = await client.callTool({
      name: "energy_totals",
      arguments: { period: "2019-05" },
    });
    expect(JSON.parse(textOf(result))).toMatchObject({ known: false, period: { days: 31 } });
    await household.home.close();
  });
});
