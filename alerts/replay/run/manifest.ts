import { join, relative } from "node:path";
import { readTextIfPresent } from "../../../src/files.ts";
import { contentHash } from "../../src/content_hash.ts";
import { z } from "zod";
import { WattbookError } from "../../src/errors.ts";
import { complaint } from "../json_lines.ts";
import type { Replay } from "../load_replay.ts";
import { readLedger } from "../plan/ledger.ts";
import { planOf } from "../plan/plan.ts";
import { hashOfCases } from "../read_cases.ts";

export const MANIFEST = "manifest.json";

const promptForm = z.strictObject({ name: z.string(), sha256: z.string() });

const manifestForm = z.strictObject({
  v: z.literal(1),
  id: z.string(),
  config: z.string(),
  cases: z.strictObject({ ids: z.array(z.string()), sha256: z.string() }),
  variants: z.array(z.strictObject({
    name: z.string(),
    model: z.string(),
    prompts: z.partialRecord(z.enum(["alertmanager", "hostmon"]), promptForm),
    parameters: z.record(z.string(), z.union([z.string(), z.number()])),
    context: z.enum(["full", "none"]),
    firstSample: z.int(),
  })).readonly(),
  endpoint: z.string(),
  apiVersion: z.string().exactOptional(),
  repeats: z.int(),
  plan: z.string().exactOptional(),
  /** Mode and start of a run that asks for everything anew. */
  fresh: z.strictObject({ mode: z.enum(["refresh", "live"]), since: z.iso.datetime() })
    .exactOptional(),
});

/**
 * `manifest.json`: everything that the rows depend on. Labels and checks appear only in the hash of
 * the plan, because a run can be judged again.
 */
export type Manifest = z.infer<typeof manifestForm>;

/** Variants as stored answers describe them; `parameters` are settings such as `effort`. */
export function answeredVariants({ variants }: Replay["config"]): Manifest["variants"] {
  return variants.map(({ name, prompts, render, context, firstSample }) => {
    const { model, ...parameters } = render;
    const hashes = Object.entries(prompts)
      .map(([source, { name, sha256 }]) => [source, { name, sha256 }]);
    return { name, model, prompts: Object.fromEntries(hashes), parameters, context, firstSample };
  });
}

/**
 * The manifest of a replay. The same questions give the same id, wherever the files are. A run that
 * asks for everything anew gets its own id.
 *
 * @param folder Folder of the runs; the path of the configuration is relative to the run.
 */
export function manifestOf(
  { config, cases }: Pick<Replay, "config" | "cases">,
  folder: string,
  fresh?: NonNullable<Manifest["fresh"]>,
): Manifest {
  const { url, ...version } = config.provider;
  const content = {
    cases: { ids: cases.map(({ id }) => id), sha256: hashOfCases(cases) },
    variants: answeredVariants(config),
    endpoint: url.href,
    ...version,
    repeats: config.repeats,
  };
  const { sha256: plan } = planOf(config, cases);
  const isPlanned = readLedger(config.plans).some(({ sha256 }) => sha256 === plan);
  const hash = contentHash(content).slice(0, 10);
  const time = fresh?.since.replace(/\.\d+/, "").replace(/[-:]/g, "");
  const id = [config.name, hash, ...fresh ? [fresh.mode, time] : []].join("-");
  return {
    v: 1,
    id,
    config: relative(`${folder}/${id}`, config.file).replaceAll("\\", "/"),
    ...content,
    ...(isPlanned && { plan }),
    ...(fresh && { fresh }),
  };
}

/** Complains about a file of a run. */
export const badRun = complaint(
  "BAD_RUN",
  "Delete the folder of the run; 'deno task replay run' makes it anew from the recordings.",
);

export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST), text = readTextIfPresent(path);
  if (text === undefined) {
    throw new WattbookError("BAD_RUN", `There is no run in '${folder}'`, {
      hint: "Name the folder of a run, such as runs/replay-0123456789, or its name in runs/.",
    });
  }
  try {
    return manifestForm.parse(JSON.parse(text));
  } catch (cause) {
    throw badRun(`'${path}' is no manifest of a run`, cause);
  }
}
