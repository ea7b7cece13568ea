import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { METRICS } from "../../src/catalogue/metrics.ts";
import { installed } from "../servers/running_server.ts";

const PROMTOOL = "promtool";
const DEPLOY = fileURLToPath(new URL("../../deploy/", import.meta.url));
const rules = await Deno.readTextFile(`${DEPLOY}recording-rules.yml`);
const cases = await Deno.readTextFile(`${DEPLOY}recording-rules.test.yml`);

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

  // What protects from a pitfall is taken away: the case about that pitfall must notice.
  test.concurrent.each([
    ["restarts summed", "max(gridbox", "sum(gridbox", "a restart whose pods overlap"],
    [
      "restarts of the inverter summed",
      "max(inverter_ac_active_power_watts) or",
      "sum(inverter_ac_active_power_watts) or",
      "a restart whose pods overlap",
    ],
    ["the sub-unit not first", 'ain=~".+-1"', 'ain=~".+"', "only the sub-unit measures"],
    ["a main identifier not matched", '{ain=~".+"}', '{ain=~".+-2"}', "without a sub-unit"],
    [
      "import only",
      'max(gridbox_ha_multimeter_power_W{ain=~".+-1"})',
      'clamp_min(max(gridbox_ha_multimeter_power_W{ain=~".+-1"}), 0)',
      "the grid is signed",
    ],
    ["a silent meter as zero", '{ain=~".+"})\n', '{ain=~".+"}) or vector(0)\n', "A silent meter"],
    ["nights without generation", " or vector(0)", "", "at night generation is zero"],
    [
      "exports while silent",
      "home:power_grid_import:watts < 0",
      "vector(1) < 0",
      "silent while the house exports",
    ],
    [
      "silence in the middle of generating",
      "[2h:5m]) > 100",
      "[2h:5m]) > 1e9",
      "silent in the middle of generating",
    ],
    [
      "the last value of a pod that ended",
      "last_over_time(max(inverter_ac_active_power_watts)[2h:5m])",
      "max(last_over_time(inverter_ac_active_power_watts[2h]))",
      "at night after a restart at noon",
    ],
    [
      "yesterday at this time",
      "offset 1d) > 100",
      "offset 1d) > 1e9",
      "generating at this time yesterday",
    ],
    ["every silence as unknown", "[2h:5m]) > 100", "[2h:5m]) > 0", "at night generation is zero"],
    [
      "load while the inverter is heard",
      "absent(inverter_ac_active_power_watts)",
      "vector(1)",
      "the grid is signed",
    ],
    [
      "autarky above 1",
      "clamp_max(home:power_generation:watts / (home:power_total:watts > 0), 1)",
      "home:power_generation:watts / (home:power_total:watts > 0)",
      "the grid is signed",
    ],
    [
      "autarky without a load",
      "(home:power_total:watts > 0)",
      "home:power_total:watts",
      "Without a load there is no autarky",
    ],
  ])("with %s its case fails", async (_, from, to, name) => {
    const broken = rules.replaceAll(from, to);
    expect(broken).not.toBe(rules);
    const folder = await Deno.makeTempDir({ prefix: "wattbook-rules-" });
    try {
      await Deno.writeTextFile(`${folder}/recording-rules.yml`, broken);
      await Deno.writeTextFile(`${folder}/case.yml`, caseNamed(name));
      // A value differs; a rule that cannot be read would fail without one.
      expect(await promtool(["test", "rules", "case.yml"], folder))
        .toMatchObject({ code: 1, text: expect.stringMatching(/FAILED[^]*\bgot: /) });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});

/** The file of cases with one of them: evaluating all, one of which takes a day, is slow. */
function caseNamed(name: string): string {
  const [head, ...all] = cases.split(/^(?= {2}- name: )/m);
  const found = all.filter((one) => one.split("\n")[0]!.includes(name));
  expect(found, name).toHaveLength(1);
  return head + found[0]!;
}
