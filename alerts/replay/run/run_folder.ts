import { Buffer } from "node:buffer";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { mkdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "../../../src/effects.ts";
import { readTextIfPresent } from "../../../src/files.ts";
import { WattbookError } from "../../src/errors.ts";
import { structureOf } from "../cassette/legible.ts";
import { isAnswerIntact } from "../cassette/recording.ts";
import { type Place, placeName, type Row } from "../row.ts";
import { writeWhole, writing } from "../write_whole.ts";
import { badRun, MANIFEST, type Manifest } from "./manifest.ts";

const ROWS = "rows.jsonl", LOCK = ".lock";

export type OpenRun = Awaited<ReturnType<typeof openRun>>;

/**
 * Opens or creates a run. Only one process may write; the lock of a dead process does not block. An
 * incomplete last row is removed. Disposing the run releases the lock.
 */
export async function openRun(runs: string, manifest: Manifest) {
  const folder = join(runs, manifest.id);
  await attempt(folder, () => mkdir(folder, { recursive: true }));
  using opened = new DisposableStack();
  const lock = await attempt(join(folder, LOCK), () => lockFile(join(folder, LOCK)));
  if (!opened.use(lock)) {
    throw new WattbookError("RUN_IN_USE", `Another process works on the run '${folder}'`, {
      hint: "Wait until it has ended. A process that was killed does not stand in the way.",
    });
  }
  const path = join(folder, MANIFEST);
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  // Only the path of the configuration can differ, because the id covers the rest.
  if (readTextIfPresent(path) !== text) await writeWhole(path, text);
  const { rows: there, bytes: whole } = rowsIn(folder);
  const known = new Map(there.map(({ row }) => [placeName(row), stateOf(row)]));
  const rows = await attempt(folder, () => openSync(join(folder, ROWS), "a"));
  opened.defer(() => closeSync(rows));
  // What a killed process left of its last row.
  await truncate(join(folder, ROWS), whole);
  const held = opened.move();
  return {
    folder,
    manifest,
    isAnswered: (place: Place) => known.get(placeName(place))?.status === "answered",
    /** Appends a row, unless it repeats what is there. */
    add(row: Row) {
      const name = placeName(row), state = stateOf(row);
      if (known.get(name)?.said === state.said) return;
      writeFileSync(rows, `${JSON.stringify(row)}\n`);
      known.set(name, state);
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}

/** The last row of each place. */
export function* readRows(folder: string): Generator<Row> {
  const last = new Map<string, { readonly row: Row; readonly number: number }>();
  for (const one of rowsIn(folder).rows) {
    const name = placeName(one.row);
    last.delete(name);
    last.set(name, one);
  }
  for (const { row, number } of last.values()) {
    if (row.answer && (row.answer.key !== row.key || !isAnswerIntact(row.answer))) {
      const problem = `the answer to '${row.case}' was changed: its seal does not fit`;
      throw badRun(`${join(folder, ROWS)}:${number}: ${problem}`);
    }
    yield row;
  }
}

/** Rows with the numbers of their lines, without a last one that was cut off, and their length. */
function rowsIn(folder: string) {
  const text = readTextIfPresent(join(folder, ROWS)) ?? "";
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const rows = whole.split("\n").slice(0, -1).map((line, at) => {
    const row = structureOf(line) as unknown as Row | undefined, number = at + 1;
    const isRow = typeof row?.case === "string" && typeof row.key === "string";
    if (!isRow) throw badRun(`${join(folder, ROWS)}:${number}: it is no row`);
    return { row, number };
  });
  return { rows, bytes: Buffer.byteLength(whole) };
}

/** What a row says, apart from where the answer came from. */
function stateOf({ key, status, failure, answer }: Row) {
  return { status, said: JSON.stringify([key, status, failure, answer?.seal]) };
}

function attempt<T>(path: string, step: () => T | Promise<T>): Promise<T> {
  const hint = "Name another folder with --runs, or check the permissions of this one.";
  return writing(`to '${path}'`, hint, step);
}
