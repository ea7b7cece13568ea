/**
 * What is simulated, and how often each method may be wrong there.
 *
 * @module
 */

import type { Score } from "../../../replay/checks/check.ts";
import { compareVariants, type Comparison } from "../../../replay/compare.ts";
import { decide } from "../../../replay/gates.ts";
import { standingOf } from "../../../replay/plan/ledger.ts";
import { former, formerVerdict } from "./former.ts";
import type { Numbers } from "./numbers.ts";
import { between, ceiling, pointsOf, ratesOf, scoresOf, shiftFor, type World } from "./worlds.ts";

/** Whether something happened in one run: with the former method, and with ours. */
export interface Outcome {
  /** `undefined`: it had no such thing. */
  readonly former?: boolean;
  /** Ours. */
  readonly ours: boolean;
}

/** A row of the table. */
export interface Scenario {
  /** What is simulated and what is counted. */
  readonly what: string;
  /** How often it should happen; absent where it is only told. */
  readonly wanted?: { readonly atLeast: number } | { readonly atMost: number };
  /** Runs, as a share of those of other rows: some take longer. @default {1} */
  readonly effort?: number;
  /** One run. */
  run(random: Numbers): Outcome;
}

/** A table. */
export interface Section {
  /** Its title. */
  readonly title: string;
  /** Its rows. */
  readonly rows: readonly Scenario[];
}

const ones = (names: number) => Array<number>(names).fill(1);
const HARMONIC = Array.from({ length: 20 }, (_, at) => Math.max(1, Math.round(40 / (at + 1))));
const LOUD = [30, 30, ...ones(18)], DOMINANT = [60, ...ones(42)];
const EVEN: readonly (readonly [string, readonly number[]])[] = [
  ["10×1", ones(10)],
  ["20×1", ones(20)],
  ["50×1", ones(50)],
  ["10×5", Array(10).fill(5)],
  ["20×3", Array(20).fill(3)],
  ["28×2", Array(28).fill(2)],
];
const UNEVEN: typeof EVEN = [
  ["40, 20, 13, … (20 names)", HARMONIC],
  ["30 + 30 + 18×1", LOUD],
  ["60 + 42×1", DOMINANT],
];

const COVERS = { atLeast: 0.95 }, ONE_SIDED = { atMost: 0.025 }, TWO_SIDED = { atMost: 0.05 };

function compared(world: World, options = {}): Comparison[] {
  return compareVariants(scoresOf(world), { baseline: "old", ...options });
}

/** Whether the intervals hold the truth. */
function covers(world: World, truth: number, random: Numbers): Outcome {
  const before = former(world, 1, random), [{ interval }] = compared(world) as [Comparison];
  const holds = ({ low, high }: { low: number; high: number }) =>
    low <= truth + 1e-9 && truth <= high + 1e-9;
  return { former: holds(before), ours: holds(interval) };
}

/** Whether there is a verdict that two variants differ. */
function differs({ verdict }: Comparison): boolean {
  return /better|worse/.test(verdict!.finding);
}

function finds(finding: RegExp, sign: -1 | 1) {
  return (world: World, random: Numbers): Outcome => ({
    former: formerVerdict(former(world, 1, random)) === sign,
    ours: finding.test(compared(world)[0]!.verdict!.finding),
  });
}

const intervals: Section = {
  title: "Intervals: how often they hold the truth",
  rows: [
    ...[...EVEN, ...UNEVEN].map(([name, sizes]): Scenario => ({
      what: `${name}, scores in between`,
      wanted: COVERS,
      run: (random) => covers(between(sizes, { repeats: 3 }, random), 0, random),
    })),
    ...[["40×1", ones(40)] as const, ["20×3", Array<number>(20).fill(3)] as const, ...UNEVEN]
      .map(([name, sizes]): Scenario => ({
        what: `${name}, ceiling 99 → 97 %, 1 repeat`,
        wanted: COVERS,
        run: (random) =>
          covers(ceiling(sizes, { repeats: 1, failing: [0.01, 0.03] }, random), -0.02, random),
      })),
    {
      what: "40×1, ceiling 100 → 97 %, 3 repeats",
      wanted: COVERS,
      run: (random) =>
        covers(ceiling(ones(40), { repeats: 3, failing: [0, 0.03] }, random), -0.03, random),
    },
    {
      what: "held back: 15×1, differences −0.5 (10 %), −0.05, +0.25 (30 %)",
      wanted: COVERS,
      run: (random) =>
        covers(
          pointsOf(15, [[0.1, -0.5], [0.6, -0.05], [0.3, 0.25]], random),
          -0.005,
          random,
        ),
    },
    {
      what: "held back: 25×1, 4 % lose 1, the others gain 0.02",
      wanted: COVERS,
      run: (random) => covers(pointsOf(25, [[0.04, -1], [0.96, 0.02]], random), -0.0208, random),
    },
    {
      what: "held back: 12×4, ceiling 95 → 95 %, 8 repeats, failures come together",
      wanted: COVERS,
      run: (random) =>
        covers(
          ceiling(
            Array(12).fill(4),
            { repeats: 8, failing: [0.05, 0.05], correlation: 0.6 },
            random,
          ),
          0,
          random,
        ),
    },
  ],
};

