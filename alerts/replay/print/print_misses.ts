import pico from "picocolors";
import { visibleText } from "../../src/text/visible_text.ts";
import { counted } from "../../../src/text.ts";
import type { Cassettes } from "../cassette/cassettes.ts";
import { type Nearest, nearestTo } from "../cassette/nearest.ts";
import type { Price } from "../../src/llm/prices.ts";
import { printEstimate } from "../results/figures.ts";
import { estimate, type Question, type RecordedUse } from "../run/estimate.ts";

interface Misses {
  readonly what: "answer" | "judgement";
  readonly total: number;
  readonly missing: readonly Question[];
  readonly used: readonly RecordedUse[];
  readonly prices: readonly Price[];
}

interface PrintMissesOptions {
  readonly recordArguments: readonly string[];
  /** The clock, Unix time. [ms] */
  readonly now: number;
  readonly allowMissing?: boolean;
  readonly colours: boolean;
}

/** Most variants with an example. */
const MOST_EXAMPLES = 5;

/** Prints which answers are missing, the nearest recordings of some, and what recording costs. */
export async function printMisses(
  { what, total, missing, used, prices }: Misses,
  cassettes: Pick<Cassettes, "all" | "folder">,
  { recordArguments, now, allowMissing = false, colours }: PrintMissesOptions,
): Promise<string> {
  const { bold, dim, red, green } = pico.createColors(colours);
  const groups = [...Map.groupBy(missing, ({ place }) => place.variant)];
  const shares = groups.map(([name, own]) => `${own.length} of ${name}`).join(", ");
  const examples = groups.slice(0, MOST_EXAMPLES).map(([, [first]]) => first!);
  const nearest = await nearestTo(examples.map((one) => one.request()), cassettes);
  const more = groups.length - examples.length;
  const cost = printEstimate(estimate(missing, { at: now, prices, used }));
  return [
    `${bold(red(`${missing.length} of ${counted(total, what)} are missing`))}: ${shares}`,
    "",
    ...examples.flatMap(({ place: { variant, cluster, case: id, sample } }, at) => [
      `${bold(variant)}  ${visibleText(`${cluster}, case ${id}, repeat ${sample + 1}`)}`,
      ...explained(nearest[at] ?? null, cassettes.folder, dim).map((line) => `  ${line}`),
      "",
    ]),
    ...more > 0 ? [dim(`… and ${more} more`), ""] : [],
    `To record them (${cost}):`,
    `  ${green(`deno task replay:record ${recordArguments.map(quoted).join(" ")}`)}`,
    ...allowMissing
      ? []
      : [dim("--allow-missing gives the figures of the rest: not what was planned.")],
    "",
  ].join("\n");
}

function explained(found: Nearest | null, folder: string, dim: typeof pico.dim): string[] {
  if (found === null) return [`There are no recordings in '${folder}'.`];
  const { key, first, differences } = found;
  const line = first.line === undefined ? "" : `, line ${first.line}`;
  const others = differences === 1 ? "" : ` (and in ${counted(differences - 1, "more place")})`;
  return [
    `The nearest recording, ${key.slice(0, 12)}…, differs${differences === 1 ? " only" : ""} in`,
    `${first.pointer}${line}${others}`,
    `  ${dim("recorded")}  ${shown(first.recorded)}`,
    `  ${dim("now     ")}  ${shown(first.now)}`,
  ];
}

/** Replaces control characters. */
function shown(text: string | undefined): string {
  if (text === undefined) return "(nothing there)";
  return text === "" ? "(an empty line)" : text.replace(/\p{C}/gu, "�");
}

function quoted(argument: string): string {
  return /^[\w./:@%+=,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
