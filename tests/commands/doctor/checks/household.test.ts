import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { household } from "../../../../src/commands/doctor/household.ts";
import { outcomeOf } from "../fakes.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "wattbook-doctor-"))));
afterAll(() => rm(folder, { recursive: true }));

test("knows the zone of the settings", async () => {
  const config = { route: null, zone: "Asia/Kolkata" };
  const { findings, facts } = await outcomeOf(household, { config });
  expect(findings[1]).toEqual({ status: "ok", subject: "zone", found: "Asia/Kolkata" });
  expect(facts?.zone).toBe("Asia/Kolkata");
});

test("without a zone only what needs one is lost", async () => {
  const { findings, facts } = await outcomeOf(household, { config: { route: null } });
  expect(findings[1]).toMatchObject({
    status: "failure",
    advice: expect.stringContaining("HOUSEHOLD_ZONE"),
  });
  expect(facts?.zone).toBeUndefined();
  expect(facts?.household?.bindings.grid_power).toHaveLength(1);
});

test("tells which roles a file binds", async () => {
  const file = join(folder, "household.json");
  const roles = { grid_power: { selector: "p1_kw", unit: "kW" }, yield_today: null };
  await writeFile(
    file,
    JSON.stringify({ zone: "Europe/Vienna", latitude: 48, longitude: 16, roles }),
  );
  const { findings } = await outcomeOf(household, { config: { route: null } }, { household: file });
  expect(findings[0]!.found).toBe(`'${file}'; it binds grid_power, yield_today`);
  expect(findings[1]!.found).toBe("Europe/Vienna");
});

test("a file that cannot be used is an error", async () => {
  const outcome = outcomeOf(household, { config: { route: null, zone: "UTC" } }, {
    household: "absent",
  });
  await expect(outcome).rejects.toThrow(/'absent' does not exist/);
});

test("the tariff beside the household file is read, and its mistake named", async () => {
  const file = join(folder, "house.json"), tariff = join(folder, "tariff.json");
  await writeFile(file, '{ "zone": "Europe/Vienna" }');
  const judge = async () =>
    (await outcomeOf(household, { config: { route: null } }, { household: file })).findings
      .find(({ subject }) => subject === "tariff");
  expect(await judge()).toBeUndefined();
  const price = { id: "energy", flow: "import", from: "2025-01-01", unit: "ct/kWh", price: 30 };
  const json = (vat: number) =>
    JSON.stringify({ tz: "UTC", currency: "EUR", components: [{ ...price, vat }] });
  await writeFile(tariff, json(0));
  expect(await judge()).toEqual({
    ...{ status: "ok", subject: "tariff" },
    found: `'${tariff}': tariff [EUR]`,
  });
  await writeFile(tariff, json(19));
  expect(await judge()).toEqual({
    ...{ status: "failure", subject: "tariff" },
    found: `The tariff '${tariff}' is not usable: components[0].vat: write 19 % as 0.19, not 19`,
    advice: "Correct the file; docs/tariff.schema.json lists every key, and editors can check it.",
  });
});