/** Tail that stays unseen in 2.4 % of runs: the hardest case for the bound. */
const hardest = (names: number) => 1 - 0.024 ** (1 / names);
const WORST = hardest(43);

const verdicts: Section = {
  title: "Verdicts: how often one is wrong",
  rows: [
    ...[...EVEN, ...UNEVEN].map(([name, sizes]): Scenario => ({
      what: `${name}, two equal candidates: any verdict that one differs`,
      wanted: TWO_SIDED,
      run: (random) => {
        const world = between(sizes, { repeats: 3, candidates: 2 }, random);
        const before = [1, 2].map((at) => former(world, at, random));
        // Holm over the two, as it was.
        const small = Math.min(...before.map(({ p }) => p)) <= 0.025;
        return {
          former: before.some((one) => small && formerVerdict(one) !== 0),
          ours: compared(world).some(differs),
        };
      },
    })),
    ...([[20, 0.05, 0.9], [43, 0.02, 0.9], [43, hardest(43), 1]] as const)
      .map(([names, share, loss]): Scenario => ({
        what: `means equal, ${names} names, ${(100 * share).toFixed(1)} % lose ${loss}: better`,
        wanted: ONE_SIDED,
        run: (random) =>
          finds(/^better/, 1)(
            pointsOf(names, [[share, -loss], [1 - share, loss * share / (1 - share)]], random),
            random,
          ),
      })),
    {
      what: "the last one, capped means equal: typically better",
      wanted: ONE_SIDED,
      run: (random) => ({
        ours: /^typically better/.test(
          compared(pointsOf(43, [[WORST, -1], [1 - WORST, 0.3 * WORST / (1 - WORST)]], random))[0]!
            .verdict!.finding,
        ),
      }),
    },
    {
      what: "100×1, in between, difference −0.1: as good as, within 0.1",
      wanted: TWO_SIDED,
      run: (random) => {
        const world = between(ones(100), { repeats: 3, shift: () => LOSES_TENTH }, random);
        return { ours: compared(world)[0]!.verdict!.finding === "as good as" };
      },
    },
    {
      what: "100×1, ceiling 100 → 90 %: as good as, within 0.1",
      wanted: TWO_SIDED,
      run: (random) => {
        const world = ceiling(ones(100), { repeats: 3, failing: [0, 0.1] }, random);
        return { ours: compared(world)[0]!.verdict!.finding === "as good as" };
      },
    },
    {
      what: "held back: four candidates at −0.1, 100×1: any is as good as, or better",
      wanted: TWO_SIDED,
      run: (random) => {
        const world = between(
          ones(100),
          { repeats: 3, candidates: 4, shift: () => LOSES_TENTH },
          random,
        );
        return {
          ours: compared(world).some(({ verdict }) => /^as good|^better/.test(verdict!.finding)),
        };
      },
    },
    {
      what: "held back: equal, calls fail where the candidate is worse (30 %): better",
      wanted: ONE_SIDED,
      run: (random) => {
        const scores = scoresOf(between(ones(40), { repeats: 3 }, random));
        const old = new Map(
          scores.filter((one) => one.variant === "old").map((one) => [
            one.case,
            one.value!,
          ]),
        );
        const hidden = scores.map((one): Score =>
          one.variant === "new1" && one.value! < old.get(one.case)! && random.uniform() < 0.6
            ? { ...one, value: null, isFailedCall: true }
            : one
        );
        const [found] = compareVariants(hidden, { baseline: "old" });
        return { ours: found!.verdict!.finding.endsWith("better") };
      },
    },
    {
      what: "six looks while names come in",
      wanted: TWO_SIDED,
      run: (random) => {
        const world = between(ones(60), { repeats: 3 }, random);
        const looks = [10, 20, 30, 40, 50, 60].map((names) => world.slice(0, names));
        return {
          former: looks.some((seen) => formerVerdict(former(seen, 1, random)) !== 0),
          ours: looks.some((seen) => differs(compared(seen, { alpha: 0.05 / 6 })[0]!)),
        };
      },
    },
    {
      what: "ten later plans on the same 43 names",
      wanted: TWO_SIDED,
      run: (random) => {
        const world = between(ones(43), { repeats: 3, candidates: 10 }, random);
        const only = (at: number) =>
          world.map((alerts) => alerts.map((scores) => [scores[0]!, scores[at + 1]!]));
        return {
          former: ALPHAS.some((_, at) => formerVerdict(former(only(at), 1, random)) !== 0),
          ours: ALPHAS.some((alpha, at) => differs(compared(only(at), { alpha })[0]!)),
        };
      },
    },
  ],
};

