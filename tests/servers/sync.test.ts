import fc from "fast-check";
import { Buffer } from "node:buffer";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joinSources } from "../../src/archive/join_sources.ts";
import { openArchive } from "../../src/archive/open_archive.ts";
import { syncArchive } from "../../src/archive/sync_archive.ts";
import { connect } from "../../src/client/connect.ts";
import { eachSeries, joinSeries, type SeriesColumns } from "../../src/columns.ts";
import { analyseDays } from "../../src/energy/days.ts";
import { serverSource } from "../../src/energy/signals/source.ts";
import { readHousehold } from "../../src/household.ts";
import { parseSelector, selector } from "../../src/selector.ts";
import { addDays, HOUR, MINUTE, startOfDay } from "../../src/time.ts";
import { denoEnvironment, run } from "../run.ts";
import { startMetricsServer } from "../standins/metrics_server.ts";
import { forward, standIn } from "../standins/stand_in.ts";
import { DEMO, LOADED, WEEKS, ZONE } from "./demo_weeks.ts";
import { describeEachServer, describePrometheus } from "./each_server.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const household = await readHousehold(`${DEMO}/household.json`);

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "wattbook-sync-"))));
afterAll(() => rm(folder, { recursive: true }));

const command = (main: string, url: URL, args: string[]) =>
  run(main, args, { cwd: folder, settings: { METRICS_URL: url.href } });
const syncCommand = (url: URL, dir: string, ...more: string[]) =>
  command("commands/sync.ts", url, [
    "--dir",
    dir,
    "--household",
    `${DEMO}/household.json`,
    ...more,
  ]);

/** Many processes are started and killed. [ms] */
const PATIENCE = 400_000;

/** Archives that a sync made without disturbance, by the server's address. */
const archives = new Map<string, Promise<string>>();

/** Name of the folder of such an archive. */
function archiveOf(url: URL): Promise<string> {
  const known = archives.get(url.href) ?? syncOnce();
  archives.set(url.href, known);
  return known;

  async function syncOnce(): Promise<string> {
    const dir = `archive-${url.port}`;
    const { code, stdout, stderr } = await syncCommand(url, dir);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Archive +archive-\d+: 22 metrics, /m);
    return dir;
  }
}

const plain = (columns: SeriesColumns) =>
  [...eachSeries(columns)].map(({ labels, time, value }) => ({
    labels: Object.entries(labels).sort().join(),
    time: time.join(),
    value: value.join(),
  })).sort((a, b) => a.labels < b.labels ? -1 : 1);

