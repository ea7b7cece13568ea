import { mkdtemp, rm, stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openCases, openStore } from "../../src/store/open_store.ts";
import { draftOf, PUSH, sealedCase } from "../cases.ts";
import { incident } from "../incidents.ts";

const LIMITS = { cooldown: 300_000, capacity: 20 };
const A = incident("A");

/** As the first version made it, with an alert that was in work and one whose push waits. */
const FIRST_VERSION = `
  CREATE TABLE alert (
    id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL, episode TEXT NOT NULL, status TEXT NOT NULL,
    incident TEXT,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'waiting', 'done', 'failed')),
    stage TEXT NOT NULL CHECK (stage IN ('analyse', 'publish')),
    repeats TEXT NOT NULL CHECK (repeats IN ('no', 'maybe', 'yes')),
    failures INTEGER NOT NULL DEFAULT 0, crashes INTEGER NOT NULL DEFAULT 0,
    accepted_at INTEGER NOT NULL, due_at INTEGER NOT NULL, finished_at INTEGER
  ) STRICT;
  CREATE INDEX alert_by_episode ON alert (episode, status, id);
  CREATE INDEX alert_by_due ON alert (due_at, id) WHERE state IN ('queued', 'waiting');
  CREATE INDEX alert_by_end ON alert (finished_at) WHERE state IN ('done', 'failed');
  CREATE INDEX alert_by_state ON alert (state);
  CREATE TABLE outbox (
    alert_id INTEGER PRIMARY KEY REFERENCES alert (id) ON DELETE CASCADE, message TEXT NOT NULL,
    draft TEXT NOT NULL,
    delivery TEXT NOT NULL CHECK (delivery IN ('ready', 'sending', 'unsure')),
    attempts INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE cooldown (
    fingerprint TEXT PRIMARY KEY, alert_id INTEGER NOT NULL, until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE case_file (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, finished_at INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE TABLE usage (day TEXT PRIMARY KEY, tokens INTEGER NOT NULL, usd REAL NOT NULL)
    STRICT, WITHOUT ROWID;
  PRAGMA user_version = 1;
  INSERT INTO alert VALUES (1, 'A', 'A@0', 'firing', '${JSON.stringify(A)}', 'running', 'analyse',
    'no', 0, 0, 1, 1, NULL);
  INSERT INTO alert VALUES (2, 'B', 'B@0', 'firing', NULL, 'waiting', 'publish', 'no', 0, 0, 2, 2, NULL);
  INSERT INTO outbox VALUES (2, '${JSON.stringify(PUSH)}', '${
  JSON.stringify(draftOf(A))
}', 'ready', 0);
  INSERT INTO case_file VALUES (1, 'c', 1, '{"version":1}');
`;