const LOSES_TENTH = shiftFor(-0.1), LOSES_MARGIN = shiftFor(-0.05);
/** What the second to the eleventh plan on some names may be wrong. */
const ALPHAS: readonly number[] = (() => {
  const entries = Array.from({ length: 11 }, (_, at) => ({
    v: 1 as const,
    at: "2026-01-01T00:00:00.000Z",
    sha256: `${at}`,
    series: `${at}`,
    looks: 1,
    names: ["A"],
    cases: [],
  }));
  return entries.slice(1).map(({ sha256 }) => standingOf(entries, sha256)!.alpha);
})();

function failsMargin(world: World, random: Numbers): Outcome {
  const scores = scoresOf(world);
  const before = former(world, 1, random);
  const [margin] = decide(scores, compareVariants(scores, { baseline: "old" }), {
    baseline: "old",
    margin: 0.05,
  });
  return { former: formerVerdict(before) < 0 && before.high < -0.05, ours: margin!.fails };
}

/** How a run of four gates is made; the first one has the change. */
interface GateWorld {
  readonly sizes: readonly number[];
  readonly repeats: number;
  /** Failing share of a gate, of the baseline and of the candidate. */
  readonly failing: readonly [number, number];
  readonly correlation: number;
  /** Whether one name always fails with the candidate. @default {false} */
  readonly isBroken?: boolean;
}

function failsGate(
  { sizes, repeats, failing, correlation, isBroken = false }: GateWorld,
  random: Numbers,
): Outcome {
  let isMissed = false;
  const scores = [0, 1, 2, 3].flatMap((gate) => {
    const old = ratesOf(failing[0], correlation, sizes.length, random);
    // The same names are hard for both.
    const changed = gate === 0 && failing[1] !== failing[0]
      ? inOrderOf(old, ratesOf(failing[1], correlation, sizes.length, random))
      : old;
    const one = gate === 0 && isBroken ? [...changed.slice(0, -1), 1] : changed;
    return sizes.flatMap((size, name) =>
      Array.from({ length: size }, (_, alert) => {
        const failed = [old, one].map((rates) => random.binomial(repeats, rates[name]!));
        if (failed[0] === 0 && failed[1]! > 0) isMissed = true;
        return failed.flatMap((count, variant) =>
          Array.from({ length: repeats }, (_, sample): Score => ({
            case: `${name}-${alert}`,
            cluster: `${name}`,
            variant: variant === 0 ? "old" : "new",
            sample,
            check: `gate${gate}`,
            kind: "gate",
            value: sample < count ? 0 : 1,
            reason: "",
          }))
        );
      }).flat()
    );
  });
  return {
    former: isMissed,
    ours: decide(scores, [], { baseline: "old" }).some(({ fails }) => fails),
  };
}

/** The greatest rate where the greatest of the others is, and so on. */
function inOrderOf(ranks: readonly number[], rates: readonly number[]): number[] {
  const sorted = rates.toSorted((a, b) => a - b);
  const places = ranks.map((rate, at) => ({ rate, at })).sort((a, b) => a.rate - b.rate);
  const result = new Array<number>(rates.length);
  for (const [rank, { at }] of places.entries()) result[at] = sorted[rank]!;
  return result;
}

