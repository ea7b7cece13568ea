/**
 * Measures contenders in turn, so that whatever else the machine does meets all of them.
 *
 * @module
 */

/** Does the work once and gives the figures of it. */
export type Contender<Figure = number> = () => Promise<Figure> | Figure;

/** Options of {@linkcode interleave}. */
export interface InterleaveOptions {
  /** Rounds that count. @default {15} */
  readonly rounds?: number;
  /** Rounds before them, in which code is compiled and caches fill. @default {3} */
  readonly warmup?: number;
}

/**
 * Runs every contender once per round, each round beginning with another one: who comes after whom
 * matters, since one leaves the other its garbage.
 *
 * @returns The figures of each contender, one per round that counts.
 */
export async function interleave<Name extends string, Figure>(
  contenders: Readonly<Record<Name, Contender<Figure>>>,
  { rounds = 15, warmup = 3 }: InterleaveOptions = {},
): Promise<Record<Name, Figure[]>> {
  const names = Object.keys(contenders) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Figure[]
  >;
  for (let round = -warmup; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round + warmup) % names.length]!;
      const figure = await contenders[name]();
      if (round >= 0) figures[name].push(figure);
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
