import { z } from "zod";
import { readTextIfPresent } from "../../../src/files.ts";
import { WattbookError } from "../../src/errors.ts";
import type { Plan } from "./plan.ts";

const entryForm = z.strictObject({
  v: z.literal(1),
  at: z.iso.datetime(),
  sha256: z.string(),
  series: z.string(),
  looks: z.int().min(1),
  names: z.array(z.string()),
  cases: z.array(z.string()),
});

/** A plan with the time when it was made. */
export type Entry = z.infer<typeof entryForm>;

/** What a registered plan may decide. */
export interface Standing {
  readonly alpha: number;
  /** The how-manieth plan on these names it is, from 1. */
  readonly number: number;
  /** Which look at a growing set of cases it is, from 1. */
  readonly look: number;
  /** Since when answers of candidates count; Unix time. [ms] */
  readonly since: number;
  /** Since when answers to a case count at all: since the first plan that has it. [ms] */
  readonly known: ReadonlyMap<string, number>;
}

/** How often the first plan on some names may be wrong, and all later ones together. */
const ALPHA = 0.05;

/** Reads the plans that were made; none if there is no such file. */
export function readLedger(file: string): Entry[] {
  return (readTextIfPresent(file) ?? "").split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [entryForm.parse(JSON.parse(line))];
    } catch (cause) {
      throw new WattbookError("BAD_PLAN", `${file}:${index + 1}: it is no plan`, {
        hint: "Restore the file from version control: replay:record writes it, nobody else does.",
        cause,
      });
    }
  });
}

/** A plan as a line of the ledger. */
export function entryOf(plan: Plan, at: Date): Entry {
  return { v: 1, at: at.toISOString(), ...plan, names: [...plan.names], cases: [...plan.cases] };
}

/**
 * Writes a plan down, unless that was done already. Asking everything anew is another attempt at the
 * same plan: it is written down again, and counts as a further plan.
 *
 * @returns Whether it was written.
 */
export async function registerPlan(
  file: string,
  plan: Plan,
  { now, isAnew = false }: {
    /** The clock, Unix time. [ms] */
    readonly now: number;
    /** Whether all answers are asked for anew. @default {false} */
    readonly isAnew?: boolean;
  },
): Promise<boolean> {
  if (!isAnew && readLedger(file).some(({ sha256 }) => sha256 === plan.sha256)) return false;
  try {
    await Deno.writeTextFile(file, `${JSON.stringify(entryOf(plan, new Date(now)))}\n`, {
      append: true,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WattbookError("FILE_NOT_WRITTEN", `Cannot write the plan to '${file}': ${reason}`, {
      hint: "Name another file with 'plans' in replay.yaml, or check the permissions of this one.",
      cause,
    });
  }
  return true;
}

/** Plans that are looks at one growing set of cases. */
interface Study {
  readonly first: Entry;
  readonly number: number;
  last: Entry;
  looks: number;
}

/**
 * What a plan may decide. Each further plan that has a name in common with earlier ones may be wrong
 * less often, so that all of them together are wrong in at most 5 % (the first plan alone: 5 %).
 *
 * @param answered When its last answer was recorded, Unix time [ms]: of several attempts at the same
 * plan, the last one before that counts. @default after all of them
 * @returns `null` if the plan was never made.
 */
export function standingOf(
  entries: readonly Entry[],
  sha256: string,
  answered = Infinity,
): Standing | null {
  const studies: Study[] = [];
  let standing: Standing | null = null;
  const known = new Map<string, number>();
  for (const entry of entries) {
    const at = Date.parse(entry.at);
    for (const id of entry.cases) if (!known.has(id)) known.set(id, at);
    let study = studies.find(({ last, looks }) =>
      last.series === entry.series && looks < entry.looks && contains(entry.cases, last.cases)
    );
    if (study) {
      study.looks++;
      study.last = entry;
    } else {
      const earlier = studies.filter(({ last }) =>
        last.names.some((name) => entry.names.includes(name))
      );
      study = { first: entry, last: entry, looks: 1, number: earlier.length + 1 };
      studies.push(study);
    }
    if (entry.sha256 !== sha256) continue;
    const { first, number, looks } = study;
    const share = number === 1 ? 1 : 1 / (number * (number - 1));
    const since = Date.parse(first.at);
    if (standing && since > answered) continue;
    standing = { alpha: ALPHA * share / entry.looks, number, look: looks, since, known };
  }
  return standing;
}

function contains(all: readonly string[], some: readonly string[]): boolean {
  const set = new Set(all);
  return some.every((one) => set.has(one));
}