const ALERTS_51 = [...Array<number>(8).fill(2), ...ones(35)];

const gates: Section = {
  title: "Gates: how often a run fails",
  rows: [
    ...[...EVEN.slice(4), ...UNEVEN].map(([name, sizes]): Scenario => ({
      what: `${name}, in between, difference −0.05, margin 0.05`,
      wanted: ONE_SIDED,
      run: (random) =>
        failsMargin(between(sizes, { repeats: 3, shift: () => LOSES_MARGIN }, random), random),
    })),
    {
      what: "43×1, 4 % gain 0.9, mean −0.05, margin 0.05",
      wanted: ONE_SIDED,
      run: (random) =>
        failsMargin(pointsOf(43, [[0.04, 0.9], [0.96, -0.086 / 0.96]], random), random),
    },
    ...[0.002, 0.005, 0.01, 0.02, 0.08].map((rate): Scenario => ({
      what: `A/A, 51 alerts × 3, 4 gates, ${100 * rate} % of answers fail one`,
      wanted: TWO_SIDED,
      effort: 0.5,
      run: (random) =>
        failsGate(
          { sizes: ALERTS_51, repeats: 3, failing: [rate / 4, rate / 4], correlation: 0.1 },
          random,
        ),
    })),
    {
      what: "A/A, 20×3 alerts × 3, each gate 2 %, failures come together",
      wanted: TWO_SIDED,
      effort: 0.5,
      run: (random) =>
        failsGate(
          { sizes: Array(20).fill(3), repeats: 3, failing: [0.02, 0.02], correlation: 0.3 },
          random,
        ),
    },
    {
      what: "held back: A/A, 60 + 42×1 alerts × 5, each gate 10 %, failures come together",
      wanted: TWO_SIDED,
      effort: 0.5,
      run: (random) =>
        failsGate(
          { sizes: DOMINANT, repeats: 5, failing: [0.1, 0.1], correlation: 0.5 },
          random,
        ),
    },
  ],
};

const power: Section = {
  title: "What is found",
  rows: [
    ...([
      ["51 alerts × 3", ALERTS_51, 3, undefined],
      ["51 alerts × 5", ALERTS_51, 5, 0.75],
      ["80×1 alerts × 3", ones(80), 3, 0.75],
      ["60×1 alerts × 5", ones(60), 5, 0.8],
      ["43×3 alerts × 3", Array<number>(43).fill(3), 3, 0.8],
    ] as const).flatMap(([name, sizes, repeats, least]) =>
      [0.02, 0.3].map((correlation): Scenario => ({
        what: `failing answers 0.5 → 5 % at a gate, ${name}, correlation ${correlation}`,
        ...least !== undefined && { wanted: { atLeast: least } },
        effort: 0.5,
        run: (random) => failsGate({ sizes, repeats, failing: [0.005, 0.05], correlation }, random),
      }))
    ),
    ...[3, 5, 8].map((repeats): Scenario => ({
      what: `one name always fails a gate, 51 alerts × ${repeats}`,
      effort: 0.5,
      run: (random) =>
        failsGate(
          {
            sizes: ALERTS_51,
            repeats,
            failing: [0.005, 0.005],
            correlation: 0.3,
            isBroken: true,
          },
          random,
        ),
    })),
    ...[0.1, 0.15, 0.2].flatMap((loss) => {
      const shift = shiftFor(-loss);
      return [
        ["worse", /^worse/] as const,
        ["worse or typically worse", /worse/] as const,
      ].map(([words, finding]): Scenario => ({
        what: `43 names lose ${loss}: ${words}`,
        run: (random) =>
          finds(finding, -1)(between(ones(43), { repeats: 3, shift: () => shift }, random), random),
      }));
    }),
    ...[43, 100].map((names): Scenario => ({
      what: `${names} names, equal, ceiling 97 %: as good as, within 0.1`,
      run: (random) => ({
        ours: compared(ceiling(ones(names), { repeats: 3, failing: [0.03, 0.03] }, random))[0]!
          .verdict!.finding === "as good as",
      }),
    })),
  ],
};

/** All tables. */
export const SECTIONS: readonly Section[] = [intervals, verdicts, gates, power];
