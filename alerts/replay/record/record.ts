import { runCommand } from "../../../src/terminal/command.ts";
import { counted } from "../../../src/text.ts";
import { WattbookError } from "../../src/errors.ts";
import { findRun, runAnswers } from "../answers.ts";
import { conclude } from "../command/run_command.ts";
import { judgeAnswers } from "../judge_answers.ts";
import { loadReplay, partOf, type Replay } from "../load_replay.ts";
import { entryOf, registerPlan } from "../plan/ledger.ts";
import { planOf } from "../plan/plan.ts";
import { REPLAY_EXIT } from "../command/command_line.ts";
import { survey } from "../run/requests.ts";
import { RunBudget } from "../run/run_budget.ts";
import { type Manifest, manifestOf, readManifest } from "../run/manifest.ts";
import { openRun } from "../run/run_folder.ts";
import { parseRecordOptions, type RecordOptions } from "./options.ts";
import { type RecordEffects, recordQuestions } from "./record_questions.ts";

/** Records missing answers and judges all of them. */
export async function record(args: readonly string[], effects: RecordEffects): Promise<number> {
  const parsed = parseRecordOptions(args);
  return await runCommand(parsed, effects, (options) => recordMissing(options, effects));
}

async function recordMissing(options: RecordOptions, effects: RecordEffects): Promise<number> {
  const whole = await loadReplay(options.config);
  const replay = partOf(whole, options), { config } = replay;
  await makePlan(whole, options, effects);
  using run = await openRun(options.runs, await recordManifest(replay, options, effects.now()));
  const recorder = { options, effects, config, budget: new RunBudget(options) };

  const found = await survey(replay, run, effects.signal);
  await effects.stderr.write(thereOf(found, "answer"));
  if (found.missing.length > 0 && config.judge) {
    const { model } = config.judge.render, most = counted(found.total, "request");
    await effects.stderr.write(
      `Then ${model} judges them: at most ${most}, whose cost is told before they are made\n`,
    );
  }
  const unasked = await recordQuestions(found.missing, {
    ...recorder,
    used: found.used,
    add: (row) => run.add(row),
  });
  if (unasked.length > 0) return REPLAY_EXIT.missing;

  const answers = runAnswers(run.folder, run.manifest, replay);
  if (config.judge) {
    const { judgements } = await judgeAnswers(answers), { missing, used } = judgements;
    await effects.stderr.write(thereOf(judgements, "judgement"));
    // Judgements of a live run are recorded too, because they belong to the answers' exact words.
    const recording = { ...options, mode: "record" } as const;
    await recordQuestions(missing, { ...recorder, options: recording, used });
  }
  return await conclude(run.folder, answers, options, effects);
}

function thereOf(
  { total, missing }: { readonly total: number; readonly missing: readonly unknown[] },
  what: string,
): string {
  const known = missing.length === 0 ? "All" : `${total - missing.length} of`;
  return `${known} ${counted(total, what)} are there\n`;
}

/** Writes the plan of the whole configuration, even if only a part of it is recorded. */
async function makePlan(
  { config, cases }: Replay,
  { mode, resume }: RecordOptions,
  { stderr, now }: RecordEffects,
): Promise<void> {
  const isAnew = mode !== "record" && resume === undefined;
  const plan = planOf(config, cases);
  if (!await registerPlan(config.plans, entryOf(plan, new Date(now())), { isAnew })) return;
  await stderr.write(
    `The plan ${plan.sha256.slice(0, 12)} is in '${config.plans}': verdicts will be about ` +
      `${config.primaries.join(", ")}, over ${counted(plan.names.length, "name")} of alerts\n`,
  );
}

/** The manifest of the replay, or a new one if all answers are recorded anew. */
async function recordManifest(
  replay: Replay,
  { mode, resume, runs }: RecordOptions,
  now: number,
): Promise<Manifest> {
  if (mode === "record") return manifestOf(replay, runs);
  const since = new Date(now).toISOString();
  if (resume === undefined) return manifestOf(replay, runs, { mode, since });
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