describeEachServer(({ url }) => {
  test("sync: brings home every sample of the demo, and its report is the server's", async () => {
    const dir = await archiveOf(url);
    const demo = await openArchive(DEMO), synced = await openArchive(join(folder, dir));
    // The catalogue has no `up`: it tells of scrapes, not of the household.
    const metrics = (await demo.metrics()).filter((metric) => metric !== "up");
    expect(await synced.metrics()).toEqual(metrics);
    await using client = await connect({ route: { kind: "direct", url } });
    for (const metric of metrics) {
      const here = plain((await synced.samples(selector(metric), LOADED)).columns);
      const there = plain((await client.samples(metric, LOADED)).columns);
      // A difference of so many samples is nothing to print.
      expect(isDeepStrictEqual(here, there), metric).toBe(true);
    }

    const csv = async (source: string) => {
      const args = ["--source", source, "--from", WEEKS.from, "--to", WEEKS.to, "--quiet"];
      const own = source === "server" ? ["--household", `${DEMO}/household.json`] : [];
      const { code, stdout, stderr } = await command("commands/report.ts", url, [
        ...args,
        ...own,
        "--out",
        "-",
      ]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return stdout;
    };
    const fromServer = await csv("server");
    expect(fromServer.split("\r\n")).toHaveLength(1 + 67 + 1);
    expect(await csv(`archive:${dir}`)).toBe(fromServer);
    expect(await csv(`archive:${dir}+server`)).toBe(fromServer);
  });

  test("sync: an archive that ends anywhere, continued by the server, is the server", async () => {
    await using client = await connect({ route: { kind: "direct", url } });
    const server = serverSource(client), days = { from: "2025-10-25", to: "2025-11-02" };
    const { table: alone } = await analyseDays(server, household, days);
    const start = startOfDay(addDays(days.from, -1), ZONE);
    const cut = fc.integer({ min: start + HOUR, max: startOfDay("2025-11-05", ZONE) });
    await fc.assert(
      fc.asyncProperty(cut, async (cut) => {
        const dir = await mkdtemp(join(folder, "cut-"));
        await syncArchive(client, dir, household, { from: start, now: () => cut });
        const both = joinSources(await openArchive(dir), server);
        const { table } = await analyseDays(both, household, days);
        expect(table.rows).toEqual(alone.rows);
      }),
      { numRuns: 3 },
    );
  });

  test("sync: verify takes the archive for its own samples, and leaves nothing unexplained", async () => {
    const dir = await archiveOf(url);
    const args = ["--from", "2025-10-25", "--to", "2025-10-27", "--source", `archive:${dir}`];
    const { code, stdout, stderr } = await command("commands/verify.ts", url, args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Source   archive ${dir}, against metrics server at ${url.origin}`);
    expect(stdout).toMatch(/^2025-10-26 +8\.486 /m);
  });
});

/** A sync in a process of its own. */
function startSync(url: URL, dir: string, more: readonly string[] = []): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      `--config=${ROOT}deno.json`,
      "--node-modules-dir=manual",
      "-A",
      `${ROOT}src/commands/sync.ts`,
      ...["--dir", dir, "--household", `${DEMO}/household.json`, ...more],
    ],
    cwd: folder,
    clearEnv: true,
    env: { ...denoEnvironment(), METRICS_URL: url.href },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
}

/** What a sync is seen to do when it is killed, always at a file of its own choice. */
const MOMENTS = ["asks for its samples", "is about to write it", "has written it"] as const;

/** When to kill. */
interface Moment {
  /** How many files are written before the one at which it happens. */
  readonly files: number;
  /** What happens to that file. */
  readonly when: typeof MOMENTS[number];
  /** More options of the sync. */
  readonly more?: readonly string[];
}

/**
 * Starts a sync and kills it with no warning. It gets no samples of any file after the one at which it
 * is to be killed: however late the kill comes, it meets a sync that is not done.
 *
 * @returns How many files it had written.
 */
async function killed(upstream: URL, dir: string, moment: Moment): Promise<number> {
  const path = join(folder, dir), before = await inodesBelow(path);
  const asked = new Set<string>(), over = Promise.withResolvers<Response>();
  const isAsked = Promise.withResolvers<void>();
  await using between = standIn(async (request) => {
    if (request.path.endsWith("/query")) asked.add(fileAskedFor(request.body));
    if (asked.size > moment.files) isAsked.resolve();
    if (asked.size > moment.files + 1) return await over.promise;
    return await forward(request, new URL(request.path, upstream));
  });
  const child = startSync(between.url, dir, moment.more);
  let ended = false;
  const end = child.status.then((status) => (ended = true, status));
  const written = (inodes: ReadonlyMap<string, number>) =>
    [...inodes].filter(([name, inode]) => isData(name) && before.get(name) !== inode).length;
  const hasCome = (inodes: ReadonlyMap<string, number>) => {
    if (moment.when === "asks for its samples") return asked.size > moment.files;
    if (written(inodes) > moment.files) return true;
    // Seen or not: if it is not, the kill comes when the file is written.
    return moment.when === "is about to write it" && written(inodes) === moment.files &&
      [...inodes.keys()].some((name) => !isData(name));
  };
  // Until then there is nothing to see; looking would only keep the sync from starting.
  await Promise.race([isAsked.promise, end]);
  while (!ended && !hasCome(await inodesBelow(path))) await nextTurn();
  expect(ended, "the sync ended by itself").toBe(false);
  child.kill("SIGKILL");
  expect(await end).toMatchObject({ signal: "SIGKILL" });
  over.resolve(new Response(null, { status: 503 }));
  return written(await inodesBelow(path));
}

/** While one file is written, the samples of the next are asked for already. */
function expectAbout(written: number, { files, when }: Moment): void {
  expect(written).toBeGreaterThanOrEqual(when === "asks for its samples" ? files - 1 : files);
  expect(written).toBeLessThanOrEqual(files + 1);
}

/** Metric and UTC month of the samples that are asked for. */
function fileAskedFor(body: string): string {
  const form = new URLSearchParams(body), time = new Date(1000 * Number(form.get("time")));
  return `${parseSelector(form.get("query")!.split("[")[0]!).metric} ${
    time.toISOString().slice(0, 7)
  }`;
}

function isData(name: string): boolean {
  return name.endsWith(".parquet");
}

/** Data files below a folder, half written ones included: another inode is a file written anew. */
async function inodesBelow(dir: string): Promise<Map<string, number>> {
  const names = await readdir(dir, { recursive: true }).catch((): string[] => []);
  const files = names.filter((name) => name.includes(".parquet"));
  const inodes = await Promise.all(files.map(async (name) => {
    // Gone since it was listed: it has its final name by now.
    const file = await stat(join(dir, name)).catch(() => null);
    return file ? [[name, file.ino] as const] : [];
  }));
  return new Map(inodes.flat());
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

/** Data files below a folder, by their paths there. */
async function filesBelow(dir: string): Promise<Map<string, Uint8Array>> {
  const names = await readdir(dir, { recursive: true }).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith(".parquet")).sort();
  return new Map(
    await Promise.all(
      files.map(async (name) => [name, await readFile(join(dir, name))] as const),
    ),
  );
}

function sameBytes(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && Buffer.compare(a, b) === 0;
}

/** Every moment at the next file, then every moment at the one after it, and so on; over and over. */
function moments(count: number, files: number): Omit<Moment, "more">[] {
  return Array.from({ length: count }, (_, kill) => (
    { when: MOMENTS[kill % MOMENTS.length]!, files: Math.floor(kill / MOMENTS.length) % files }
  ));
}

describePrometheus((url) => {
  test(
    "sync: killed again and again it loses nothing, and ends up with the same bytes",
    async () => {
      const whole = await filesBelow(join(folder, await archiveOf(url)));
      expect(whole.size).toBeGreaterThan(60);
      const dir = join(folder, "killed");
      for (const moment of moments(MOMENTS.length * 3, 3)) {
        const before = await filesBelow(dir);
        const written = await killed(url, "killed", moment);
        expectAbout(written, moment);
        const after = await filesBelow(dir);
        expect(after.size).toBe(before.size + written);
        for (const name of before.keys()) expect(after.has(name), name).toBe(true);
        for (const [name, bytes] of after) {
          expect(sameBytes(bytes, whole.get(name)), name).toBe(true);
        }
      }
      // Whether a kill met a file half written is chance; the next run removes it in any case.
      const [some] = whole.keys();
      await writeFile(join(dirname(join(dir, some!)), ".data.parquet.partial"), "half a file");
      expect(await syncCommand(url, dir)).toMatchObject({ code: 0, stderr: "" });
      const end = await filesBelow(dir);
      expect([...end.keys()]).toEqual([...whole.keys()]);
      for (const [name, bytes] of end) expect(sameBytes(bytes, whole.get(name)), name).toBe(true);
      const names = await readdir(dir, { recursive: true });
      expect(names.filter((name) => name.endsWith(".partial"))).toEqual([]);
    },
    PATIENCE,
  );
});

describe("A month in progress", () => {
  const METRICS = ["inverter_logger_online", "inverter_uptime_minutes", "inverter_dc_power_watts"];
  const now = Date.now();
  // All in one month, which is in progress for as long as late minutes may come.
  const START = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() - 1);
  // The minutes come in late, long after their time: so far back is read again.
  const LATE = ["--overlap", "744"];

  /** What the server has when so many of its minutes have come in. */
  const series = (minutes: number): SeriesColumns =>
    known?.minutes === minutes
      ? known.columns
      : (known = { minutes, columns: make(minutes) }).columns;
  let known: { minutes: number; columns: SeriesColumns } | undefined;
  const make = (minutes: number) =>
    joinSeries(METRICS.flatMap((__name__, index) =>
      ["a", "b"].map((pod) => ({
        labels: { __name__, pod },
        time: Float64Array.from({ length: minutes }, (_, i) => Math.floor(START + i * MINUTE)),
        value: Float64Array.from({ length: minutes }, (_, i) => Math.sin(i) * 1000 + index),
      }))
    ));

  test(
    "that is killed again and again while it grows loses nothing and has nothing twice",
    async () => {
      let minutes = 4000;
      await using server = startMetricsServer(() => series(minutes));
      const dir = join(folder, "growing");
      const stored = new Map<string, number>();
      const check = async () => {
        const archive = await openArchive(dir).catch(() => null);
        for (const metric of archive ? METRICS : []) {
          const { columns } = await archive!.samples(selector(metric), { start: 0, end: now });
          const all = [...eachSeries(series(minutes))].filter(({ labels }) =>
            labels.__name__ === metric
          );
          for (const { labels, time, value } of eachSeries(columns)) {
            const { pod } = labels, source = all.find(({ labels }) => labels.pod === pod)!;
            // The first so many samples of the server, each once.
            expect(time).toEqual(source.time.subarray(0, time.length));
            expect(value).toEqual(source.value.subarray(0, time.length));
            expect(time.length).toBeGreaterThanOrEqual(stored.get(`${metric} ${pod}`) ?? 0);
            stored.set(`${metric} ${pod}`, time.length);
          }
        }
      };
      for (const moment of moments(MOMENTS.length * 3, METRICS.length - 1)) {
        const written = await killed(server.url, "growing", { ...moment, more: LATE });
        expectAbout(written, moment);
        await check();
        minutes += 150;
      }
      expect(await syncCommand(server.url, dir, ...LATE)).toMatchObject({ code: 0 });
      await check();
      expect([...stored.values()]).toEqual(METRICS.flatMap(() => [minutes, minutes]));
    },
    PATIENCE,
  );

  test("that two syncs would write at once is written by one; the other says who has it", async () => {
    const asked = Promise.withResolvers<void>(), go = Promise.withResolvers<void>();
    await using held = startMetricsServer(() => series(500));
    await using slow = standIn(async (request) => {
      asked.resolve();
      await go.promise;
      return await forward(request, new URL(request.path, held.url));
    });
    const { url } = slow;
    const first = startSync(url, "shared");
    await asked.promise;
    const second = await syncCommand(url, "shared");
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(
      new RegExp(
        `^error: Another sync writes to 'shared' \\(process ${first.pid} on .+, since 20`,
      ),
    );
    go.resolve();
    expect(await first.status).toMatchObject({ code: 0 });
    expect(await syncCommand(url, "shared")).toMatchObject({ code: 0 });
  });
});
