import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GroupCommit } from "../../src/store/group_commit.ts";
import { transaction } from "../../src/store/transaction.ts";

let dir: string, path: string, db: DatabaseSync;
/** What is to happen once all that has come in was looked at. */
let turns: (() => void)[];

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/group-`);
  path = `${dir}/a.db`;
  turns = [];
  db = new DatabaseSync(path);
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA foreign_keys = ON;
    CREATE TABLE number (value INTEGER PRIMARY KEY);
    -- Checked at the commit, which can so be made to fail.
    CREATE TABLE debt (value INTEGER REFERENCES number (value) DEFERRABLE INITIALLY DEFERRED);
  `);
});
afterEach(async () => {
  db.close();
  await rm(dir, { recursive: true });
});

const newGroup = () => new GroupCommit(db, (flush) => void turns.push(flush));
const endTurn = () => turns.splice(0).forEach((flush) => flush());

const add = (value: number) => () => {
  db.exec(`INSERT INTO number VALUES (${value})`);
  return value;
};
/** What another process would find. */
function stored(): unknown[] {
  using other = new DatabaseSync(path, { readOnly: true });
  return other.prepare("SELECT value FROM number ORDER BY value").all().map(({ value }) => value);
}
const settled = (promises: readonly Promise<unknown>[]) =>
  Promise.allSettled(promises).then((all) =>
    all.map((one) => one.status === "fulfilled" ? one.value : `${one.reason.message}`)
  );

describe("changes of one turn", () => {
  test("share one commit, in their order", async () => {
    const exec = vi.spyOn(db, "exec");
    const group = newGroup();
    const order: number[] = [];
    const all = [3, 1, 2].map((value) =>
      group.commit(() => {
        order.push(value);
        return add(value)();
      })
    );
    endTurn();
    expect(await Promise.all(all)).toEqual([3, 1, 2]);
    expect(order).toEqual([3, 1, 2]);
    expect(exec.mock.calls.filter(([sql]) => sql === "COMMIT")).toHaveLength(1);
  });

  test("are answered when they are on the disk, not before", async () => {
    const group = newGroup();
    let found: unknown[] | undefined;
    const answer = group.commit(add(1)).then(() => void (found = stored()));
    await new Promise((resolve) => setTimeout(resolve));
    expect([found, stored()]).toEqual([undefined, []]);
    endTurn();
    await answer;
    expect(found).toEqual([1]);
  });

  test("are all answered with the error of a commit that fails, and none is stored", async () => {
    const group = newGroup();
    const all = [
      group.commit(add(1)),
      group.commit(() => db.exec("INSERT INTO debt VALUES (99)")),
      group.commit(add(2)),
    ];
    endTurn();
    expect(await settled(all)).toEqual(Array(3).fill(expect.stringContaining("FOREIGN KEY")));
    expect(stored()).toEqual([]);
    const next = group.commit(add(3));
    endTurn();
    expect([await next, stored()]).toEqual([3, [3]]);
  });

  test("are all answered with an error if there is no transaction to be had", async () => {
    using other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const group = newGroup();
    const all = [group.commit(add(1)), group.commit(add(2))];
    endTurn();
    expect(await settled(all)).toEqual(Array(2).fill(expect.stringContaining("locked")));
    other.exec("ROLLBACK");
    expect(stored()).toEqual([]);
  });

  test("do not suffer from one of them that fails", async () => {
    const group = newGroup();
    const all = [
      group.commit(add(1)),
      group.commit(() => {
        add(2)();
        throw new Error("No");
      }),
      group.commit(() => transaction(db, add(3))),
    ];
    endTurn();
    expect(await settled(all)).toEqual([1, "No", 3]);
    expect(stored()).toEqual([1, 3]);
  });

  test("that come in during a commit make the next group", async () => {
    const group = newGroup();
    const all: Promise<number>[] = [];
    all.push(group.commit(() => {
      all.push(group.commit(add(2)));
      return add(1)();
    }));
    endTurn();
    expect(stored()).toEqual([1]);
    endTurn();
    expect([await Promise.all(all), stored()]).toEqual([[1, 2], [1, 2]]);
  });
});

test("flush() commits at once, and leaves nothing for later", async () => {
  const group = newGroup();
  const one = group.commit(add(1));
  group.flush();
  expect([await one, stored()]).toEqual([1, [1]]);
  endTurn();
  expect(stored()).toEqual([1]);
});

test("whatever fails, what was answered is stored, and nothing else", async () => {
  let next = 0;
  const change = fc.constantFrom(
    "add",
    "add",
    "add",
    "fail",
    "break the commit",
    "undo everything",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 8 }),
      async (turns) => {
        const group = newGroup();
        const expected = new Set(stored());
        for (const changes of turns) {
          const asked = changes.map((how) => {
            const value = next++;
            return group.commit(() => {
              add(value)();
              if (how === "fail") throw new Error("No");
              if (how === "break the commit") db.exec("INSERT INTO debt VALUES (-1)");
              if (how === "undo everything") {
                // As SQLite itself does when the disk is full.
                db.exec("ROLLBACK");
                throw new Error("disk full");
              }
              return value;
            });
          });
          endTurn();
          for (const one of await Promise.allSettled(asked)) {
            if (one.status === "fulfilled") expected.add(one.value);
          }
          expect(new Set(stored())).toEqual(expected);
        }
      },
    ),
    { numRuns: 100 },
  );
});
