import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { METRICS } from "../../src/catalogue/metrics.ts";
import { installed } from "../servers/running_server.ts";

const PROMTOOL = "promtool";
const DEPLOY = fileURLToPath(new URL("../../deploy/", import.meta.url));
const rules = await Deno.readTextFile(`${DEPLOY}recording-rules.yml`);

async function promtool(args: string[], cwd = DEPLOY): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await new Deno.Command(PROMTOOL, { args, cwd }).output();
  return { code, text: [stdout, stderr].map((one) => new TextDecoder().decode(one)).join("") };
}

/** Prometheus runs the rules of a group in this order. */
const ORDER = [
  "home:power_grid_import:watts",
  "home:power_generation:watts",
  "home:power_total:watts",
  "home:autarky:ratio",
];

test("the recording rules are those of the catalogue, each below what it reads", () => {
  const recorded = [...rules.matchAll(/^ +- record: (\S+)$/gm)].map(([, name]) => name);
  expect(recorded).toEqual(ORDER);
  expect(recorded.toSorted()).toEqual(
    METRICS.filter(({ from }) => from === "rule").map(({ name }) => name).toSorted(),
  );
});

describe.skipIf(!await installed(PROMTOOL))("promtool", () => {
  test("accepts the recording rules", async () => {
    expect(await promtool(["check", "rules", "recording-rules.yml"]))
      .toMatchObject({ code: 0, text: expect.stringContaining("4 rules found") });
  });

  test("finds every case of the recording rules right", async () => {
    expect(await promtool(["test", "rules", "recording-rules.test.yml"]))
      .toMatchObject({ code: 0, text: expect.stringContaining("SUCCESS") });
  });

  // What protects from a pitfall is taken away; a case must notice.
  test.concurrent.each([
    ["restarts summed", "max(gridbox", "sum(gridbox"],
    [
      "restarts of the inverter summed",
      "max(inverter_ac_active_power_watts) or",
      "sum(inverter_ac_active_power_watts) or",
    ],
    ["the sub-unit not first", 'ain=~".+-1"', 'ain=~".+"'],
    ["a main identifier not matched", '{ain=~".+"}', '{ain=~".+-2"}'],
    [
      "import only",
      'max(gridbox_ha_multimeter_power_W{ain=~".+-1"})',
      'clamp_min(max(gridbox_ha_multimeter_power_W{ain=~".+-1"}), 0)',
    ],
    ["a silent meter as zero", '{ain=~".+"})\n', '{ain=~".+"}) or vector(0)\n'],
    ["nights without generation", " or vector(0)", ""],
    ["exports while silent", "home:power_grid_import:watts < 0", "vector(1) < 0"],
    ["silence in the middle of generating", "[2h:5m]) > 100", "[2h:5m]) > 1e9"],
    [
      "the last value of a pod that ended",
      "last_over_time(max(inverter_ac_active_power_watts)[2h:5m])",
      "max(last_over_time(inverter_ac_active_power_watts[2h]))",
    ],
    ["yesterday at this time", "offset 1d) > 100", "offset 1d) > 1e9"],
    ["every silence as unknown", "[2h:5m]) > 100", "[2h:5m]) > 0"],
    ["load while the inverter is heard", "absent(inverter_ac_active_power_watts)", "vector(1)"],
    [
      "autarky above 1",
      "clamp_max(home:power_generation:watts / (home:power_total:watts > 0), 1)",
      "home:power_generation:watts / (home:power_total:watts > 0)",
    ],
    ["autarky without a load", "(home:power_total:watts > 0)", "home:power_total:watts"],
  ])("a case fails with %s", async (_, from, to) => {
    const broken = rules.replaceAll(from, to);
    expect(broken).not.toBe(rules);
    const folder = await Deno.makeTempDir({ prefix: "wattbook-rules-" });
    try {
      await Deno.writeTextFile(`${folder}/recording-rules.yml`, broken);
      await Deno.copyFile(
        `${DEPLOY}recording-rules.test.yml`,
        `${folder}/recording-rules.test.yml`,
      );
      expect(await promtool(["check", "rules", "recording-rules.yml"], folder))
        .toMatchObject({ code: 0 });
      expect(await promtool(["test", "rules", "recording-rules.test.yml"], folder))
        .toMatchObject({ code: 1, text: expect.stringContaining("FAILED") });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});
