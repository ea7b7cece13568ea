import type { Effects } from "../../../src/terminal/command.ts";
import { counted } from "../../../src/text.ts";
import { isWattbookError, WattbookError } from "../../src/errors.ts";
import { type Answers, pickAnswers, type PickAnswersOptions } from "../answers.ts";
import { REPLAY_EXIT } from "./command_line.ts";
import { judgeAnswers } from "../judge_answers.ts";
import { comparisonBlocks } from "../report/report_blocks.ts";
import { toTerminal } from "../report/terminal.ts";
import type { Place, Row } from "../row.ts";

/** Compares two variants of a run or a configuration, or two runs variant by variant. */
export async function compareTwo(
  [a, b]: readonly [string, string],
  options: PickAnswersOptions,
  { stdout, stderr }: Pick<Effects, "stdout" | "stderr">,
): Promise<number> {
  const runs = options.run === undefined ? [await runOf(a, options), await runOf(b, options)] : [];
  const [before, after] = runs;
  const pairs = before && after ? pairsOfRuns(before, after) : [await ofVariants(options, a, b)];
  let exitCode: number = REPLAY_EXIT.done;
  const texts: string[] = [];
  for (const { answers, a, b } of pairs) {
    // The plan covers all candidates, so all are judged.
    const { judgements, results } = await judgeAnswers(answers, a);
    const isOurs = ({ variant }: Place) => variant === a || variant === b;
    const rows = results.rows.filter(isOurs);
    const missing = rows.filter(({ status }) => status === "missing").length;
    const unjudged = judgements.missing.filter(({ place }) => isOurs(place)).length;
    if (missing + unjudged === 0) texts.push(toTerminal(comparisonBlocks(results, a, b), stdout));
    else {
      exitCode = REPLAY_EXIT.missing;
      const unanswered = `${missing} of ${rows.length} answers are`;
      await stderr.write(`${missing > 0 ? unanswered : counted(unjudged, "judgement")} missing\n`);
    }
  }
  await stdout.write(texts.join("\n"));
  return exitCode;
}

/** A name as a run, or `null` if it is none. */
async function runOf(name: string, options: PickAnswersOptions): Promise<Answers | null> {
  return await pickAnswers({ ...options, run: name }).catch((error) => {
    if (isWattbookError(error, "NO_RUN")) return null;
    throw error;
  });
}

/** Answers with the names of two variants to compare. */
async function ofVariants(options: PickAnswersOptions, a: string, b: string) {
  const answers = await pickAnswers(options);
  const names = answers.variants.map(({ name }) => name);
  const unknown = [a, b].find((name) => !names.includes(name));
  if (unknown === undefined) return { answers, a, b };
  throw new WattbookError("BAD_CONFIG", `'${unknown}' is neither a run nor a variant`, {
    hint: `Variants of '${answers.name}' are ${names.join(", ")}; --run or --config name others.`,
  });
}

/** Each variant that both runs have, over the alerts of both. */
function pairsOfRuns(before: Answers, after: Answers) {
  const seals = new Map(before.cases.map(({ id, file }) => [id, file.seal]));
  const cases = after.cases.filter(({ id, file }) => seals.get(id) === file.seal);
  const common = after.variants.flatMap((variant) => {
    const old = before.variants.find(({ name }) => name === variant.name);
    return old ? [{ old, variant }] : [];
  });
  if (common.length === 0 || cases.length === 0) {
    const what = common.length === 0 ? "variant" : "case";
    throw new WattbookError(
      "BAD_RUN",
      `'${before.name}' and '${after.name}' have no ${what} in common`,
      { hint: "Runs are compared variant by variant, by their names, over the cases of both." },
    );
  }
  const repeats = Math.min(before.repeats, after.repeats);
  return common.map(({ old, variant }) => {
    const a = `${old.name} in ${before.name}`, b = `${variant.name} in ${after.name}`;
    async function* rows(): AsyncGenerator<Row> {
      for (const [run, name] of [[before, a], [after, b]] as const) {
        for await (const row of run.rows(cases)) {
          if (row.variant === variant.name) yield { ...row, variant: name };
        }
      }
    }
    const variants = [{ ...old, name: a }, { ...variant, name: b }];
    return { a, b, answers: { ...after, cases, repeats, variants, rows } };
  });
}
