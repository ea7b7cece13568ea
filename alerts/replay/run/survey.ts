import type { Cassettes } from "../cassette/cassettes.ts";
import type { Recording } from "../cassette/recording.ts";
import type { Replay } from "../load_replay.ts";
import type { Mode } from "./manifest.ts";
import { requestsOf, rowOf } from "./requests.ts";
import { addUse, type Question, type RecordedUse } from "./estimate.ts";
import type { OpenRun } from "./run_folder.ts";

/**
 * Looks up the answer of every place. Found answers become rows of the run; missing ones are
 * returned together.
 */
export async function survey(
  replay: Replay,
  run: OpenRun,
  cassettes: Cassettes,
  { mode = "replay", signal }: { readonly mode?: Mode; readonly signal: AbortSignal },
) {
  const { prices } = replay.config;
  const missing: Question[] = [];
  const used = new Map<string, RecordedUse>();
  let total = 0, answered = 0;
  const since = run.manifest.fresh?.since;
  const counts = ({ recordedAt }: Recording) => since === undefined || recordedAt >= since;
  for (const { asked, ...question } of requestsOf(replay)) {
    signal.throwIfAborted();
    const { place, key, bytes, render: { model } } = question;
    total++;
    const isFresh = mode === "refresh" || mode === "live";
    if (isFresh && run.isAnswered(place)) {
      answered++;
      continue;
    }
    const recording = mode === "live" ? null : await cassettes.read(asked, key);
    const row = recording && rowOf(question, recording, { from: "cassette", prices });
    if (row?.usage) addUse(used, model, { bytes, usage: row.usage, usd: row.usd });
    if (row && counts(recording)) {
      run.add(row);
      answered++;
    } else {
      missing.push(question);
      if (mode === "replay") run.add({ ...place, key, status: "missing" });
    }
  }
  return { total, answered, missing, used };
}
