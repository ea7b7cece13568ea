import { closeSync, createReadStream, openSync, writeSync } from "node:fs";
import { mkdir, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { lockFile } from "../../../src/effects.ts";
import { isMissing, readTextIfPresent } from "../../../src/files.ts";
import { WattbookError } from "../../src/errors.ts";
import { isAnswerIntact } from "../cassette/recording.ts";
import { type Place, placeName, type Row } from "../row.ts";
import { writeWhole } from "../write_whole.ts";
import { type Manifest, parseManifest } from "./manifest.ts";

const MANIFEST = "manifest.json", ROWS = "rows.jsonl", LOCK = ".lock";

/** A run open for writing. Disposing it releases the lock. */
export interface OpenRun extends Disposable {
  readonly folder: string;
  readonly manifest: Manifest;
  last(place: Place): Omit<Row, "answer"> | undefined;
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
  const lock = await lockFolder(folder);
  try {
    const path = join(folder, MANIFEST);
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    // Only the path of the configuration can differ, because the id covers the rest.
    if (readTextIfPresent(path) !== text) await writeWhole(path, text);
    const known = new Map<string, { readonly said: string; readonly row: Row }>();
    await cutOff(join(folder, ROWS));
    for await (const row of allRows(folder)) {
      known.set(placeName(row), { said: saidBy(row), row: withoutAnswer(row) });
    }
    const rows = await attempt(folder, () => openSync(join(folder, ROWS), "a"));
    return {
      folder,
      manifest,
      last: (place) => known.get(placeName(place))?.row,
      add(row) {
        const name = placeName(row), said = saidBy(row);
        if (known.get(name)?.said === said) return;
        const bytes = new TextEncoder().encode(`${JSON.stringify(row)}\n`);
        for (let done = 0; done < bytes.length;) done += writeSync(rows, bytes, done);
        known.set(name, { said, row: withoutAnswer(row) });
      },
      [Symbol.dispose]() {
        closeSync(rows);
        lock[Symbol.dispose]();
      },
    };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** The last row of each place. */
export async function* readRows(folder: string): AsyncGenerator<Row> {
  const last = new Map<string, { readonly row: Row; readonly number: number }>();
  let count = 0;
  for await (const row of allRows(folder)) {
    const name = placeName(row);
    last.delete(name);
    last.set(name, { row, number: ++count });
  }
  for (const { row, number } of last.values()) {
    if (row.answer && (row.answer.key !== row.key || !isAnswerIntact(row.answer))) {
      throw bad(folder, number, `the answer to '${row.case}' was changed: its seal does not fit`);
    }
    yield row;
  }
}

export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  const text = readTextIfPresent(path);
  if (text === undefined) {
    throw new WattbookError("BAD_RUN", `There is no run in '${folder}'`, {
      hint: "Name the folder of a run, such as runs/replay-0123456789, or its name in runs/.",
    });
  }
  return parseManifest(text, path);
}

async function* allRows(folder: string): AsyncGenerator<Row> {
  for await (const { text, number } of wholeLines(join(folder, ROWS))) {
    try {
      const row: Row = JSON.parse(text);
      if (typeof row.case !== "string" || typeof row.key !== "string") throw new TypeError();
      yield row;
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
      throw bad(folder, number, "it is no row");
    }
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

function withoutAnswer({ answer: _, ...rest }: Row): Row {
  return rest;
}

/** Removes what a killed process left of its last row. */
async function cutOff(path: string): Promise<void> {
  let end = 0;
  for await (const { text } of wholeLines(path)) {
    end += new TextEncoder().encode(text).length + 1;
  }
  const size = await stat(path).then(({ size }) => size, () => 0);
  if (size > end) await truncate(path, end);
}

async function lockFolder(folder: string): Promise<Disposable> {
  const path = join(folder, LOCK);
  const file = await attempt(path, () => lockFile(path));
  if (file) return file;
  throw new WattbookError("RUN_IN_USE", `Another process works on the run '${folder}'`, {
    hint: "Wait until it has ended. A process that was killed does not stand in the way.",
  });
}

async function attempt<T>(path: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WattbookError("FILE_NOT_WRITTEN", `Cannot write to '${path}': ${reason}`, {
      hint: "Name another folder with --runs, or check the permissions of this one.",
      cause,
    });
  }
}

/**
 * The complete lines of a file. A last line without a line break was cut off and is left out.
 *
 * @returns Nothing if there is no file.
 */
async function* wholeLines(
  file: string,
): AsyncGenerator<{ readonly text: string; readonly number: number }> {
  let rest = "", number = 0;
  try {
    for await (const chunk of createReadStream(file, "utf8")) {
      const parts: string[] = chunk.split("\n");
      if (parts.length === 1) {
        rest += chunk;
        continue;
      }
      yield { text: rest + parts[0]!, number: ++number };
      for (const text of parts.slice(1, -1)) yield { text, number: ++number };
      rest = parts.at(-1)!;
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
