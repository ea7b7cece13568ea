import { expect, test } from "vitest";
import {
  diskMonths,
  readSearched,
  wantedMetrics,
  writeSearched,
} from "../../src/archive/sync_state.ts";
import { parseHousehold } from "../../src/household.ts";
import { selector } from "../../src/selector.ts";

test("wantedMetrics() includes bound and other metrics", () => {
  const wanted = wantedMetrics(parseHousehold({
    zone: "UTC",
    roles: { import_energy: { selector: 'p1_kwh{direction="in"}', unit: "kWh" } },
  }));
  const names = wanted.map(({ metric }) => metric);
  expect(names).toContain("p1_kwh");
  expect(names).toContain("inverter_radiator_temperature_celsius");
});

test("diskMonths() finds none where there is no archive", async () => {
  const { months } = await diskMonths("no/such/archive", { metric: "up", selectors: [] });
  expect(months.size).toBe(0);
});

test("readSearched() is empty where there is no archive", async () => {
  expect((await readSearched("no/such/archive")).size).toBe(0);
});

test("writeSearched() remembers the selectors", async () => {
  const dir = await Deno.makeTempDir();
  await writeSearched(dir, [{ metric: "up", selectors: [selector("up")] }]);
  expect((await readSearched(dir)).has("up")).toBe(true);
  await Deno.remove(dir, { recursive: true });
});
