import { expect, test } from "vitest";
import { keepHousehold, runSync } from "../../../src/commands/sync/run_sync.ts";
import { processEffects } from "../../../src/terminal/command.ts";

test("runSync() needs a configured server", async () => {
  const effects = processEffects(new AbortController().signal);
  const options = { dir: "archive", rewrite: [], sameHousehold: false, quiet: true, debug: false };
  await expect(runSync(options, { ...effects, settings: () => ({ route: null }) }))
    .rejects.toMatchObject({ code: "NOT_CONFIGURED" });
});

test("keepHousehold() writes the zone of the settings", async () => {
  const dir = await Deno.makeTempDir();
  await keepHousehold(dir, { config: { zone: "Asia/Kolkata" } });
  expect(JSON.parse(await Deno.readTextFile(`${dir}/household.json`)).zone).toBe("Asia/Kolkata");
  await Deno.remove(dir, { recursive: true });
});
