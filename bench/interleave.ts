/**
 * Measures contenders in turn, so that whatever else the machine does meets all of them.
 *
 * @module
 */

/** Does the work once and gives the figures of it. */
export type Contender<Figure = number> = () => Promise<Figure> | Figure;

/** Options of {@linkcode interleave}. */
export interface InterleaveOptions {
  /** Rounds that count. @default {10} */
  readonly rounds?: number;
  /**
   * Measurements in a row, each time that it is a contender's turn: what the one before has left behind
   * falls on the first.
   *
   * @default {3}
   */
  readonly repeats?: number;
  /** Rounds before them, in which code is compiled and caches fill. @default {1} */
  readonly warmup?: number;
}

/**
 * Runs every contender in every round, each round beginning with another one.
 *
 * @returns The figures of each contender, without those of the first rounds.
 */
export async function interleave<Name extends string, Figure>(
  contenders: Readonly<Record<Name, Contender<Figure>>>,
  { rounds = 10, repeats = 3, warmup = 1 }: InterleaveOptions = {},
): Promise<Record<Name, Figure[]>> {
  const names = Object.keys(contenders) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Figure[]
  >;
  for (let round = -warmup; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round + warmup) % names.length]!;
      for (let repeat = 0; repeat < repeats; repeat++) {
        const figure = await contenders[name]();
        if (round >= 0) figures[name].push(figure);
      }
    }
  }
  return figures;
}

/** A contender whose figure is the time that its work takes. [ms] */
export function timed(work: () => unknown): Contender {
  return async () => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
}
