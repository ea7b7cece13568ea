import { readdir } from "node:fs/promises";
import { basename, isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isFile, isMissing } from "../../src/files.ts";
import { WattbookError } from "../src/errors.ts";
import { loadReplay, type Replay } from "./load_replay.ts";
import { hashOfCases, type ReplayCase } from "./read_cases.ts";
import { placeName, type Row } from "./row.ts";
import { answeredVariants, badRun, MANIFEST, type Manifest, readManifest } from "./run/manifest.ts";
import { requestsOf, rowOf } from "./run/requests.ts";
import { readRows } from "./run/run_folder.ts";

export interface Answers extends Replay, Pick<Manifest, "variants" | "repeats"> {
  readonly name: string;
  /** Rows of these cases, and perhaps of others. Places never asked about may have none. */
  rows(cases: readonly ReplayCase[]): Iterable<Row> | AsyncIterable<Row>;
}

/** @param file Configuration to judge by. @default the run's own */
export async function answersOfRun(folder: string, file?: string): Promise<Answers> {
  const manifest = readManifest(folder), { ids, sha256 } = manifest.cases;
  const own = isAbsolute(manifest.config) ? manifest.config : join(folder, manifest.config);
  const replay = await loadReplay(file ?? shortPath(own));
  const known = new Set(ids), cases = replay.cases.filter(({ id }) => known.has(id));
  if (hashOfCases(cases) === sha256) return runAnswers(folder, manifest, { ...replay, cases });
  const lost = ids.find((id) => !cases.some((one) => one.id === id));
  const files = replay.config.cases.join(", ");
  throw new WattbookError(
    "BAD_RUN",
    lost === undefined
      ? `The cases of the run '${folder}' were changed since`
      : `The case '${lost}' of the run '${folder}' is not in ${files} any more`,
    { hint: "Put the cases back as they were, or run again: that makes a run of its own." },
  );
}

/** The answers of a run that was just opened: its cases need no check. */
export function runAnswers(folder: string, manifest: Manifest, replay: Replay): Answers {
  const { variants, repeats, cases } = manifest, ids = new Set(cases.ids);
  const isPlanned = (row: Row) =>
    ids.has(row.case) && variants.some(({ name }) => name === row.variant) && row.sample < repeats;
  return {
    ...replay,
    variants,
    repeats,
    name: basename(folder),
    *rows() {
      for (const row of readRows(folder)) {
        if (isPlanned(row)) yield row;
        else throw badRun(`'${folder}' has a row that its manifest does not: ${placeName(row)}`);
      }
    },
  };
}

/** The recorded answers of a configuration. Nothing is written or sent. */
export async function recordedAnswers(file: string): Promise<Answers> {
  const replay = await loadReplay(file);
  const { config } = replay;
  return {
    ...replay,
    variants: answeredVariants(config),
    repeats: config.repeats,
    name: config.name,
    async *rows(cases) {
      for (const { asked, ...question } of requestsOf({ config, cases })) {
        const recording = await config.cassettes.read(asked, question.key);
        yield recording
          ? rowOf(question, recording, { from: "cassette", prices: config.prices })
          : { ...question.place, key: question.key, status: "missing" };
      }
    },
  };
}

/**
 * Finds a run by its folder, its name, or the beginning of its name.
 *
 * @throws {WattbookError} `NO_RUN`; `BAD_RUN` if several names begin so.
 */
export async function findRun(name: string, runs: string): Promise<string> {
  if (await isFile(join(name, MANIFEST))) return name;
  const entries = await readdir(runs, { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();
  const found = names.includes(name) ? [name] : names.filter((one) => one.startsWith(name));
  const [first, second] = found;
  if (first === undefined) {
    throw new WattbookError("NO_RUN", `There is no run '${name}' in '${runs}'`, {
      hint: names.length === 0
        ? "'deno task replay run' makes one; --runs names their folder."
        : `Runs are ${names.slice(0, 5).join(", ")}.`,
    });
  }
  if (second === undefined) return join(runs, first);
  throw new WattbookError(
    "BAD_RUN",
    `'${name}' is the beginning of ${found.length} runs in '${runs}'`,
    { hint: `Runs are ${found.slice(0, 5).join(", ")}.` },
  );
}

/** The demo's configuration. */
export function demoFile(): string {
  return shortPath(fileURLToPath(new URL("../data/replay/replay.yaml", import.meta.url)));
}

/** A path as short as one would type it. */
function shortPath(path: string): string {
  const short = relative("", path);
  return short.startsWith("..") ? path : short;
}

export interface PickAnswersOptions {
  readonly runs: string;
  readonly config?: string;
  readonly run?: string;
}

/** The answers of a run if one is named, else the recorded ones of a configuration or the demo. */
export async function pickAnswers({ runs, config, run }: PickAnswersOptions): Promise<Answers> {
  return run === undefined
    ? await recordedAnswers(config ?? demoFile())
    : await answersOfRun(await findRun(run, runs), config);
}
