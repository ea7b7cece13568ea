import { mkdtemp, rm, stat } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openCases, openStore } from "../../src/store/open_store.ts";
import { draftOf, PUSH, sealedCase } from "../cases.ts";
import { incident } from "../incidents.ts";

const LIMITS = { cooldown: 300_000, capacity: 20 };
const A = incident("A");

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