let dir: string, path: string;
beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/store-`);
  path = `${dir}/analyzer.db`;
});
afterEach(() => rm(dir, { recursive: true }));

test("keeps alerts, cooldowns, cases and usage", () => {
  {
    using store = openStore({ path });
    expect(store.isDurable).toBe(true);
    store.intake.accept([A, incident("B")], LIMITS, 0);
    const { id } = store.queue.take(0)!;
    store.outbox.add(id, { message: PUSH, draft: draftOf(A) });
    store.outbox.deliver(id, sealedCase("case", A));
    store.usage.add({ tokens: 10, usd: 0.5 }, 0);
  }
  using store = openStore({ path });
  expect(store.queue.counts()).toMatchObject({ queued: 1, done: 1 });
  expect(store.intake.accept([A], LIMITS, 1).skipped.cooldown).toBe(1);
  expect([...store.cases.texts()]).toEqual([JSON.stringify(sealedCase("case", A))]);
  store.usage.add({ tokens: 1, usd: 0.25 }, 86_399_999);
  expect(store.usage.on(0)).toEqual({ tokens: 11, usd: 0.75 });
  expect(store.usage.on(86_400_000)).toEqual({ tokens: 0, usd: 0 });
});

test("in memory it says so, and two do not meet", () => {
  using one = openStore(), other = openStore();
  one.intake.accept([A], LIMITS, 0);
  expect(one.isDurable).toBe(false);
  expect(other.queue.counts().queued).toBe(0);
});

test("writes ahead, so that readers and a crash find a whole store", () => {
  using _store = openStore({ path });
  using db = new DatabaseSync(path);
  expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
});

test("waits for the disk at every commit", () => {
  const exec = vi.spyOn(DatabaseSync.prototype, "exec");
  using _store = openStore({ path });
  const db = exec.mock.contexts[0] as DatabaseSync;
  exec.mockRestore();
  // 2 is FULL. It is a property of the connection: no other one can tell.
  expect(db.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
});

test("is nobody else's to read", async () => {
  using _store = openStore({ path });
  for (const file of [path, `${path}-wal`, `${path}.lock`]) {
    expect((await stat(file)).mode & 0o077).toBe(0);
  }
});

test("belongs to one process at a time", () => {
  {
    using _store = openStore({ path });
    expect(() => openStore({ path })).toThrow(expect.objectContaining({ code: "STORE_IN_USE" }));
  }
  using store = openStore({ path });
  expect(store.queue.counts().queued).toBe(0);
});

test("is one store, whatever links lead to it", async () => {
  const real = `${path}.real`;
  for (const target of [real, "analyzer.db.real"]) {
    await Deno.symlink(target, path);
    {
      using _ = openStore({ path });
      expect(() => openStore({ path: real })).toThrow(
        expect.objectContaining({ code: "STORE_IN_USE" }),
      );
      expect(() => openStore({ path })).toThrow(expect.objectContaining({ code: "STORE_IN_USE" }));
    }
    using other = openStore({ path: real });
    expect(other.isDurable).toBe(true);
    expect(() => openStore({ path })).toThrow(expect.objectContaining({ code: "STORE_IN_USE" }));
    await Deno.remove(path);
  }
});

test("with a second name of its own is refused: each would have its own lock", async () => {
  openStore({ path })[Symbol.dispose]();
  await Deno.link(path, `${path}.other`);
  expect(() => openStore({ path })).toThrow(/several hard links/);
});

describe("check()", () => {
  test("leaves nothing behind that anybody would see", async () => {
    using store = openStore({ path });
    await store.check(0);
    await store.check(1);
    expect(store.queue.counts()).toMatchObject({ queued: 0, done: 0 });
    expect(store.intake.accept([A], LIMITS, 2).accepted).toBe(1);
    expect(store.queue.take(2)).toMatchObject({ fingerprint: "A" });
  });

  test("sees that the store cannot be written", async () => {
    using store = openStore({ path });
    using other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    await expect(store.check(0)).rejects.toMatchObject({ code: "BAD_STORE" });
    other.exec("ROLLBACK");
    await store.check(1);
  });

  test.each([0, 1, 2, 3, 4])("sees a damaged store, %d alerts in it", async (size) => {
    {
      using store = openStore({ path });
      const alerts = Array.from({ length: size * 100 }, (_, at) => incident(`${at}`));
      store.intake.accept(alerts, { cooldown: 1, capacity: Infinity }, 0);
    }
    // All pages but the first, which says that it is a store.
    const bytes = await Deno.readFile(path);
    await Deno.writeFile(path, bytes.fill(0xa5, 4096));
    const checked = async () => {
      using store = openStore({ path });
      await store.check(0);
    };
    await expect(checked()).rejects.toMatchObject({ code: "BAD_STORE" });
  });
});

test("refuses a store of another version, and leaves it alone", () => {
  openStore({ path })[Symbol.dispose]();
  const db = new DatabaseSync(path);
  db.exec("PRAGMA user_version = 7");
  db.close();
  expect(() => openStore({ path })).toThrow(/version 7/);
  expect(() => openCases(path)).toThrow(/version 7/);
});

test.each([
  [
    "no database",
    () => Deno.writeTextFile(path, "This is a text, and a long one at that. ".repeat(9)),
  ],
  ["a folder", () => Deno.mkdir(path)],
])("refuses what is %s", async (_, make) => {
  await make();
  expect(() => openStore({ path })).toThrow(expect.objectContaining({ code: "BAD_STORE" }));
  // The lock was let go.
  await rm(path, { recursive: true });
  openStore({ path })[Symbol.dispose]();
});

test("refuses somebody else's database", () => {
  const db = new DatabaseSync(path);
  db.exec("CREATE TABLE t (x)");
  db.close();
  expect(() => openStore({ path })).toThrow(/version 0/);
});

test("names the file that cannot be made", () => {
  expect(() => openStore({ path: `${dir}/none/a.db` })).toThrow(/none\/a\.db/);
});

test("a case is never changed", () => {
  using store = openStore({ path });
  store.intake.accept([A], LIMITS, 0);
  const { id } = store.queue.take(0)!;
  store.outbox.add(id, { message: PUSH, draft: draftOf(A) });
  store.outbox.deliver(id, sealedCase("case", A));
  using db = new DatabaseSync(path);
  expect(() => db.exec("UPDATE case_file SET json = '{}'")).toThrow(/never changed/);
});

test("cases can be read while an analyzer works", () => {
  using store = openStore({ path });
  using cases = openCases(path);
  expect([...cases.texts()]).toEqual([]);
  store.intake.accept([A], LIMITS, 0);
  const { id } = store.queue.take(0)!;
  store.outbox.add(id, { message: PUSH, draft: draftOf(A) });
  store.outbox.deliver(id, sealedCase("case", A));
  expect([...cases.texts()]).toHaveLength(1);
});

test("needs no temporary files, which a read-only root has no place for", async () => {
  using store = openStore({ path, retention: 1_000 });
  const text = { annotations: { summary: "x".repeat(3_000) } };
  await store.commit(() => {
    for (let at = 0; at < 300; at++) {
      store.intake.accept([incident(`${at}`, text)], LIMITS, 0);
      const { id } = store.queue.take(0)!;
      store.outbox.add(id, { message: PUSH, draft: draftOf(incident(`${at}`, text)) });
      store.outbox.deliver(id, sealedCase(`case ${at}`, incident(`${at}`, text)));
    }
  });
  // All of them are forgotten at once: some 400 pages change.
  await store.commit(() => {
    store.intake.accept([A], LIMITS, 5_000);
    const { id } = store.queue.take(5_000)!;
    store.outbox.add(id, { message: PUSH, draft: draftOf(A) });
    store.outbox.deliver(id, sealedCase("case of A", A, 5_000));
    expect(store.queue.counts().done).toBe(1);
    const files = [...Deno.readDirSync("/proc/self/fd")].flatMap(({ name }) => {
      try {
        return [Deno.readLinkSync(`/proc/self/fd/${name}`)];
      } catch {
        return [];
      }
    });
    expect(files).toContain(path);
    expect(files.filter((file) => file.includes("etilqs"))).toEqual([]);
  });
});

test("what was let go is not left in the file", async () => {
  const secret = "hunter2-only-here";
  {
    using store = openStore({ path });
    // So long that it fills pages of its own: those of a short one are soon written over anyway.
    const one = incident("A", { annotations: { summary: `${secret} `.repeat(2_000) } });
    store.intake.accept([one], LIMITS, 0);
    store.outbox.add(store.queue.take(0)!.id, { message: PUSH, draft: draftOf(A) });
  }
  // The last one to close it writes the log back and removes it.
  expect(await Deno.readTextFile(path)).not.toContain(secret);
});

test("takes over a store of the first version, with its alerts", () => {
  const db = new DatabaseSync(path);
  db.exec(FIRST_VERSION);
  db.close();
  {
    using cases = openCases(path);
    expect([...cases.texts()]).toEqual(['{"version":1}']);
  }
  using store = openStore({ path });
  expect(store.queue.recover(10)).toEqual({ alerts: 1, pushes: 0 });
  expect(store.queue.take(10)).toMatchObject({ fingerprint: "A", work: { incident: A } });
  const job = store.queue.take(10)!;
  expect(job).toMatchObject({ fingerprint: "B", work: { push: { follows: false } } });
  expect(job).not.toHaveProperty("facts");
  expect([...store.cases.texts()]).toEqual(['{"version":1}']);
});
