import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joinSeries } from "../../src/columns.ts";
import { drawHouse } from "../houses/house.ts";
import { denoEnvironment } from "../run.ts";
import { NAMINGS } from "../setup/namings.ts";
import { worldOf } from "../setup/world.ts";
import { installed, type RunningServer } from "./running_server.ts";
import { startVictoriaMetrics, VICTORIA_METRICS } from "./victoria_metrics.ts";

const DAY = 86_400_000;
const ROOT = new URL("../../", import.meta.url).pathname;
const HOUSE = { ...drawHouse(17), fault: null, mistake: null, usesDefaultNames: false };

/** Runs a command in a terminal of its own, 60 columns wide, and types lines. */
async function typeInto(command: string, lines: readonly string[], cwd: string) {
  const child = new Deno.Command("script", {
    args: ["-qec", `stty cols 60; ${command}`, "/dev/null"],
    cwd,
    clearEnv: true,
    env: { ...denoEnvironment(), NO_COLOR: "1", SHELL: "/bin/sh", TERM: "xterm" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const typing = child.stdin.getWriter();
  await typing.write(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
  const { stdout } = await child.output();
  await typing.close().catch(() => {});
  return new TextDecoder().decode(stdout).replaceAll("\r\n", "\n");
}

describe.skipIf(!await installed(VICTORIA_METRICS))(
  "setup in a real terminal of 60 columns",
  () => {
    let server: RunningServer, folder: string;
    beforeAll(async () => {
      const naming = NAMINGS.find(({ name }) => name.startsWith("Home Assistant e"))!;
      const world = worldOf(HOUSE, naming, { others: 12 });
      // The command has the clock of this machine: the house lived until now.
      const shift = Math.floor((Date.now() - world.now) / DAY) * DAY;
      server = await startVictoriaMetrics(
        world.series.map((one) => joinSeries([{ ...one, time: one.time.map((at) => at + shift) }])),
      );
      folder = await Deno.makeTempDir({ prefix: "setup-" });
    }, 120_000);
    afterAll(async () => {
      await server?.stop();
      if (folder) await Deno.remove(folder, { recursive: true });
    });

    test("a person types the address, corrects a slip, and gets both files", async () => {
      const command = `${Deno.execPath()} run -A --node-modules-dir=manual ` +
        `--config=${ROOT}deno.json ${ROOT}src/commands/setup.ts`;
      const screen = await typeInto(command, [
        "1",
        "ftp://wrong",
        server.url.href,
        "Nowhere/Land",
        HOUSE.place.zone,
        `${HOUSE.place.latitude} ${HOUSE.place.longitude}`,
        "",
        "3",
        "y",
      ], folder);
      expect(screen).toContain("must be an address");
      expect(screen).toContain("is not an IANA time zone");
      expect(screen).toMatch(/wrote \.env \(only you can read it\)/);
      expect(await Deno.readTextFile(`${folder}/.env`)).toBe(`METRICS_URL=${server.url.href}\n`);
      expect((await Deno.stat(`${folder}/.env`)).mode! & 0o777).toBe(0o600);
      const { zone, roles } = JSON.parse(await Deno.readTextFile(`${folder}/household.json`));
      expect(zone).toBe(HOUSE.place.zone);
      expect(roles.grid_power.sign).toBe(HOUSE.meter.sign);
      // Selectors and what a person types are not broken.
      // What is typed ahead may be echoed elsewhere; then an answer follows a question in its line.
      const lines = screen.replaceAll(/(?<=9090: )(?=The server)/g, "\n").split("\n");
      const long = lines.filter((line) =>
        line.length > 60 && !line.includes("{") && !/[█░]/u.test(line) && !/^[^:]*: /.test(line)
      );
      expect(long).toEqual([]);
    }, 120_000);
  },
);
