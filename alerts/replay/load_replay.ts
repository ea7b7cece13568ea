import { WattbookError } from "../src/errors.ts";
import { type Config, readConfig } from "./config/read_config.ts";
import { readCases, type ReplayCase } from "./read_cases.ts";
import { readLabels } from "./label.ts";

/** Cases and variants, as the options name them. @default all */
export interface ReplayPart {
  readonly case?: readonly string[];
  readonly variant?: readonly string[];
}

export interface Replay {
  /** `replay.yaml`, reduced to the wanted variants. */
  readonly config: Config;
  readonly cases: readonly ReplayCase[];
  /** Labels without a case: a typo, or cases from elsewhere. */
  readonly strayLabels: readonly string[];
}

export async function loadReplay(file: string, part: ReplayPart = {}): Promise<Replay> {
  const config = await readConfig(file);
  const cases = await readCases(config.cases, config.cluster);
  const labels = config.labels === undefined ? null : await readLabels(config.labels);
  const ids = new Set(cases.map(({ id }) => id));
  const strayLabels = [...labels?.keys() ?? []].filter((id) => !ids.has(id));
  const labelled = cases.map((one): ReplayCase => {
    const label = labels?.get(one.id);
    return label ? { ...one, label } : one;
  });
  return partOf({ config, cases: labelled, strayLabels }, part);
}

/** The wanted cases and variants of a replay. */
export function partOf({ config, cases, ...rest }: Replay, part: ReplayPart): Replay {
  return {
    ...rest,
    config: { ...config, variants: pickVariants(config.variants, part.variant) },
    cases: part.case ? pickCases(cases, part.case) : cases,
  };
}

export function pickVariants<T extends { readonly name: string }>(
  variants: readonly T[],
  wanted?: readonly string[],
): T[] {
  const names = variants.map(({ name }) => name);
  const unknown = wanted?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new WattbookError("BAD_CONFIG", `There is no variant '${unknown}'`, {
      hint: `The variants are ${names.join(", ")}.`,
    });
  }
  return variants.filter(({ name }) => wanted?.includes(name) ?? true);
}

/** Finds cases by their ids or beginnings of them. */
export function pickCases(cases: readonly ReplayCase[], wanted: readonly string[]): ReplayCase[] {
  const picked = new Set(wanted.map((begin) => {
    const exact = cases.find(({ id }) => id === begin);
    const found = exact ? [exact] : cases.filter(({ id }) => id.startsWith(begin));
    if (found.length === 1) return found[0]!;
    const some = (found.length === 0 ? cases : found).slice(0, 3).map(({ id }) => id);
    throw new WattbookError(
      "BAD_CASE",
      found.length === 0
        ? `There is no case '${begin}'`
        : `'${begin}' is the beginning of ${found.length} cases`,
      { hint: `Name a case by its id or the beginning of it, such as ${some.join(", ")}.` },
    );
  }));
  return cases.filter((one) => picked.has(one));
}
