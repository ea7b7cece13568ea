import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Random numbers of a seed. */
export interface Numbers {
  /** From 0 to 1. */
  uniform(): number;
  /** Of the standard normal distribution. */
  normal(): number;
  /** How many of `trials` succeed. */
  binomial(trials: number, chance: number): number;
  /** Of a beta distribution. */
  beta(a: number, b: number): number;
}

/** Random numbers; the same seed gives the same ones. */
export function numbers(seed: number): Numbers {
  const generator = xoroshiro128plus(seed);
  const uniform = () => uniformFloat64(generator);
  // Seeds that are near each other begin alike.
  for (let draw = 0; draw < 50; draw++) uniform();
  // Box and Muller.
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  /** Marsaglia and Tsang; below 1 by the power of a uniform number. */
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * uniform() ** (1 / shape);
    const d = shape - 1 / 3, c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal(), v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - uniform()) < x * x / 2 + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  return {
    uniform,
    normal,
    binomial(trials, chance) {
      let count = 0;
      for (let trial = 0; trial < trials; trial++) if (uniform() < chance) count++;
      return count;
    },
    beta(a, b) {
      const one = gamma(a), other = gamma(b);
      return one + other === 0 ? (uniform() < a / (a + b) ? 1 : 0) : one / (one + other);
    },
  };
}
