import { Buffer } from "node:buffer";
import { closeSync, createReadStream, openSync, writeSync } from "node:fs";
import { mkdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "../../../src/effects.ts";
import { isMissing, readTextIfPresent } from "../../../src/files.ts";
import { WattbookError } from "../../src/errors.ts";
import { isAnswerIntact } from "../cassette/recording.ts";
import { type Place, placeName, type Row } from "../row.ts";
import { writeWhole, writing } from "../write_whole.ts";
import { MANIFEST, type Manifest } from "./manifest.ts";

const ROWS = "rows.jsonl", LOCK = ".lock";

/** A run open for writing. Disposing it releases the lock. */
export interface OpenRun extends Disposable {
  readonly folder: string;
  readonly manifest: Manifest;
  isAnswered(place: Place): boolean;
  /** Appends a row, unless it repeats what is there. */
  add(row: Row): void;
}

/**
 * Opens or creates a run. Only one process may write; the lock of a dead process does not block. An
 * incomplete last row is removed.
 */
export async function openRun(runs: string, manifest: Manifest): Promise<OpenRun> {
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
  const known = new Map<string, { readonly said: string; readonly status: Row["status"] }>();
  let whole = 0;
  for await (const { row, bytes } of allRows(folder)) {
    known.set(placeName(row), { said: saidBy(row), status: row.status });
    whole += bytes;
  }
  const rows = await attempt(folder, () => openSync(join(folder, ROWS), "a"));
  opened.defer(() => closeSync(rows));
  // What a killed process left of its last row.
  await truncate(join(folder, ROWS), whole);
  const held = opened.move();
  return {
    folder,
    manifest,
    isAnswered: (place) => known.get(placeName(place))?.status === "answered",
    add(row) {
      const name = placeName(row), said = saidBy(row);
      if (known.get(name)?.said === said) return;
      const bytes = new TextEncoder().encode(`${JSON.stringify(row)}\n`);
      for (let done = 0; done < bytes.length;) done += writeSync(rows, bytes, done);
      known.set(name, { said, status: row.status });
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}

/** The last row of each place. */
export async function* readRows(folder: string): AsyncGenerator<Row> {
  const last = new Map<string, { readonly row: Row; readonly number: number }>();
  for await (const { row, number } of allRows(folder)) {
    const name = placeName(row);
    last.delete(name);
    last.set(name, { row, number });
  }
  for (const { row, number } of last.values()) {
    if (row.answer && (row.answer.key !== row.key || !isAnswerIntact(row.answer))) {
      throw bad(folder, number, `the answer to '${row.case}' was changed: its seal does not fit`);
    }
    yield row;
  }
}

/** Rows with the number and the length of their lines. */
async function* allRows(folder: string) {
  let number = 0;
  for await (const text of wholeLines(join(folder, ROWS))) {
    number++;
    const row = rowIn(text);
    if (!row) throw bad(folder, number, "it is no row");
    yield { row, number, bytes: Buffer.byteLength(text) + 1 };
  }
}

function rowIn(text: string): Row | undefined {
  try {
    const row: Row | null = JSON.parse(text);
    return typeof row?.case === "string" && typeof row.key === "string" ? row : undefined;
  } catch {
    return undefined;
  }
}

function bad(folder: string, number: number, problem: string): WattbookError {
  return new WattbookError("BAD_RUN", `${join(folder, ROWS)}:${number}: ${problem}`, {
    hint: "Delete the folder of the run; 'deno task replay run' makes it anew from the recordings.",
  });
}

/** What a row says, apart from where the answer came from. */
function saidBy({ key, status, failure, answer }: Row): string {
  return JSON.stringify([key, status, failure, answer?.seal]);
}

function attempt<T>(path: string, step: () => T | Promise<T>): Promise<T> {
  const hint = "Name another folder with --runs, or check the permissions of this one.";
  return writing(`to '${path}'`, hint, step);
}

/**
 * The complete lines of a file. A last line without a line break was cut off and is left out.
 *
 * @returns Nothing if there is no file.
 */
async function* wholeLines(file: string): AsyncGenerator<string> {
  let rest = "";
  try {
    for await (const chunk of createReadStream(file, "utf8")) {
      const parts: string[] = chunk.split("\n");
      rest += parts.shift();
      for (const part of parts) {
        yield rest;
        rest = part;
      }
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
