import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sync } from "../../src/commands/sync.ts";
import { HOUR } from "../../src/time.ts";
import { load } from "../notation.ts";
import { effects } from "../terminal/capture.ts";
import { startMetricsServer } from "../standins/metrics_server.ts";
import { standIn } from "../standins/stand_in.ts";

const START = Date.UTC(2025, 0, 1), NOW = Date.UTC(2025, 0, 10);
const SERIES = load(
  'gridbox_ha_multimeter_power_W{ain="1 2-1",pod="a"} 0+1x191\ninverter_logger_online{} 1x191',
  { start: START, step: HOUR },
);

let folder: string, dir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "run-sync-"));
  dir = join(folder, "archive");
});
afterEach(() => rm(folder, { recursive: true }));

const here = (url: URL, now = NOW) =>
  effects({
    now: () => now,
    env: { METRICS_URL: url.href, HOUSEHOLD_ZONE: "Europe/Berlin", METER_AIN_REGEX: "1 2(-1)?" },
  });

describe("deno task sync", () => {
  test("tells what it brought home, and that nothing is new", async () => {
    await using running = startMetricsServer(() => SERIES);
    const first = here(running.url);
    const code = await sync(["--dir", dir], first);
    expect({ code, stderr: first.stderr.text }).toEqual({ code: 0, stderr: "" });
    expect(first.stdout.text).toMatch(
      /^gridbox_ha_multimeter_power_W +192 +1 +\d+ k?B +2025-01-09 00:00$/m,
    );
    expect(first.stdout.text).toMatch(/^Total +384 +2 /m);
    expect(first.stdout.text).toMatch(/^Archive +.*: 2 metrics, 2 files, .*, since 2025-01$/m);
    expect(first.stdout.text).toContain("Absent   gridbox_ha_device_present, ");
    expect(first.stdout.text).toMatch(/^Took +0\.0 s, raw samples as JSON$/m);

    const second = here(running.url, NOW + HOUR);
    expect(await sync(["--dir", dir], second)).toBe(0);
    expect(second.stdout.text).toMatch(/^Total +0 +0 +0 B$/m);
    const quiet = here(running.url);
    expect(await sync(["--dir", dir, "--quiet"], quiet)).toBe(0);
    expect(quiet.stdout.text + quiet.stderr.text).toBe("");
  });

  test("keeps the household beside the samples, but neither address nor secret", async () => {
    await using running = startMetricsServer(() => SERIES);
    await sync(["--dir", dir], here(running.url));
    expect(JSON.parse(await readFile(join(dir, "household.json"), "utf8")))
      .toEqual({ zone: "Europe/Berlin", meter_ain_regex: "1 2(-1)?" });
    for await (const path of filesBelow(dir)) {
      expect(await readFile(path, "latin1"), path).not.toContain(running.url.host);
    }
    await writeFile(join(dir, "household.json"), '{"zone":"Asia/Kolkata"}');
    await sync(["--dir", dir], here(running.url));
    expect(await readFile(join(dir, "household.json"), "utf8")).toBe('{"zone":"Asia/Kolkata"}');
  });

  test("takes the household file that a person names", async () => {
    await using running = startMetricsServer(() => SERIES);
    const file = join(folder, "mine.json");
    await writeFile(file, '{"$schema":"./x.json","zone":"UTC","fuse_amperes":35}');
    const args = ["--dir", dir, "--household", file, "--zone", "Asia/Tokyo"];
    expect(await sync(args, here(running.url))).toBe(0);
    expect(JSON.parse(await readFile(join(dir, "household.json"), "utf8")))
      .toEqual({ meter_ain_regex: "1 2(-1)?", zone: "Asia/Tokyo", fuse_amperes: 35 });
  });

  test("--from is a local day", async () => {
    await using running = startMetricsServer(() => SERIES);
    const there = here(running.url);
    await sync(["--dir", dir, "--from", "2025-01-08"], there);
    // From 7 January, 23:00 UTC, to 8 January, 23:00 UTC.
    expect(there.stdout.text).toMatch(/^inverter_logger_online +25 /m);
  });

  test("names a file that it cannot use, when all others are up to date", async () => {
    await using running = startMetricsServer(() => SERIES);
    await sync(["--dir", dir], here(running.url));
    const files = [];
    for (const metric of ["gridbox_ha_multimeter_power_W", "inverter_logger_online"]) {
      files.push(join(dir, `metric=${metric}`, "month=2025-01", "data.parquet"));
      await writeFile(files.at(-1)!, "time,value\r\n");
    }
    const there = here(running.url);
    expect(await sync(["--dir", dir], there)).toBe(1);
    expect(there.stderr.text).toContain(`notice: '${files[1]}' cannot be read`);
    expect(there.stderr.text).toContain(`error: '${files[0]}' cannot be read: it is damaged`);
    expect(there.stderr.text).toMatch(
      /^hint: .*Move the file away.* All other files are up to date/m,
    );
  });

  test("shows what it stored before the server went away", async () => {
    let answers = 0;
    await using real = startMetricsServer(() => SERIES);
    await using running = standIn(async ({ path, body, method, headers }) => {
      if (path.endsWith("/query") && ++answers > 3) return new Response("gone", { status: 500 });
      return await fetch(new URL(path, real.url), {
        ...{ method, headers },
        ...method === "POST" && { body },
      });
    });
    const there = here(running.url, Date.UTC(2025, 0, 10));
    expect(await sync(["--dir", dir], there)).toBe(1);
    expect(there.stdout.text).toMatch(/^Stopped +everything listed is on disk/m);
    expect(there.stderr.text).toMatch(/^error: /);
  });

  test("--wire chunks fails where the server has only JSON", async () => {
    await using running = startMetricsServer(() => SERIES);
    const there = here(running.url);
    expect(await sync(["--dir", dir, "--wire", "chunks"], there)).toBe(1);
    expect(there.stderr.text).toMatch(/^error: .* offers no raw samples by remote read: /m);
    expect(there.stderr.text).toMatch(/^hint: +Leave out --wire chunks/m);
  });

  test("without a server says what to set", async () => {
    const there = effects();
    expect(await sync(["--dir", dir], there)).toBe(1);
    expect(there.stderr.text).toMatch(/^error: No metrics server is configured\nhint: /);
  });
});

async function* filesBelow(directory: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory) yield* filesBelow(path);
    else yield path;
  }
}
