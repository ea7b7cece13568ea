import type { Effects } from "../../../src/terminal/command.ts";
import { isWattbookError, WattbookError } from "../../src/errors.ts";
import {
  type Answers,
  answersOfRun,
  findRun,
  pickAnswers,
  type PickAnswersOptions,
} from "../answers.ts";
import { REPLAY_EXIT } from "../exit.ts";
import { judgeAnswers } from "../judge_answers.ts";
import { comparisonBlocks } from "../report/report_blocks.ts";
import { toTerminal } from "../report/terminal.ts";
import type { Row } from "../row.ts";

/** Compares two variants of a run or a configuration, or two runs variant by variant. */
export async function compareTwo(
  [a, b]: readonly [string, string],
  options: PickAnswersOptions,
  { stdout, stderr }: Pick<Effects, "stdout" | "stderr">,
): Promise<number> {
  const runs = options.run === undefined ? await bothRuns([a, b], options) : null;
  const pairs = runs ? pairsOfRuns(runs) : [ofVariants(await pickAnswers(options), a, b)];
  let exitCode: number = REPLAY_EXIT.done;
  const texts: string[] = [];
  for (const { answers, alone = answers, a, b } of pairs) {
    const all = await judgeAnswers(answers, a);
    // The plan covers all candidates. If others have missing answers, compare these two alone.
    const { missing, total, judgements, results } = all.missing > 0 && alone !== answers
      ? await judgeAnswers(alone, a)
      : all;
    if (missing > 0) {
      exitCode = REPLAY_EXIT.missing;
      await stderr.write(`${missing} of ${total} answers are missing\n`);
    } else if (judgements.missing.length > 0) {
      exitCode = REPLAY_EXIT.missing;
      const lost = judgements.missing.length;
      await stderr.write(`${lost} of ${judgements.total} judgements are missing\n`);
    } else texts.push(toTerminal(comparisonBlocks(results, { a, b }), stdout));
  }
  await stdout.write(texts.join("\n"));
  return exitCode;
}

/** Two variants to compare. */
interface Pair {
  /** Answers of all variants of the plan. */
  readonly answers: Answers;
  /** Answers of these two only. @default the same */
  readonly alone?: Answers;
  readonly a: string;
  readonly b: string;
}

/** Both names as runs, or `null` if one of them is no run. */
async function bothRuns(
  names: readonly [string, string],
  { runs, config }: PickAnswersOptions,
): Promise<readonly [Answers, Answers] | null> {
  const open = async (name: string): Promise<Answers | null> => {
    try {
      return await answersOfRun(await findRun(name, runs), config === undefined ? {} : { config });
    } catch (error) {
      // Any other problem with a run is reported.
      if (isWattbookError(error, "BAD_RUN") && error.message.startsWith("There is no run")) {
        return null;
      }
      throw error;
    }
  };
  const [a, b] = [await open(names[0]), await open(names[1])];
  return a && b ? [a, b] : null;
}

function ofVariants(answers: Answers, a: string, b: string): Pair {
  const names = answers.variants.map(({ name }) => name);
  const unknown = [a, b].find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new WattbookError("BAD_CONFIG", `'${unknown}' is neither a run nor a variant`, {
      hint: `Variants of '${answers.name}' are ${names.join(", ")}; --run or --config name others.`,
    });
  }
  const pair = [a, b];
  const alone: Answers = {
    ...answers,
    variants: answers.variants.filter(({ name }) => pair.includes(name)),
    async *rows(id) {
      for await (const row of answers.rows(id)) if (pair.includes(row.variant)) yield row;
    },
  };
  return { a, b, answers: a === answers.config.baseline ? answers : alone, alone };
}

/** Each variant that both runs have, over the alerts of both. */
function pairsOfRuns([before, after]: readonly [Answers, Answers]): Pair[] {
  const seals = new Map(before.cases.map(({ id, file }) => [id, file.seal]));
  const cases = after.cases.filter(({ id, file }) => seals.get(id) === file.seal);
  const ids = new Set(cases.map(({ id }) => id));
  const common = after.variants.filter(({ name }) =>
    before.variants.some((one) => one.name === name)
  );
  if (common.length === 0 || cases.length === 0) {
    const what = common.length === 0 ? "variant" : "case";
    throw new WattbookError(
      "BAD_RUN",
      `'${before.name}' and '${after.name}' have no ${what} in common`,
      { hint: "Runs are compared variant by variant, by their names, over the cases of both." },
    );
  }
  return common.map((variant): Pair => {
    const a = `${variant.name} in ${before.name}`, b = `${variant.name} in ${after.name}`;
    async function* rowsOf(run: Answers, name: string, id?: string): AsyncGenerator<Row> {
      for await (const row of run.rows(id)) {
        const isOurs = row.variant === variant.name && ids.has(row.case) &&
          row.sample < Math.min(before.repeats, after.repeats);
        if (isOurs) yield { ...row, variant: name };
      }
    }
    return {
      a,
      b,
      answers: {
        ...after,
        cases,
        repeats: Math.min(before.repeats, after.repeats),
        variants: [
          { ...before.variants.find(({ name }) => name === variant.name)!, name: a },
          { ...variant, name: b },
        ],
        async *rows(id) {
          yield* rowsOf(before, a, id);
          yield* rowsOf(after, b, id);
        },
      },
    };
  });
}
