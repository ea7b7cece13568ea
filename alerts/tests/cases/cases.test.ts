import { mkdtemp, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cases } from "../../src/cases/cases.ts";
import { openStore } from "../../src/store/open_store.ts";
import type { Output } from "../../../src/effects.ts";
import type { Effects } from "../../../src/terminal/command.ts";
import { draftOf, PUSH, sealedCase } from "../cases.ts";
import { incident } from "../incidents.ts";

let dir: string, path: string;
beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/cases-`);
  path = `${dir}/analyzer.db`;
  using store = openStore({ path });
  for (const name of ["A", "B"]) {
    store.intake.accept([incident(name)], { cooldown: 0, capacity: 9 }, 0);
    const { id } = store.queue.take(0)!;
    store.outbox.add(id, { message: PUSH, draft: draftOf(incident(name)) });
    store.outbox.deliver(id, sealedCase(`case ${name}`, incident(name)));
  }
});
afterEach(() => rm(dir, { recursive: true }));

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: "", err: "" };
  const output = (name: "out" | "err"): Output => ({
    write: (content) => Promise.resolve(void (texts[name] += content)),
    isTerminal: false,
    colours: false,
    columns: 100,
  });
  const effects: Effects = {
    stdout: output("out"),
    stderr: output("err"),
    now: () => 0,
    settings: () => ({ route: null }),
    signal: new AbortController().signal,
  };
  return { code: await cases(args, effects, () => undefined), ...texts };
}

/** Changes the stored text of a case behind the store's back. */
function tamper(change: string): void {
  using db = new DatabaseSync(path);
  db.exec(
    `DROP TRIGGER case_file_is_final; UPDATE case_file SET json = ${change} WHERE number = 1`,
  );
}

test("writes every case as one line", async () => {
  const { code, out, err } = await run("export", "--store", path);
  expect(code).toBe(0);
  expect(out.trimEnd().split("\n").map((line) => JSON.parse(line).id)).toEqual([
    "case A",
    "case B",
  ]);
  expect(err).toBe("2 cases, 0 with a broken seal\n");
});

test.each([
  ["another outcome", "replace(json, '\"analysed\"', '\"facts\"')", "case A"],
  ["another seal", 'replace(json, \'"seal":"\', \'"seal":"0\')', "case A"],
  ["a field more", 'replace(json, \'{"version"\', \'{"more":1,"version"\')', "case A"],
  ["no JSON", "'{'", "no JSON"],
])("shows that a case was changed: %s", async (_, change, named) => {
  tamper(change);
  const { code, out, err } = await run("export", "--store", path);
  expect(code).toBe(1);
  expect(err).toContain(`case 1 (${named}): the seal does not match`);
  expect(err).toContain("2 cases, 1 with a broken seal");
  expect(out.trimEnd().split("\n")).toHaveLength(2);
});

test("needs a store and an action", async () => {
  expect(await run("export")).toMatchObject({
    code: 1,
    err: expect.stringContaining("STORE_PATH"),
  });
  expect(await run("import")).toMatchObject({ code: 2 });
  expect(await run("export", "--store", `${dir}/none.db`)).toMatchObject({ code: 1 });
});
