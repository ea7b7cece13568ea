import { WattbookError } from "../../src/errors.ts";
import { findRun } from "../answers.ts";
import type { Replay } from "../load_replay.ts";
import { type Manifest, manifestOf } from "../run/manifest.ts";
import { readManifest } from "../run/run_folder.ts";
import type { RecordOptions } from "./options.ts";

/**
 * The manifest of a recording: that of the replay, or a new one if all answers are recorded anew.
 *
 * @param now Unix time. [ms]
 */
export async function recordManifest(
  replay: Pick<Replay, "config" | "cases">,
  { mode, resume, runs }: Pick<RecordOptions, "mode" | "resume" | "runs">,
  now: number,
): Promise<Manifest> {
  if (mode === "record") return manifestOf(replay, runs);
  if (resume === undefined) {
    return manifestOf(replay, runs, { mode, since: new Date(now).toISOString() });
  }
  const known = readManifest(await findRun(resume, runs));
  const manifest = known.fresh && manifestOf(replay, runs, known.fresh);
  if (known.fresh?.mode === mode && manifest?.id === known.id) return manifest;
  throw new WattbookError(
    "BAD_RUN",
    known.fresh?.mode === mode
      ? `The run '${known.id}' is of another configuration, or of other cases`
      : `The run '${known.id}' is none of --${mode}`,
    { hint: "Put cases, prompts and variants back as they were, or begin anew without --resume." },
  );
}
