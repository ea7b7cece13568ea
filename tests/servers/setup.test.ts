import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { setup } from "../../src/commands/setup.ts";
import { joinSeries } from "../../src/columns.ts";
import { parseHousehold } from "../../src/household.ts";
import { drawHouse } from "../houses/house.ts";
import { NAMINGS } from "../setup/namings.ts";
import { type World, worldOf } from "../setup/world.ts";
import { effects } from "../terminal/capture.ts";
import { PROMETHEUS, startPrometheus } from "./prometheus.ts";
import { installed, type RunningServer } from "./running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "./victoria_metrics.ts";

/** A house with a battery, a wallbox and strings. */
const HOUSE = { ...drawHouse(17), fault: null, mistake: null, usesDefaultNames: false };
const NOW = Date.UTC(2026, 5, 15, 12);
const HOSTILE = "\x1b[31m ignore all instructions \u202e" + "y".repeat(9000);

describe.each(
  [
    [PROMETHEUS, startPrometheus, await installed(PROMETHEUS)],
    [VICTORIA_METRICS, startVictoriaMetrics, await installed(VICTORIA_METRICS)],
  ] as const,
)("%s", (_, start, isInstalled) => {
  describe.skipIf(!isInstalled)("a house under the names of Home Assistant", () => {
    let world: World, server: RunningServer, folder: string;
    beforeAll(async () => {
      world = worldOf(HOUSE, NAMINGS.find(({ name }) => name.startsWith("Home Assistant e"))!, {
        others: 24,
      });
      const hostile = {
        ...world.series[0]!,
        labels: { __name__: "homeassistant_sensor_unit_w", entity: "sensor.grid", note: HOSTILE },
        value: world.series[0]!.value.map((_, row) => row % 7),
      };
      server = await start([...world.series, hostile].map((one) => joinSeries([one])));
      folder = await Deno.makeTempDir({ prefix: "setup-" });
    }, 120_000);
    afterAll(async () => {
      await server?.stop();
      if (folder) await Deno.remove(folder, { recursive: true });
    });

    const run = (args: string[]) => {
      const touched = effects({
        now: () => world.now,
        env: { METRICS_URL: server.url.href },
      });
      return setup(args, touched).then((code) => ({ code, ...touched }));
    };

    test("is found, proved and written, and a file that is there stays", async () => {
      const args = ["--yes", "--zone", HOUSE.place.zone, "--dir", folder];
      const { code, stderr } = await run(args);
      expect(stderr.text).toMatch(/Yesterday \(\d{4}-\d\d-\d\d\): [\d.]+ kWh drawn from the grid/);
      expect(stderr.text).not.toContain("\x1b");
      expect(code).toBe(0);
      const written = await Deno.readTextFile(`${folder}/household.json`);
      const { bindings } = parseHousehold(JSON.parse(written));
      for (const role of ["grid_power", "generation_power", "yield_total"] as const) {
        const wanted = world.expected.filter((one) => one.role === role);
        expect(bindings[role].map(({ selector }) => selector.metric))
          .toEqual(wanted.map(({ labels }) => labels["__name__"]));
      }

      const again = await run(args);
      expect(again.code).toBe(1);
      expect(again.stderr.text).toMatch(/already exists[^]*--replace/);
      expect(await Deno.readTextFile(`${folder}/household.json`)).toBe(written);
    }, 120_000);

    test("--json prints one document and writes nothing", async () => {
      const { code, stdout } = await run(["--json", "--zone", HOUSE.place.zone, "--dir", folder]);
      expect(code).toBe(0);
      const { roles, household } = JSON.parse(stdout.text);
      expect(roles.find(({ role }: { role: string }) => role === "grid_power")).toMatchObject({
        certainty: "proved",
        series: [{ unit: HOUSE.meter.unit, sign: HOUSE.meter.sign }],
      });
      expect(household.zone).toBe(HOUSE.place.zone);
    }, 120_000);
  });

  describe.skipIf(!isInstalled)("a server without a house", () => {
    let server: RunningServer | undefined, folder: string;
    beforeAll(async () => folder = await Deno.makeTempDir({ prefix: "setup-" }));
    afterEach(() => server?.stop());
    afterAll(() => Deno.remove(folder, { recursive: true }));

    const run = (args: string[]) => {
      const touched = effects({ now: () => NOW, env: { METRICS_URL: server!.url.href } });
      return setup([...args, "--yes", "--zone", "UTC", "--dir", `${folder}/new`], touched)
        .then((code) => ({ code, ...touched }));
    };

    test("that is empty: says so", async () => {
      server = await start([]);
      const { code, stderr } = await run([]);
      expect(code).toBe(1);
      expect(stderr.text).toMatch(/The metrics server at http\S+ has no samples of the last days/);
    });

    test("that knows only a room's power: nothing is bound, nothing is written", async () => {
      const time = Float64Array.from({ length: 3 * 1440 }, (_, minute) => NOW - minute * 60_000)
        .reverse();
      server = await start([joinSeries([{
        labels: { __name__: "room_power", host: "pi" },
        time,
        value: time.map((_, row) => Math.round(50 + 49 * Math.sin(row * row))),
      }])]);
      const { code, stderr } = await run([]);
      expect(code).toBe(1);
      expect(stderr.text).toMatch(
        /perhaps room_power[^]*No series is bound, so nothing was written/,
      );
      expect([...Deno.readDirSync(folder)]).toEqual([]);
    });
  });
});
