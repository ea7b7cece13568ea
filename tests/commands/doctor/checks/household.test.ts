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
