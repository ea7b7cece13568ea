import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR, localDay, MINUTE, startOfDay } from "../../src/time.ts";
import { load } from "../notation.ts";
import { PROMETHEUS, startPrometheus } from "./prometheus.ts";
import { run } from "../run.ts";
import { installed, type RunningServer } from "./running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "./victoria_metrics.ts";

const ZONE = "Europe/Berlin";

/** A house that stands still: samples from a day ago up to some minutes from now. */
function live(now: number) {
  const start = Math.floor((now - 26 * HOUR) / MINUTE) * MINUTE;
  const inverter = 'job="inverter-exporter",instance="a:1"', meter = 'job="gridbox",instance="b:1"';
  return load(
    `home:power_generation:watts 1500x1600
     home:power_grid_import:watts -600x1600
     home:power_total:watts 900x1600
     home:autarky:ratio 1x1600
     inverter_ac_active_power_watts{${inverter}} 1500x1600
     inverter_production_today_kwh{${inverter}} 4.25x1600
     inverter_dc_power_watts{string="pv1",${inverter}} 900x1600
     inverter_dc_power_watts{string="pv2",${inverter}} 650x1600
     inverter_logger_online{${inverter}} 1x1600
     gridbox_ha_multimeter_power_W{ain="1-1",${meter}} -600x1600
     up{${inverter}} 1x1600
     up{${meter}} 1x1600`,
    { start },
  );
}

describe.each([
  [PROMETHEUS, startPrometheus],
  [VICTORIA_METRICS, startVictoriaMetrics],
])("deno task now, against %s", async (program, start) => {
  describe.skipIf(!await installed(program))("with samples up to now", () => {
    let server: RunningServer, cwd: string;
    beforeAll(async () => {
      cwd = await mkdtemp(join(tmpdir(), "wattbook-now-"));
      server = await start([live(Date.now())]);
    });
    afterAll(async () => {
      await server.stop();
      await rm(cwd, { recursive: true });
    });

    const now = (settings: Record<string, string>) =>
      run("commands/now.ts", [], {
        cwd,
        settings: { METRICS_URL: server.url.href, HOUSEHOLD_ZONE: ZONE, ...settings },
      });

    test("prints the whole state, from the recording rules, with nothing to remark", async () => {
      const asked = Date.now();
      const { code, stdout, stderr } = await now({
        INVERTER_JOB: "inverter-exporter",
        METER_JOB: "gridbox",
      });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const lines = stdout.split("\n").map((line) => line.trim().replaceAll(/\s+/g, " "));
      expect(lines).toEqual(expect.arrayContaining([
        "Generation 1500 W",
        "Grid -600 W exporting",
        "Load 900 W",
        "Export 600 W",
        "Autarky 100.0 %",
        "Yield today 4.250 kWh",
        "pv1 900 W",
        "pv2 650 W",
        "inverter-exporter up",
        "gridbox up",
        `Zone ${ZONE}`,
      ]));
      const exported = /^Exported today ([\d.]+) kWh$/.exec(
        lines.find((line) => line.startsWith("Exported today"))!,
      )![1];
      const hours = (asked - startOfDay(localDay(asked, ZONE), ZONE)) / HOUR;
      // A sample a minute: two at the borders may count or not.
      expect(Math.abs(Number(exported) - 0.6 * hours)).toBeLessThan(0.021);
    });

    test("says that an exporter is missing", async () => {
      const { code, stdout } = await now({ INVERTER_JOB: "other", METER_JOB: "neither" });
      expect(code).toBe(0);
      expect(stdout).toContain("no exporter matches INVERTER_JOB or METER_JOB");
    });
  });
});
