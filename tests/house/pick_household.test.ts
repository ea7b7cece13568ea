import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pickHousehold, type PickHouseholdOptions } from "../../src/house/pick_household.ts";

let folder: string, vienna: string, zoneless: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "house-"));
  vienna = join(folder, "vienna.json");
  zoneless = join(folder, "zoneless.json");
  await writeFile(vienna, '{ "zone": "Europe/Vienna" }');
  await writeFile(zoneless, '{ "fuse_amperes": 35 }');
});
afterAll(() => rm(folder, { recursive: true }));

describe("pickHousehold()", () => {
  const config = { zone: "Europe/Rome" };

  test.each([
    ["--zone wins", () => vienna, { zone: "Asia/Tokyo", config }, "Asia/Tokyo"],
    ["then the file beside the data", () => vienna, { config }, "Europe/Vienna"],
    ["then HOUSEHOLD_ZONE, if the file names none", () => zoneless, { config }, "Europe/Rome"],
    ["... or if there is no file", () => join(folder, "none.json"), { config }, "Europe/Rome"],
  ])("takes the zone: %s", async (_, beside, options, zone) => {
    expect((await pickHousehold(beside(), options)).zone).toBe(zone);
  });

  test("takes the file that was named rather than the one beside the data", async () => {
    const house = await pickHousehold(vienna, { household: zoneless, config });
    expect(house).toMatchObject({ zone: "Europe/Rome", fuseAmperes: 35 });
  });

  test.each(
    [
      ["ZONE_MISSING", { config: {} }],
      ["BAD_HOUSEHOLD", { household: "no/such/file.json", config }],
    ] satisfies [string, PickHouseholdOptions][],
  )("fails with %s", async (code, options) => {
    await expect(pickHousehold(join(folder, "none.json"), options)).rejects.toMatchObject({ code });
  });
});
