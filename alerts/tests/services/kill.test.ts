import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { howMany } from "../../../tests/how_many.ts";
import { isSealIntact } from "../../src/seal_case.ts";
import { openCases, openStore } from "../../src/store/open_store.ts";
import { alert, payload } from "../incidents.ts";
import { hostPayload, serviceNotification } from "../notifications.ts";

const PROGRAM = fileURLToPath(new URL("minimal_analyzer.ts", import.meta.url));
/** Behind the door all is the same, so the second one is killed less often. */
const DOORS = [
  {
    door: "alertmanager",
    kills: howMany(200, 30),
    body: (names: readonly string[]) => payload(names.map((name) => alert(name))),
    title: (name: string) => name,
  },
  {
    door: "hostmon",
    kills: howMany(60, 20),
    body: (names: readonly string[]) =>
      hostPayload(names.map((name) => serviceNotification({ SERVICEDESC: name }))),
    title: (name: string) => `db1: ${name}`,
  },
] as const;
type Door = (typeof DOORS)[number];
/** One in so many dies by the clock, most of them before they listen. */
const BY_CLOCK = 4;
/** Longest life by the clock, from when the store may be opened. [ms] */
const LIFE = 40;
/** The others die a moment after one of so many events, so that a slow machine kills as well. */
const EVENTS = 24;
/** Webhooks in flight at the same time, which share commits, and most alerts in one of them. */
const SENDERS = 6, ALERTS = 3;

interface Analyzer {
  /** Lets it open the store, once it has loaded its modules. */
  go(): Promise<void>;
  /** Where it listens, once it does; nothing if it died before. */
  readonly port: Promise<number | undefined>;
  /** Ends it as kill -9 does. */
  kill(): Promise<void>;
}

function startAnalyzer(door: string, store: string, push: URL): Analyzer {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--cached-only", "-A", PROGRAM, store, push.href, door],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const loaded = reader.read();
  const writer = child.stdin.getWriter();
  return {
    port: loaded.then(() => reader.read()).then(({ value }) =>
      value === undefined ? undefined : Number(value)
    ),
    async go() {
      await loaded;
      await writer.write(new Uint8Array(1));
    },
    async kill() {
      child.kill("SIGKILL");
      await child.status;
      await Promise.allSettled([writer.abort(), reader.cancel()]);
    },
  };
}

/** Posts a body as the sender does. */
async function post(port: number, body: unknown): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/webhook`, {
      method: "POST",
      headers: { authorization: "Bearer s3cret" },
      body: JSON.stringify(body),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

let dir: string, path: string, service: Deno.HttpServer<Deno.NetAddr>;
/** Texts that arrived at people's phones, by alert. */
let arrived: Map<string, string[]>;
/** An alert was posted or answered, a push has arrived. */
let noted: () => void;

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/kill-`);
  path = `${dir}/analyzer.db`;
  arrived = new Map();
  noted = () => {};
  service = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const [title, message] = await request.json();
    noted();
    arrived.set(title, [...arrived.get(title) ?? [], message]);
    return new Response();
  });
});
afterEach(async () => {
  await service.shutdown();
  await rm(dir, { recursive: true });
});

/** Prepares the moment at which a process dies. */
function momentOfDeath(): () => Promise<void> {
  const pause = (most: number) => new Promise<void>((go) => setTimeout(go, Math.random() * most));
  if (Math.random() * BY_CLOCK < 1) return () => pause(LIFE);
  const event = Promise.withResolvers<void>();
  let left = Math.ceil(Math.random() * EVENTS);
  noted = () => {
    if (--left === 0) event.resolve();
  };
  const atOnce = Math.random() < 0.5;
  return () => event.promise.then(() => atOnce ? undefined : pause(5));
}

/** What came of all kills. */
interface Kills {
  /** The alerts that were accepted. */
  readonly taken: ReadonlySet<string>;
  /** Number of processes that listened before they died. */
  readonly heard: number;
  /** Number of those that died over several webhooks. */
  readonly crowded: number;
}

/** Kills analyzers at random moments, until one is let live. */
async function run({ door, kills, body, title }: Door): Promise<Kills> {
  const push = new URL(`http://127.0.0.1:${service.addr.port}/`);
  const taken = new Set<string>();
  let count = 0, heard = 0, crowded = 0, inFlight = 0;
  // The next ones load their modules while one lives.
  const spare = [startAnalyzer(door, path, push), startAnalyzer(door, path, push)];
  try {
    for (let kill = 0; kill < kills; kill++) {
      const analyzer = spare.shift()!;
      spare.push(startAnalyzer(door, path, push));
      let isAlive = true;
      const send = async () => {
        const port = await analyzer.port;
        while (isAlive && port !== undefined) {
          const names = Array.from(
            { length: Math.ceil(Math.random() * ALERTS) },
            () => `alert ${count++}`,
          );
          noted();
          inFlight++;
          if (await post(port, body(names))) { for (const name of names) taken.add(title(name)); }
          inFlight--;
          noted();
        }
        return port !== undefined;
      };
      const dies = momentOfDeath();
      const senders = Promise.all(Array.from({ length: SENDERS }, send));
      await analyzer.go();
      await dies();
      isAlive = false;
      if (inFlight > 1) crowded++;
      await analyzer.kill();
      if ((await senders)[0]) heard++;
    }
    await spare[0]!.go();
    await vi.waitFor(() => {
      expect([...taken].filter((name) => !arrived.has(name))).toEqual([]);
    }, { timeout: 40_000, interval: 20 });
  } finally {
    for (const analyzer of spare) await analyzer.kill();
  }
  return { taken, heard, crowded };
}

test.each(DOORS)(
  "behind the door of $door, killed $kills times at any moment, it loses nothing and repeats " +
    "nothing unmarked",
  async (door) => {
    const { taken, heard, crowded } = await run(door);
    const { kills } = door;

    // The run means something: processes died while they worked, and before.
    expect(heard).toBeGreaterThan(kills / 10);
    expect(crowded).toBeGreaterThan(kills / 10);
    expect(taken.size).toBeGreaterThan(kills / 10);
    expect([...arrived.values()].some(({ length }) => length > 1)).toBe(true);

    for (const [title, messages] of arrived) {
      const plain = messages.filter((message) => !message.startsWith("(may be a repeat)"));
      expect(plain.length, `${title}: ${messages}`).toBeLessThanOrEqual(1);
    }
    using cases = openCases(path);
    const all = [...cases.texts()].map((text) => JSON.parse(text));
    expect(all.every(isSealIntact)).toBe(true);
    // Each alert has one case, but for those that the last kill cut off.
    const fingerprints = all.map(({ incident }) => incident.fingerprint);
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
    openStore({ path })[Symbol.dispose]();
  },
  115_000,
);
